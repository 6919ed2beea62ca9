"""`kiwipete match`: play UCI engines against each other and measure the difference."""

from __future__ import annotations

import re
import sys
from argparse import SUPPRESS
from collections.abc import Callable
from contextlib import ExitStack, closing
from string import ascii_lowercase
from typing import TYPE_CHECKING

from kiwipete.cli import options
from kiwipete.cli.clusters import add_cluster, optional_cluster
from kiwipete.cli.exits import (
    CANNOT_WRITE,
    CLUSTER_FAILED,
    ENGINE_FAILED,
    H0_ACCEPTED,
    INTERRUPTED,
    OK,
    UNDECIDED,
    UsageError,
    complain,
    ended_like_ctrl_c,
)
from kiwipete.cli.inputs import check_replaceable, check_writable, replace_file
from kiwipete.cli.serving import WatchedMatch, add_server, check_server, watching
from kiwipete.cli.ui import several
from kiwipete.perft import processors

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser
    from kiwipete.cluster import ClusterExecutor
    from kiwipete.match import Game, Ledger, Match, MatchPlan

DESCRIPTION = """\
Play UCI engines against each other.

Each opening is played twice with colours reversed, and the statistics are based
on these pairs: Elo with its error, normalized Elo, the likelihood of superiority,
and with --sprt a test that stops as soon as the result is significant. An engine
that crashes, hangs, loses on time or makes no legal move loses the game and is
restarted; the report counts such games separately, and says how long each engine
thought. More than two engines play a round robin.

With --cluster the games are spread over machines. The engines, and the files in
their options, must be on the workers under the same names. A lost worker loses
only its running games, which are played again.
Exit codes: 0 all games played, or the test accepted H1, 1 it accepted H0, 2 bad
usage, 3 an engine cannot play or the cluster was lost, 4 too few games for the
test, 5 a game cannot be saved, 130 interrupted."""

EXAMPLES = """\
examples:
  kiwipete match ./new ./old --nodes 20000 --sprt 0,10
      is the new engine stronger? Stops when that is known

  kiwipete match stockfish toga2 --movetime 0.1 --option-a "Skill Level=5"
      200 games from random balanced openings, one at a time on each processor

  kiwipete match new=./engine "old=./engine --old" --tc 1+0.01 --jobs 2 --resume run.jsonl
      a clock; after Ctrl-C or a power cut the same command continues

  kiwipete match ./a ./b ./c --tc 10+0.1 --games 100 --openings book.epd --pgn games.pgn
      a round robin, 100 games for each pairing, and a table of ratings

  kiwipete match ./new ./old --tc 10+0.1 --sprt 0,10 --board
      watch the games, the standing and the test in the browser

  kiwipete match new old --tc 10+0.1 --cluster tcp://10.0.0.1:8786 --resume run.jsonl
      a game on every thread of a Dask cluster, whose workers have the engines

  kiwipete match ./new ./old --nodes 20000 --sprt 0,10 --html report.html
      standing, LLR and all games on a board, in one file for any browser

  kiwipete match ./a ./b --nodes 5000 --no-adjudication --json
      {"engines": [...], "games": 200, "pairings": [{"pairs": [4, 20, 51, 21, 4], ...}], ...}"""

IN_SHORT = """\
  kiwipete match A B --nodes 20000    which of two engines is stronger
"""

MOST_ENGINES = len(ascii_lowercase)
_MOST = 10**9

_OPTION_HELP = {
    "a": "set a UCI option of the first engine, which must have it",
    "b": "the same for the second engine, and so on: --option-c, --option-d",
}


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
    add("--board", action="store_true", help="watch the games in the browser")
    add_server(parser, only_with="--board")
    options.add_html(parser, "the match")
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
        type=options.sprt_bounds,
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
    add_cluster(parser, "play", "--jobs")


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


class _CannotWrite(Exception):
    """A game cannot be saved."""


def run(arguments: Namespace) -> int:
    """Play the match; the exit code says how it ended."""
    from kiwipete.cli.commands.match_plan import EngineRefused, read_plan
    from kiwipete.cluster import ClusterError

    check_server(arguments)
    if arguments.pgn is not None:
        check_writable(arguments.pgn)
    if arguments.html is not None:
        check_replaceable(arguments.html)
    with ended_like_ctrl_c(), optional_cluster(arguments, workers=arguments.jobs) as cluster:
        try:
            plan = read_plan(arguments, cluster)
        except EngineRefused as error:
            complain(str(error))
            return ENGINE_FAILED
        except ClusterError as error:
            complain(str(error))
            return CLUSTER_FAILED
        with watching(arguments) as board:
            code = _play(plan, arguments, cluster, board)
            if board is not None and code != INTERRUPTED:
                board.linger()
            return code


