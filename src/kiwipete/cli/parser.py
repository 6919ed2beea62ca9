"""The arguments of every command."""

from __future__ import annotations

import argparse
import re
import sys
from typing import NoReturn

from kiwipete import BUILD, __version__
from kiwipete.cli import manual, options, values
from kiwipete.cli.ends import UsageError
from kiwipete.cli.engine_options import add_analyse, add_play
from kiwipete.cli.match_options import add_match
from kiwipete.perft import MAX_DEPTH, MAX_HASH_MB, processors

_MOST_NODES = 10**18
_WORDS = ("position", "files", "engines")  # arguments that are lists of words
_WITH_ENGINE = (["suite"], ["hunt"])  # commands that take an engine behind `--`
_OPTIONS_OF_RUN = ("-h", "--help", "--with-python-chess")  # all that follows is Python's

_OPTION_ALONE = re.compile("--[a-z0-9-]+")
_NEGATIVE = re.compile(r"-\.?[0-9]")


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
    """Read the arguments of a command; with none, help a person, or be an engine for a GUI."""
    if argv[:1] == ["run"]:
        return _parse_run(argv)
    argv, engine = _part_engine(argv)
    if not argv:
        argv = ["--help"] if sys.stdin is None or sys.stdin.isatty() else ["uci"]
    arguments, rest = _build().parse_known_args(_join_negative_values(argv))
    unknown = [word for word in rest if word.startswith("-") and word != "-"]
    if unknown:
        program = f"kiwipete {arguments.command}" if arguments.command else "kiwipete"
        raise UsageError(f"unknown option {unknown[0]} (see {program} --help)")
    if not arguments.command:
        raise UsageError("no command (see kiwipete --help)")
    if engine:
        if arguments.engine is not None:
            raise UsageError(f"one engine at a time (see kiwipete {arguments.command} --help)")
        arguments.engine = engine
    if rest:
        # argparse leaves over a position or a file that stands behind an option.
        words = next((name for name in _WORDS if hasattr(arguments, name)), None)
        if words is None:
            hint = ": the engine goes after --" if arguments.command == "hunt" else ""
            raise UsageError(f"{arguments.command} has no use for {rest[0]!r}{hint}")
        setattr(arguments, words, [*getattr(arguments, words), *rest])
    return arguments


def _join_negative_values(argv: list[str]) -> list[str]:
    """Join an option and a value such as -3,1, which argparse would take for another option.

    >>> _join_negative_values(["match", "--sprt", "-3,1"])
    ['match', '--sprt=-3,1']
    """
    words: list[str] = []
    for word in argv:
        if words and _OPTION_ALONE.fullmatch(words[-1]) and _NEGATIVE.match(word):
            words[-1] += f"={word}"
        else:
            words.append(word)
    return words


def _parse_run(argv: list[str]) -> argparse.Namespace:
    """Part the options of `kiwipete run` from the program's words, which may look like anything."""
    cut = 1
    while cut < len(argv) and argv[cut] in _OPTIONS_OF_RUN:
        cut += 1
    arguments = _build().parse_args(argv[:cut])
    arguments.program = argv[cut:]
    return arguments


def _part_engine(argv: list[str]) -> tuple[list[str], list[str]]:
    """Part the words of a command from those of the engine, which stand behind `--`."""
    if argv[:1] not in _WITH_ENGINE or "--" not in argv:
        return argv, []
    cut = argv.index("--")
    if cut + 1 == len(argv):
        raise UsageError(f"no engine after -- (see kiwipete {argv[0]} --help)")
    return argv[:cut], argv[cut + 1 :]


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
        ("run", manual.RUN, manual.RUN_EXAMPLES, _add_run),
        ("perft", manual.PERFT, manual.PERFT_EXAMPLES, _add_perft),
        ("show", manual.SHOW, manual.SHOW_EXAMPLES, _add_show),
        ("why", manual.WHY, manual.WHY_EXAMPLES, _add_why),
        ("hunt", manual.HUNT, manual.HUNT_EXAMPLES, _add_hunt),
        ("adapter", manual.ADAPTER, manual.ADAPTER_EXAMPLES, _add_adapter),
        ("suite", manual.SUITE, manual.SUITE_EXAMPLES, _add_suite),
        ("match", manual.MATCH, manual.MATCH_EXAMPLES, add_match),
        ("analyse", manual.ANALYSE, manual.ANALYSE_EXAMPLES, add_analyse),
        ("play", manual.PLAY, manual.PLAY_EXAMPLES, add_play),
        ("bench", manual.BENCH, manual.BENCH_EXAMPLES, _add_bench),
        ("uci", manual.UCI, manual.UCI_EXAMPLES, _add_uci),
    ):
        summary = about[0].lower() + about[1:].partition(".\n")[0]
        add_arguments(commands.add_parser(name, help=summary, description=about, epilog=epilog))
    return parser


def _add_run(parser: _Parser) -> None:
    parser.usage = "kiwipete run [--with-python-chess] PROGRAM.py | -m MODULE | -c CODE [ARGUMENTS]"
    parser.add_argument(
        "--with-python-chess",
        action="store_true",
        help="take submodules that Kiwipete lacks, such as chess.gaviota, from an installed "
        "python-chess; they run on Kiwipete's boards",
    )


