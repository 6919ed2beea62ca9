"""`kiwipete adapter`: a program that puts questions to somebody's move generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete.cli.ends import OK, UsageError

if TYPE_CHECKING:
    from argparse import Namespace


def run(arguments: Namespace) -> int:
    """Print the adapter for a language."""
    from kiwipete.lab.engines.adapter import ADAPTERS, adapter

    if arguments.language is None:
        raise UsageError(f"name a language: {', '.join(ADAPTERS)} (see kiwipete adapter --help)")
    try:
        text = adapter(arguments.language)
    except ValueError as error:
        raise UsageError(f"{error} (see kiwipete adapter --help)") from error
    print(text, end="")
    return OK
