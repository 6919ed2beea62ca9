"""Options that several commands share, and functions that read and check their values."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from kiwipete.cli.exits import UsageError
from kiwipete.perft import MAX_THREADS

if TYPE_CHECKING:
    from kiwipete.cli.parser import CommandParser

MOST_NODES = 10**18


# Options.


def add_engine(parser: CommandParser, timeout: float) -> None:
    """Add the options that describe an engine; its command follows `--`."""
    parser.takes_engine = True
    parser.set_defaults(engine=None)
    add = parser.add_argument
    add(
        "--script",
        action="store_true",
        help='the engine is a program that runs as PROGRAM DEPTH FEN "MOVES" for each count',
    )
    add(
        "--perft-command",
        metavar="TEXT",
        type=perft_command,
        help='the command to send to a UCI engine, such as "perft {depth}" '
        '(default: "go perft {depth}")',
    )
    add("--chess960", action="store_true", help="use Chess960 castling rules")
    add(
        "--timeout",
        metavar="SECONDS",
        type=seconds,
        default=timeout,
        help=f"how long the engine may take to answer (default: {timeout:g})",
    )


def add_junit(parser: CommandParser) -> None:
    """Add the option for a report in JUnit's format."""
    parser.add_argument("--junit", metavar="FILE", help="write a JUnit report for build servers")


def add_position(parser: CommandParser) -> None:
    """Add a position and the moves to play from it."""
    add_words(
        parser,
        "position",
        "POSITION",
        "a FEN in quotes, or a name: startpos (default), kiwipete, position3 to position6",
    )
    add_moves(parser)


def add_words(parser: CommandParser, name: str, metavar: str, about: str) -> None:
    """Add a list of positional arguments, which options may precede and follow."""
    parser.words = name
    parser.add_argument(name, metavar=metavar, nargs="*", default=[], help=about)


def add_moves(parser: CommandParser) -> None:
    """Add the moves to play before the command begins, and the castling rules."""
    parser.add_argument(
        "--moves",
        metavar="MOVES",
        default="",
        help='play these moves first: "e2e4 e7e5" or "e4 e5"',
    )
    parser.add_argument(
        "--chess960",
        action="store_true",
        help="use Chess960 castling rules (automatic if the castling rights require them)",
    )


def add_threads(parser: CommandParser, default: int, default_in_words: str) -> None:
    """Add the number of threads for counting."""
    parser.add_argument(
        "--threads",
        metavar="N",
        type=number("the number of threads", 1, MAX_THREADS),
        default=default,
        help=f"count on this many threads (default: {default_in_words})",
    )


def add_json(parser: CommandParser, what: str = "one JSON object") -> None:
    """Add output for programs."""
    parser.add_argument("--json", action="store_true", help=f"print {what} instead")


# Values.


def number(what: str, low: int, high: int) -> Callable[[str], int]:
    """Return a function that reads a whole number within bounds."""

    def read(text: str) -> int:
        # Twenty digits are beyond every bound; int() would also accept "1_0" and "٣".
        if text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high:
            return int(text)
        raise UsageError(f"{what} must be a whole number from {low} to {high}, not {text!r}")

    return read


def one_of(what: str, *known: str) -> Callable[[str], str]:
    """Return a function that reads one of several words."""

    def read(text: str) -> str:
        if text not in known:
            raise UsageError(f"{what} must be one of {', '.join(known)}, not {text!r}")
        return text

    return read


def seconds(text: str) -> float:
    """Read a time in seconds."""
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]+)?", text) and float(text) > 0:
        return float(text)
    raise UsageError(f"a time must be a number of seconds such as 10 or 0.5, not {text!r}")


def command(text: str) -> list[str]:
    """Read a program and its arguments; the name of an existing program may contain spaces."""
    import shlex
    import shutil

    try:
        words = [text] if shutil.which(text) else shlex.split(text)
    except ValueError as error:
        raise UsageError(f"cannot read the command {text!r}: {error}") from error
    if not words:
        raise UsageError("the engine's command is empty")
    return words


def perft_command(text: str) -> str:
    """Read the command that makes an engine count."""
    if "{depth}" not in text:
        raise UsageError(
            f'the perft command must contain {{depth}}, as in "perft {{depth}}"; '
            f"there is none in {text!r}"
        )
    return text


def rule(text: str) -> str:
    """Read the name of a rule, or of a way in which engines fail."""
    from kiwipete.lab.hunting.report import check_rules

    try:
        check_rules([text])
    except ValueError as error:
        raise UsageError(str(error)) from error
    return text