def _play(
    plan: MatchPlan,
    arguments: Namespace,
    cluster: ClusterExecutor | None,
    board: WatchedMatch | None,
) -> int:
    """Play until the end, and print the report even if the match was cut short."""
    from kiwipete.match import Ledger, LedgerError, Match

    with ExitStack() as stack:
        try:
            ledger = None
            if arguments.resume is not None:
                ledger = stack.enter_context(Ledger(arguments.resume, plan.subject()))
            watch = None if board is None else board.watch.show
            match = Match(plan, jobs=arguments.jobs, ledger=ledger, cluster=cluster, watch=watch)
            if ledger is not None and arguments.pgn is not None:
                _complete_pgn(match, ledger, arguments)
            games = _earlier_games(match, ledger) if arguments.html is not None else None
        except LedgerError as error:
            raise UsageError(str(error)) from error
        except _CannotWrite as error:
            complain(str(error))
            return CANNOT_WRITE
        if board is not None:
            board.begin(match)
        trouble = _show_games(match, arguments, board, games)
    _print_report(match, arguments)
    if games is not None:
        from kiwipete.web.report.match_report import match_report

        replace_file(arguments.html, match_report(match, games))
    if trouble is not None:
        complain(trouble[0])
        return trouble[1]
    if plan.sprt is None or match.verdict == "H1":
        return OK
    return H0_ACCEPTED if match.verdict == "H0" else UNDECIDED


def _earlier_games(match: Match, ledger: Ledger | None) -> list[Game]:
    """Return the games of the match that are already in the ledger, each once."""
    found: dict[int, Game] = {}
    for game in ledger.games() if ledger is not None else ():
        if game.number < len(match.schedule):
            found.setdefault(game.number, game)
    return [*found.values()]


def _show_games(
    match: Match, arguments: Namespace, board: WatchedMatch | None, kept: list[Game] | None
) -> tuple[str, int] | None:
    """Play the games and show them as they end; add them to those that are kept for a report.

    Return a message and an exit code if the match was cut short.
    """
    from kiwipete.cli.ui.match_view import open_view
    from kiwipete.cluster import ClusterError
    from kiwipete.match import LedgerError
    from kiwipete.match.crew import CrewError

    with open_view(match, silent=arguments.json) as view:
        try:
            with closing(match.run()) as games:
                for game in games:
                    if kept is not None:
                        kept.append(game)
                    _write_pgn(game, match, arguments)
                    view.add(game)
                    if board is not None:
                        board.watch.add(game, _pgn(game, match))
        except KeyboardInterrupt:
            return _interrupted(match, arguments), INTERRUPTED
        except CrewError as error:
            return str(error), ENGINE_FAILED
        except ClusterError as error:
            return str(error), CLUSTER_FAILED
        except (LedgerError, _CannotWrite) as error:
            return str(error), CANNOT_WRITE
    return None


def _print_report(match: Match, arguments: Namespace) -> None:
    """Print the report."""
    from kiwipete.cli.ui.match_view import as_json, print_report

    if arguments.json:
        print(as_json(match))
    else:
        print_report(match)
    sys.stdout.flush()


def _interrupted(match: Match, arguments: Namespace) -> str:
    played = several(match.standing.games, "game")
    if not match.endless:
        played = f"{match.standing.games} of {several(len(match.schedule), 'game')}"
    hint = "; the same command continues" if arguments.resume is not None else ""
    return f"interrupted: {played} played{hint}"


def _complete_pgn(match: Match, ledger: Ledger, arguments: Namespace) -> None:
    """Add games of the ledger that the PGN file lacks: a full disk may have cut it short."""
    from pathlib import Path

    from kiwipete.match import LedgerError
    from kiwipete.match.pgn import complete

    path = Path(arguments.pgn)
    if path.exists() and not path.is_file():
        return  # a pipe has no earlier games
    names = [engine.name for engine in match.plan.engines]

    def write(game: Game) -> str:
        try:
            return _pgn(game, match)
        except ValueError as error:
            raise LedgerError(f"{ledger.path}: game {game.number}: {error}") from error

    try:
        complete(path, ledger.games(), names, write)
    except OSError as error:
        raise _CannotWrite(f"cannot write {arguments.pgn}: {error.strerror}") from error


def _write_pgn(game: Game, match: Match, arguments: Namespace) -> None:
    from pathlib import Path

    if arguments.pgn is None:
        return
    try:
        with Path(arguments.pgn).open("a", encoding="utf-8") as file:
            file.write(_pgn(game, match))
    except OSError as error:
        raise _CannotWrite(f"cannot write {arguments.pgn}: {error.strerror}") from error


def _pgn(game: Game, match: Match) -> str:
    import time

    from kiwipete.match.pgn import game_pgn

    terms = match.plan.terms
    return game_pgn(
        game,
        [engine.name for engine in match.plan.engines],
        terms.control,
        date=time.strftime("%Y.%m.%d"),
        chess960=terms.chess960,
    )
