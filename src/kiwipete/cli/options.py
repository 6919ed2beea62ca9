"""The options that several commands share."""

from __future__ import annotations

from argparse import ArgumentParser

from kiwipete.cli import values
from kiwipete.perft import MAX_THREADS


def add_engine(parser: ArgumentParser, timeout: float) -> None:
    """Add how to talk to an engine."""
    add = parser.add_argument
    add(
        "--script",
        action="store_true",
        help='the engine is a program that runs as PROGRAM DEPTH FEN "MOVES" for each count',
    )
    add(
        "--perft-command",
        metavar="TEXT",
        type=values.perft_command,
        help='what to ask a UCI engine, such as "perft {depth}" (default: "go perft {depth}")',
    )
    add("--chess960", action="store_true", help="castle by the rules of Chess960")
    add(
        "--timeout",
        metavar="SECONDS",
        type=values.seconds,
        default=timeout,
        help=f"how long the engine may take to answer (default: {timeout:g})",
    )


def add_junit(parser: ArgumentParser) -> None:
    """Add a report for build servers."""
    parser.add_argument("--junit", metavar="FILE", help="write a report for build servers")


def add_position(parser: ArgumentParser) -> None:
    """Add a position."""
    parser.add_argument(
        "position",
        metavar="POSITION",
        nargs="*",
        default=[],
        help="a FEN in quotes, or a name: startpos (default), kiwipete, position3 to position6",
    )
    add_before(parser)


def add_before(parser: ArgumentParser) -> None:
    """Add what makes the position out of a FEN."""
    parser.add_argument(
        "--moves",
        metavar="MOVES",
        default="",
        help='play these moves first: "e2e4 e7e5" or "e4 e5"',
    )
    parser.add_argument(
        "--chess960",
        action="store_true",
        help="castle by the rules of Chess960 (automatic if the castling rights need them)",
    )


def add_threads(parser: ArgumentParser, default: int, default_in_words: str) -> None:
    """Add how many threads count."""
    parser.add_argument(
        "--threads",
        metavar="N",
        type=values.number("the number of threads", 1, MAX_THREADS),
        default=default,
        help=f"count on this many threads (default: {default_in_words})",
    )


def add_json(parser: ArgumentParser) -> None:
    """Add output for programs."""
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
