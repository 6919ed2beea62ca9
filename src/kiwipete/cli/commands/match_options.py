"""The arguments of `kiwipete match`."""

from __future__ import annotations

import re
from argparse import SUPPRESS
from collections.abc import Callable
from string import ascii_lowercase
from typing import TYPE_CHECKING

from kiwipete.cli import options
from kiwipete.cli.exits import UsageError
from kiwipete.perft import processors

if TYPE_CHECKING:
    from kiwipete.cli.options import CommandParser

MOST_ENGINES = len(ascii_lowercase)
_MOST = 10**9
_ELO = r"-?(?:[0-9]{1,4}(?:\.[0-9]+)?|\.[0-9]+)"


def add_arguments(parser: CommandParser) -> None:
    """Add the engines and the terms of the match."""
    parser.usage = "kiwipete match ENGINE ENGINE [ENGINE ...] [OPTIONS]"
    options.add_words(
        parser,
        "engines",
        "ENGINE",
        "the commands of two or more UCI engines, arguments in the same quotes; "
        'a name may precede: "new=./engine --uci"',
    )
    _add_thinking(parser)
    _add_games(parser)
    _add_options(parser)
    _add_rules(parser)
    add = parser.add_argument
    add("--pgn", metavar="FILE", help="add the games to this file as they end")
    add(
        "--resume",
        metavar="FILE",
        help="save finished games in this file, and continue from those already there",
    )
    options.add_json(parser)


def _add_thinking(parser: CommandParser) -> None:
    add = parser.add_argument
    add(
        "--tc",
        metavar="CLOCK",
        help="a clock: seconds+increment such as 1+0.01, or moves/seconds+increment",
    )
    add("--movetime", metavar="SECONDS", type=options.seconds, help="a fixed time for each move")
    add(
        "--nodes",
        metavar="N",
        type=options.number("the number of nodes", 1, _MOST),
        help="a fixed number of nodes for each move: the same on every machine",
    )
    add(
        "--depth",
        metavar="N",
        type=options.number("the depth", 1, 200),
        help="a fixed depth for each move",
    )
    add(
        "--grace",
        metavar="SECONDS",
        type=_seconds_or_none,
        default=0.05,
        help="how far a player may overrun before it loses on time (default: 0.05)",
    )
    add(
        "--timeout",
        metavar="SECONDS",
        type=options.seconds,
        default=60.0,
        help="how long a move with --nodes or --depth may take (default: 60)",
    )


def _add_games(parser: CommandParser) -> None:
    add = parser.add_argument
    add(
        "--games",
        metavar="N",
        type=options.number("the number of games", 2, _MOST),
        help="games for each pairing, an even number (default: 200; with --sprt until it decides)",
    )
    add(
        "--sprt",
        metavar="ELO0,ELO1",
        type=_two_numbers,
        help="stop as soon as the games show whether the first engine is stronger by ELO1 (H1) "
        "or only by ELO0 (H0), such as 0,10 or -3,1",
    )
    for name in ("alpha", "beta"):
        mistake = "accepting H1 wrongly" if name == "alpha" else "accepting H0 wrongly"
        add(
            f"--{name}",
            metavar="RISK",
            type=_risk,
            default=0.05,
            help=f"the risk of {mistake} (default: 0.05)",
        )
    add(
        "--normalized",
        action="store_true",
        help="the Elo of --sprt is normalized: in standard deviations of a game result",
    )
    add(
        "--openings",
        metavar="FILE",
        help="PGN, EPD or FEN lines, or lines of moves (- for stdin); "
        "without it, random balanced moves",
    )
    add(
        "--plies",
        metavar="N",
        type=options.number("the number of plies", 0, 1000),
        help="play at most N plies of each opening in the file",
    )
    add("--in-order", action="store_true", help="take the openings in the order of the file")
    add(
        "--seed",
        metavar="N",
        type=options.number("the seed", 0, _MOST),
        default=0,
        help="which random openings, or which order of those in the file (default: 0)",
    )
    add("--chess960", action="store_true", help="play Chess960")
    add(
        "--gauntlet",
        action="store_true",
        help="the first engine plays each of the others, instead of a round robin",
    )
    add(
        "--jobs",
        metavar="N",
        type=options.number("the number of games at once", 1, 512),
        default=processors(),
        help="games at once (default: one per processor)",
    )


def _add_options(parser: CommandParser) -> None:
    add = parser.add_argument
    add(
        "--option",
        metavar="NAME=VALUE",
        type=_option,
        action="append",
        default=[],
        help="set a UCI option of all engines that have it (default: Threads=1 Hash=16 "
        "OwnBook=false Ponder=false); may be given several times",
    )
    for letter in ascii_lowercase:
        add(
            f"--option-{letter}",
            metavar="NAME=VALUE",
            type=_option,
            action="append",
            default=[],
            help=_OPTION_HELP.get(letter, SUPPRESS),
        )


_OPTION_HELP = {
    "a": "set a UCI option of the first engine, which must have it",
    "b": "the same for the second engine, and so on: --option-c, --option-d",
}


def _add_rules(parser: CommandParser) -> None:
    add = parser.add_argument
    add(
        "--win",
        metavar="CP,MOVES",
        type=_numbers("--win", 2),
        default=(1000, 4),
        help="a game is won when both players see CP centipawns for MOVES moves (default: 1000,4)",
    )
    add(
        "--draw",
        metavar="CP,MOVES,FROM",
        type=_numbers("--draw", 3),
        default=(10, 8, 40),
        help="a game is drawn when both see at most CP for MOVES moves, from move FROM on "
        "(default: 10,8,40)",
    )
    add("--no-adjudication", action="store_true", help="play every game to its end")


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not text.isprintable():
        raise UsageError(f"an option must be NAME=VALUE such as Hash=16, not {text!r}")
    return name.strip(), value.strip()


def _two_numbers(text: str) -> tuple[float, float]:
    if not re.fullmatch(rf"{_ELO},{_ELO}", text):
        raise UsageError(f"--sprt takes two numbers such as 0,10, not {text!r}")
    low, high = map(float, text.split(","))
    if low >= high:
        raise UsageError(f"--sprt takes the smaller number first, not {text!r}")
    return low, high


def _risk(text: str) -> float:
    if re.fullmatch(r"0?\.[0-9]+", text) and 0 < float(text) < 0.5:
        return float(text)
    raise UsageError(f"a risk must be a number between 0 and 0.5 such as 0.05, not {text!r}")


def _seconds_or_none(text: str) -> float:
    return 0.0 if text == "0" else options.seconds(text)


def _numbers(what: str, count: int) -> Callable[[str], tuple[int, ...]]:
    """Return a function that reads `count` whole numbers."""

    def read(text: str) -> tuple[int, ...]:
        if not re.fullmatch(r"[0-9]{1,6}(,[0-9]{1,6})*", text) or text.count(",") != count - 1:
            raise UsageError(f"{what} takes {count} whole numbers with commas, not {text!r}")
        return tuple(map(int, text.split(",")))

    return read
