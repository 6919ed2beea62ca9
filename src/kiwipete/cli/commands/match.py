"""`kiwipete match`: play UCI engines against each other and measure the difference."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from kiwipete.cli.commands.match_options import add_arguments as add_arguments
from kiwipete.cli.exits import (
    CANNOT_WRITE,
    ENGINE_FAILED,
    H0_ACCEPTED,
    INTERRUPTED,
    OK,
    UNDECIDED,
    UsageError,
    complain,
    ended_like_ctrl_c,
)
from kiwipete.cli.inputs import check_writable
from kiwipete.cli.ui import several

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.match import Game, Ledger, Match, MatchPlan

DESCRIPTION = """\
Play UCI engines against each other.

Each opening is played twice with colours reversed, and the statistics are based
on these pairs: Elo with its error, normalized Elo, the likelihood of superiority,
and with --sprt a test that stops as soon as the result is significant. An engine
that crashes, hangs, loses on time or makes no legal move loses the game and is
restarted; the report counts such games separately, and says how long each engine
thought. More than two engines play a round robin.
Exit codes: 0 all games played, or the test accepted H1, 1 it accepted H0, 2 bad
usage, 3 an engine cannot play, 4 too few games for the test, 5 a game cannot be
saved, 130 interrupted."""

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

  kiwipete match ./a ./b --nodes 5000 --no-adjudication --json
      {"engines": [...], "games": 200, "pairings": [{"pairs": [4, 20, 51, 21, 4], ...}], ...}"""

IN_SHORT = """\
  kiwipete match A B --nodes 20000    which of two engines is stronger
"""


class _CannotWrite(Exception):
    """A game cannot be saved."""


def run(arguments: Namespace) -> int:
    """Play the match; the exit code says how it ended."""
    from kiwipete.cli.commands.match_plan import EngineRefused, read_plan

    if arguments.pgn is not None:
        check_writable(arguments.pgn)
    with ended_like_ctrl_c():
        try:
            return _play(read_plan(arguments), arguments)
        except EngineRefused as error:
            complain(str(error))
            return ENGINE_FAILED


def _play(plan: MatchPlan, arguments: Namespace) -> int:
    """Play until the end, and print the report even if the match was cut short."""
    from kiwipete.match import Ledger, LedgerError, Match

    with ExitStack() as stack:
        try:
            ledger = None
            if arguments.resume is not None:
                ledger = stack.enter_context(Ledger(arguments.resume, plan.subject()))
            match = Match(plan, jobs=arguments.jobs, ledger=ledger)
            if ledger is not None and arguments.pgn is not None:
                _complete_pgn(match, ledger, arguments)
        except LedgerError as error:
            raise UsageError(str(error)) from error
        except _CannotWrite as error:
            complain(str(error))
            return CANNOT_WRITE
        trouble = _show_games(match, arguments)
    _print_report(match, arguments)
    if trouble is not None:
        complain(trouble[0])
        return trouble[1]
    if plan.sprt is None or match.verdict == "H1":
        return OK
    return H0_ACCEPTED if match.verdict == "H0" else UNDECIDED


def _show_games(match: Match, arguments: Namespace) -> tuple[str, int] | None:
    """Play the games and show them as they end.

    Return a message and an exit code if the match was cut short.
    """
    from kiwipete.cli.ui.match_view import open_view
    from kiwipete.match import LedgerError
    from kiwipete.match.crew import CrewError

    with open_view(match, silent=arguments.json) as view:
        try:
            with closing(match.run()) as games:
                for game in games:
                    _write_pgn(game, match, arguments)
                    view.add(game)
        except KeyboardInterrupt:
            return _interrupted(match, arguments), INTERRUPTED
        except CrewError as error:
            return str(error), ENGINE_FAILED
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
