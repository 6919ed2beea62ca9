"""Parse a command line: the command, the options that several commands share, and their values."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from kiwipete import BUILD, __version__
from kiwipete.cli.commands import COMMANDS, Command, load
from kiwipete.cli.exits import UsageError
from kiwipete.own_engine import SHIPPED
from kiwipete.perft import MAX_THREADS

if TYPE_CHECKING:
    from kiwipete.own_engine.networks import NetworkSource

ABOUT = """\
Exact chess rules at native speed: run programs written for python-chess, count
positions, find bugs in move generators, play and analyse."""

END = """\
More about a command: kiwipete perft --help
Exit codes: 0 success, 1 a count is wrong, a move is illegal, an engine breaks
the rules or isn't stronger than another, a test position isn't solved, or
training data are unsound, 2 bad input, 3 a check or an engine failed, or the
cluster was lost, 4 a match was too short to decide, 5 the result cannot be
written, 70 a bug in kiwipete, 130 interrupted, 141 the reader of the output has
gone."""

_OPTION_ALONE = re.compile("--[a-z0-9-]+")
_ELO = r"-?(?:[0-9]{1,4}(?:\.[0-9]+)?|\.[0-9]+)"
_NEGATIVE = re.compile(r"-\.?[0-9]")

MOST_NODES = 10**18


class CommandParser(argparse.ArgumentParser):
    """A parser that raises a UsageError where argparse prints its usage and exits."""

    words: str | None = None  # the list of positional arguments, if there is one
    takes_engine = False  # its command follows `--`
    own_options: tuple[str, ...] | None = None  # if given, everything after them is `rest`

    def __init__(self, **settings: object) -> None:
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            **settings,  # type: ignore[arg-type]
        )

    def error(self, message: str) -> NoReturn:
        """Raise a UsageError."""
        raise UsageError(f"{message} (see {self.prog} --help)")


def parse(argv: list[str]) -> tuple[Command, argparse.Namespace]:
    """Read the arguments of a command.

    Without any, print the help in a terminal, and otherwise be an engine, as GUIs expect.
    """
    if not argv:
        argv = ["--help"] if sys.stdin is None or sys.stdin.isatty() else ["uci"]
    if argv[0] not in COMMANDS:
        argv = _skip_to_command(argv)
    command = load(argv[0])
    parser = CommandParser(
        prog=f"kiwipete {command.name}", description=command.description, epilog=command.examples
    )
    command.add_arguments(parser)
    if parser.own_options is not None:
        return command, _parse_leading(parser, parser.own_options, argv[1:])
    return command, _parse_all(command.name, parser, argv[1:])


def _parse_leading(
    parser: CommandParser, known: tuple[str, ...], words: list[str]
) -> argparse.Namespace:
    """Parse the options at the beginning; the rest, which may look like anything, stays as it is.

    With -h the first of them, argparse prints the help and exits.
    """
    cut = 0
    while cut < len(words) and words[cut] in ("-h", "--help", *known):
        cut += 1
    arguments = parser.parse_args(words[:cut])
    arguments.rest = words[cut:]
    return arguments


def _parse_all(name: str, parser: CommandParser, words: list[str]) -> argparse.Namespace:
    engine: list[str] = []
    if parser.takes_engine and "--" in words:
        cut = words.index("--")
        words, engine = words[:cut], words[cut + 1 :]
        if not engine:
            raise UsageError(f"no engine after -- (see {parser.prog} --help)")
    arguments, rest = parser.parse_known_args(_join_negative_values(words))
    _refuse_unknown_options(rest, parser.prog)
    if engine:
        if arguments.engine is not None:
            raise UsageError(f"one engine at a time (see {parser.prog} --help)")
        arguments.engine = engine
    if rest:
        # argparse leaves over positional arguments that follow an option.
        if parser.words is None:
            hint = ": the engine goes after --" if parser.takes_engine else ""
            raise UsageError(f"{name} has no use for {rest[0]!r}{hint}")
        setattr(arguments, parser.words, [*getattr(arguments, parser.words), *rest])
    return arguments


def _join_negative_values(words: list[str]) -> list[str]:
    """Join an option and a value such as -3,1, which argparse would take for another option.

    >>> _join_negative_values(["--sprt", "-3,1"])
    ['--sprt=-3,1']
    """
    joined: list[str] = []
    for word in words:
        if joined and _OPTION_ALONE.fullmatch(joined[-1]) and _NEGATIVE.match(word):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _skip_to_command(argv: list[str]) -> list[str]:
    """Handle what comes before a command: --help, --version, mistakes."""
    commands = [load(name) for name in COMMANDS]
    in_short = "".join(command.in_short for command in commands)
    root = CommandParser(prog="kiwipete", description=ABOUT, epilog=f"examples:\n{in_short}\n{END}")
    root.add_argument(
        "--version",
        action="version",
        version=f"kiwipete {__version__} ({BUILD} build)",
        help="print the version and the processor build in use",
    )
    listed = root.add_subparsers(
        dest="command", metavar="COMMAND", title="commands", parser_class=CommandParser
    )
    for command in commands:
        listed.add_parser(command.name, help=command.summary, add_help=False)
    arguments, rest = root.parse_known_args(argv)
    _refuse_unknown_options(rest, "kiwipete")
    if arguments.command is None:
        raise UsageError("no command (see kiwipete --help)")
    return argv[argv.index(arguments.command) :]


def _refuse_unknown_options(rest: list[str], program: str) -> None:
    unknown = [word for word in rest if word.startswith("-") and word != "-"]
    if unknown:
        raise UsageError(f"unknown option {unknown[0]} (see {program} --help)")


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


def add_html(parser: CommandParser, what: str) -> None:
    """Add the option for a report in one HTML file."""
    parser.add_argument(
        "--html", metavar="FILE", help=f"write a report of {what} as one HTML file for any browser"
    )


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


def add_threads(
    parser: CommandParser, default: int, default_in_words: str, *, what: str = "count"
) -> None:
    """Add the number of threads."""
    parser.add_argument(
        "--threads",
        metavar="N",
        type=number("the number of threads", 1, MAX_THREADS),
        default=default,
        help=f"{what} on this many threads (default: {default_in_words})",
    )


def add_network(parser: CommandParser) -> None:
    """Add the network that our engine evaluates with."""
    parser.add_argument(
        "--network",
        metavar="FILE",
        type=network,
        default=SHIPPED,
        help="evaluate with this network, or with piece-square values for none "
        "(default: the network in the package)",
    )


def add_tables(parser: CommandParser) -> None:
    """Add the endgame tables that our engine probes."""
    parser.add_argument(
        "--tables",
        metavar="FOLDER",
        type=tables,
        help="probe the Syzygy endgame tables in this folder; several are separated as in PATH",
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


def sprt_bounds(text: str) -> tuple[float, float]:
    """Read the two Elo differences that an SPRT decides between."""
    if not re.fullmatch(rf"{_ELO},{_ELO}", text):
        raise UsageError(f"--sprt takes two numbers such as 0,10, not {text!r}")
    low, high = map(float, text.split(","))
    if low >= high:
        raise UsageError(f"--sprt takes the smaller number first, not {text!r}")
    return low, high


def network(text: str) -> NetworkSource:
    """Read a network from its file; None for piece-square values."""
    if text == SHIPPED:  # the default, which commands that search read later
        return SHIPPED
    from kiwipete.own_engine.networks import find_network, is_shipped

    try:
        return SHIPPED if is_shipped(text) else find_network(text)
    except OSError as error:
        raise UsageError(f"--network: cannot read {text}: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"--network: {error}") from error


def tables(text: str) -> str:
    """Read folders of endgame tables, each of which must have some."""
    from kiwipete.own_engine.search_engine import open_tables

    try:
        count = open_tables(text)[1]
    except ValueError as error:
        raise UsageError(f"--tables: {error}") from error
    if not count:
        raise UsageError(f"--tables must be a folder, not {text!r}")
    return text


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