def _add_perft(parser: _Parser) -> None:
    add = parser.add_argument
    add(
        "depth",
        metavar="DEPTH",
        type=values.number("the depth", 0, MAX_DEPTH),
        help="how many plies to count",
    )
    options.add_position(parser)
    add("--divide", action="store_true", help="count below each move, one line per move")
    add("--stats", action="store_true", help="count captures, castles, mates ... of the last ply")
    add(
        "--check",
        action="store_true",
        help="check fast methods against slow ones at every node",
    )
    options.add_threads(parser, processors(), "all processors")
    add(
        "--hash",
        metavar="MB",
        type=values.number("the size of the hash table in MB", 0, MAX_HASH_MB),
        default=0,
        help="remember counted positions in a table of this size (default: 0, none)",
    )
    add(
        "--method",
        metavar="METHOD",
        type=values.one_of("the method", "fast", "fast1", "legal", "pseudo"),
        default="fast",
        help="fast: count the last two plies in bulk (default); fast1: only the last one; legal: "
        "make and unmake every legal move; pseudo: make every pseudo-legal move and test it",
    )
    _add_long(parser)
    options.add_json(parser)


def _add_long(parser: _Parser) -> None:
    """Add what makes a count in parts."""
    add = parser.add_argument
    add(
        "--resume",
        metavar="FILE",
        help="save finished parts in this file, and continue from those already there",
    )
    add(
        "--cluster",
        metavar="ADDRESS",
        help="count on the Dask cluster with this scheduler, such as tcp://10.0.0.1:8786; "
        "local: start one here with as many processes as --threads",
    )
    add(
        "--split",
        metavar="PLIES",
        type=values.number("the plies before the parts", 0, MAX_DEPTH),
        help="cut the count into parts at this ply (default: so that a part takes seconds)",
    )


def _add_show(parser: _Parser) -> None:
    options.add_position(parser)


def _add_why(parser: _Parser) -> None:
    # One list of words, so that options may stand before, between and behind them.
    parser.usage = "kiwipete why [-h] [--moves MOVES] [--chess960] [--json] [POSITION] MOVE"
    parser.add_argument(
        "position",
        metavar="POSITION MOVE",
        nargs="*",
        default=[],
        help="a FEN in quotes or a name, as for show, and the move: e1g1, a7a8q; "
        "or as players write it: O-O, a8=Q",
    )
    options.add_before(parser)
    options.add_json(parser)


def _add_hunt(parser: _Parser) -> None:
    parser.usage = "kiwipete hunt [OPTIONS] -- ENGINE [ARGUMENTS]"
    parser.set_defaults(engine=None)
    add = parser.add_argument
    add(
        "--fen",
        metavar="FEN",
        action="append",
        default=[],
        help="hunt here instead of in the built-in collection; a name works too, as for show",
    )
    add(
        "--moves",
        metavar="MOVES",
        default="",
        help='play these moves from the --fen first: "e2e4 e7e5" or "e4 e5"',
    )
    add("--epd", metavar="FILE", help="hunt in the positions of a file (- for stdin)")
    add(
        "--depth",
        metavar="N",
        type=values.number("the depth", 1, MAX_DEPTH),
        help="compare down to this depth (default: what the engine's speed allows, at most 6)",
    )
    add(
        "--seconds",
        metavar="SECONDS",
        type=values.seconds,
        help="continue with random games for this long (default: 60, or as long as --depth needs)",
    )
    add(
        "--positions",
        metavar="N",
        type=values.number("the number of positions", 1, _MOST_NODES),
        help="continue with random games up to this many positions "
        "(default: the collection and 300)",
    )
    add("--all", action="store_true", help="go on after a difference, and show one per rule")
    add(
        "--ignore",
        metavar="RULE",
        action="append",
        default=[],
        type=values.rule,
        help="skip what concerns this rule, such as castling, for an unfinished engine; crash, "
        "timeout and nonsense work too; may be given several times",
    )
    add(
        "--failures",
        metavar="N",
        type=values.number("the number of failures", 1, 1000),
        help="stop --all when the engine has failed in this many different ways (default: 10)",
    )
    options.add_engine(parser, 10.0)
    options.add_json(parser)
    options.add_junit(parser)


def _add_adapter(parser: _Parser) -> None:
    parser.add_argument(
        "language",
        metavar="LANGUAGE",
        nargs="?",
        help="python, c, cpp, rust, java, go or js",
    )


def _add_suite(parser: _Parser) -> None:
    parser.usage = "kiwipete suite [FILE] [OPTIONS] [-- ENGINE [ARGUMENTS]]"
    add = parser.add_argument
    add(
        "files",
        metavar="FILE",
        nargs="*",
        default=[],
        help="lines of FEN ;D1 20 ;D2 400, or one of the formats above (- for stdin); "
        "without it, a built-in suite of 31 positions",
    )
    add(
        "--depth",
        metavar="N",
        type=values.number("the depth", 1, MAX_DEPTH),
        help="skip deeper counts",
    )
    add(
        "--nodes",
        metavar="N",
        type=values.number("the number of nodes", 0, _MOST_NODES),
        help="skip larger counts (default for the built-in suite: 200,000,000, or "
        "5,000,000 for engines)",
    )
    add(
        "--engine",
        metavar="COMMAND",
        type=values.command,
        help="ask an engine, one process per thread; put its arguments in the same quotes, "
        "or the whole command after --",
    )
    options.add_engine(parser, 60.0)
    options.add_threads(parser, processors(), "all processors")
    options.add_json(parser)
    options.add_junit(parser)


def _add_bench(parser: _Parser) -> None:
    parser.add_argument(
        "--search", action="store_true", help="measure the engine's search instead of the counts"
    )
    options.add_threads(parser, 1, "1")
    options.add_json(parser)


def _add_uci(parser: _Parser) -> None:
    """Add nothing: all that can be set is set by the conversation."""
