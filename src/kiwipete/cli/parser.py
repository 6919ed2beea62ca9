"""The arguments of every command."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from kiwipete import BUILD, __version__
from kiwipete._core.core import PerftJob
from kiwipete.cli import manual
from kiwipete.cli.ends import UsageError
from kiwipete.perft import MAX_THREADS, processors

if TYPE_CHECKING:
    from collections.abc import Callable

_METHODS = ("fast", "legal", "pseudo")


class _Parser(argparse.ArgumentParser):
    """A parser that raises where argparse would print its usage and exit."""

    def __init__(self, **settings: object) -> None:
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            **settings,  # type: ignore[arg-type]
        )

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def parse(argv: list[str]) -> argparse.Namespace:
    """Read the arguments of a command; none at all ask for help."""
    arguments, rest = _build().parse_known_args(argv or ["--help"])
    options = [word for word in rest if word.startswith("-") and word != "-"]
    if options:
        program = f"kiwipete {arguments.command}" if arguments.command else "kiwipete"
        raise UsageError(f"unknown option {options[0]} (see {program} --help)")
    if not arguments.command:
        raise UsageError("no command (see kiwipete --help)")
    if rest and not hasattr(arguments, "position"):
        raise UsageError(f"{arguments.command} has no use for {rest[0]!r}")
    if rest:
        # argparse leaves over a position that stands behind an option.
        arguments.position = [*arguments.position, *rest]
    return arguments


def _build() -> _Parser:
    parser = _Parser(prog="kiwipete", description=manual.ABOUT, epilog=manual.EXAMPLES)
    parser.add_argument(
        "--version",
        action="version",
        version=f"kiwipete {__version__} ({BUILD} build)",
        help="print the version and which processor build is in use",
    )
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title="commands", parser_class=_Parser
    )
    for name, about, epilog, add_arguments in (
        ("perft", manual.PERFT, manual.PERFT_EXAMPLES, _add_perft),
        ("show", manual.SHOW, manual.SHOW_EXAMPLES, _add_show),
        ("why", manual.WHY, manual.WHY_EXAMPLES, _add_why),
        ("bench", manual.BENCH, manual.BENCH_EXAMPLES, _add_bench),
    ):
        summary = about[0].lower() + about[1:].partition(".\n")[0]
        add_arguments(commands.add_parser(name, help=summary, description=about, epilog=epilog))
    return parser


def _add_perft(parser: _Parser) -> None:
    add = parser.add_argument
    add(
        "depth",
        metavar="DEPTH",
        type=_number("the depth", 0, PerftJob.MAX_DEPTH),
        help="how many plies",
    )
    _add_position(parser)
    add("--divide", action="store_true", help="count below each move, one line a move")
    add("--stats", action="store_true", help="tell captures, castles, mates ... of the last ply")
    add("--check", action="store_true", help="verify everything at every node (slow)")
    _add_threads(parser, processors(), "all processors")
    add(
        "--hash",
        metavar="MB",
        type=_number("the size of the hash table in MB", 0, PerftJob.MAX_HASH_MB),
        default=0,
        help="remember counted positions in a table of this size (default: 0, none)",
    )
    add(
        "--method",
        metavar="METHOD",
        type=_method,
        default="fast",
        help="fast: count the last ply in bulk (default); legal: make and unmake every legal "
        "move; pseudo: make every pseudo-legal move and test it",
    )
    _add_json(parser)


def _add_show(parser: _Parser) -> None:
    _add_position(parser)


def _add_why(parser: _Parser) -> None:
    # One list of words, so that options may stand before, between and behind them.
    parser.usage = "kiwipete why [-h] [--moves MOVES] [--chess960] [--json] [POSITION] MOVE"
    parser.add_argument(
        "position",
        metavar="POSITION MOVE",
        nargs="*",
        default=[],
        help="a FEN in quotes or a name, as for show, and the move: e1g1, a7a8q; "
        "or as players write it if it is legal: O-O",
    )
    _add_before(parser)
    _add_json(parser)


def _add_bench(parser: _Parser) -> None:
    _add_threads(parser, 1, "1")
    _add_json(parser)


def _add_position(parser: _Parser) -> None:
    parser.add_argument(
        "position",
        metavar="POSITION",
        nargs="*",
        default=[],
        help="a FEN in quotes, or a name: startpos (default), kiwipete, position3 to position6",
    )
    _add_before(parser)


def _add_before(parser: _Parser) -> None:
    parser.add_argument(
        "--moves", metavar="MOVES", default="", help='play these first, as in "e2e4 e7e5"'
    )
    parser.add_argument(
        "--chess960",
        action="store_true",
        help="castle by the rules of Chess960 (by itself if only they fit the castling rights)",
    )


def _add_threads(parser: _Parser, default: int, default_in_words: str) -> None:
    parser.add_argument(
        "--threads",
        metavar="N",
        type=_number("the number of threads", 1, MAX_THREADS),
        default=default,
        help=f"count on this many threads (default: {default_in_words})",
    )


def _add_json(parser: _Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def _number(what: str, low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within bounds."""

    def read(text: str) -> int:
        # Nine digits are beyond every bound; int() would also take "1_0" and "٣".
        if text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high:
            return int(text)
        raise UsageError(f"{what} is a whole number from {low} to {high}, not {text!r}")

    return read


def _method(text: str) -> str:
    if text not in _METHODS:
        raise UsageError(f"the method is one of {', '.join(_METHODS)}, not {text!r}")
    return text
