"""Read a command line: find the command, and let it add its arguments."""

from __future__ import annotations

import argparse
import re
import sys
from typing import NoReturn

from kiwipete import BUILD, __version__
from kiwipete.cli.commands import COMMANDS, Command, load
from kiwipete.cli.exits import UsageError

ABOUT = """\
Exact chess rules at native speed: run programs written for python-chess, count
positions, find bugs in move generators, play and analyse."""

END = """\
More about a command: kiwipete perft --help
Exit codes: 0 success, 1 a count is wrong, a move is illegal, an engine breaks
the rules or isn't stronger than another, or a test position isn't solved, 2 bad
input, 3 a check or an engine failed, or the cluster was lost, 4 a match was too
short to decide, 5 the result cannot be written, 70 a bug in kiwipete, 130
interrupted, 141 the reader of the output has gone."""

_OPTION_ALONE = re.compile("--[a-z0-9-]+")
_NEGATIVE = re.compile(r"-\.?[0-9]")


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
