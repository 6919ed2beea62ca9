"""`kiwipete adapter`: print a program that connects a move generator to a hunt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete.cli.exits import OK, UsageError

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser

DESCRIPTION = """\
Print a program that connects your move generator to a hunt.

Save it next to your engine. One marked part, a few lines long, calls a made-up
engine. Replace those calls with your own: set up a FEN, list the legal moves,
make and unmake a move, and write it as e2e4. The rest is complete. Its first
lines say how to build it and start the hunt. Programs that start fast run once
per question (--script); those in Python, Java and JavaScript speak UCI."""

EXAMPLES = """\
examples:
  kiwipete adapter c > adapter.c
      change the marked part, then
      cc -O2 -o adapter adapter.c engine.c
      kiwipete hunt --script -- ./adapter

  kiwipete adapter python > adapter.py
      kiwipete hunt -- python adapter.py

  kiwipete adapter cpp > adapter.cpp
  kiwipete adapter rust > adapter.rs
  kiwipete adapter java > Adapter.java
  kiwipete adapter go > adapter.go
  kiwipete adapter js > adapter.mjs"""

IN_SHORT = """\
  kiwipete adapter python             connect your own generator to a hunt
"""


def add_arguments(parser: CommandParser) -> None:
    """Add the language."""
    parser.add_argument(
        "language",
        metavar="LANGUAGE",
        nargs="?",
        help="python, c, cpp, rust, java, go or js",
    )


def run(arguments: Namespace) -> int:
    """Print the adapter for a language."""
    from kiwipete.lab import adapter
    from kiwipete.lab.engines import ADAPTERS

    if arguments.language is None:
        raise UsageError(f"name a language: {', '.join(ADAPTERS)} (see kiwipete adapter --help)")
    try:
        text = adapter(arguments.language)
    except ValueError as error:
        raise UsageError(f"{error} (see kiwipete adapter --help)") from error
    print(text, end="")
    return OK
