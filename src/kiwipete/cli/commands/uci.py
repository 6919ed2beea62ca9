"""`kiwipete uci`: the chess engine, for GUIs and other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete.cli.exits import OK

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser

DESCRIPTION = """\
Run the chess engine: speak UCI on standard input and output.

Chess programs (GUIs) start the engine with this command. Without a terminal,
`kiwipete` alone does the same, for GUIs that take no arguments."""

EXAMPLES = """\
examples:
  kiwipete uci
      uci                                  list the options
      position startpos moves e2e4         set up a position
      go movetime 1000                     think for a second
      go wtime 60000 btime 60000           think as long as the clock allows
      go depth 12 searchmoves e7e5 c7c5    which of these is better?
      setoption name MultiPV value 3       show the three best lines
      stop, quit

  Also, for developers: d (the position), eval, flip, go perft 5, bench.

  kiwipete hunt -- kiwipete uci            check our own generator"""

IN_SHORT = """\
  kiwipete uci                        the engine, for chess programs
"""


def add_arguments(_: CommandParser) -> None:
    """Add nothing: everything is set by UCI commands."""


def run(_: Namespace) -> int:
    """Answer commands until `quit` or the end of standard input."""
    # Only this command needs the search; others start faster without it.
    from kiwipete.own_engine.uci_engine import converse

    converse()
    return OK
