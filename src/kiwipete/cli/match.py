"""`kiwipete match`: games between UCI engines."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from kiwipete.cli.ends import (
    CANNOT_WRITE,
    ENGINE_FAILED,
    H0_ACCEPTED,
    INTERRUPTED,
    OK,
    UNDECIDED,
    UsageError,
    complain,
)
from kiwipete.cli.files import check_writable
from kiwipete.cli.wording import several

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.match import Game, Ledger, Match, MatchPlan


class _CannotWrite(Exception):
    """Games that cannot be saved as they should be."""


def run(arguments: Namespace) -> int:
    """Play the match; the exit code says what came of it."""
    from kiwipete.cli.match_plan import EngineRefused, read_plan
    from kiwipete.cli.signals import ended_like_ctrl_c

    if arguments.pgn is not None:
        check_writable(arguments.pgn)
    with ended_like_ctrl_c():
        try:
            return _play(read_plan(arguments), arguments)
        except EngineRefused as error:
            complain(str(error))
            return ENGINE_FAILED


def _play(plan: MatchPlan, arguments: Namespace) -> int:
    """Play until the end, and tell what came of it, whatever the end is."""
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
    _tell(match, arguments)
    if trouble is not None:
        complain(trouble[0])
        return trouble[1]
    if plan.sprt is None or match.verdict == "H1":
        return OK
    return H0_ACCEPTED if match.verdict == "H0" else UNDECIDED


def _show_games(match: Match, arguments: Namespace) -> tuple[str, int] | None:
    """Play the games in front of the reader's eyes; return what ended them too soon, if anything.

    That is a line to tell, and an exit code.
    """
    from kiwipete.cli.match_view import open_view
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


def _tell(match: Match, arguments: Namespace) -> None:
    """Print the report."""
    from kiwipete.cli.match_report import as_json, print_report

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
    """Bring the PGN file up to the games of the ledger: a full disk may have cut it short."""
    from kiwipete.match import LedgerError
    from kiwipete.match.pgn import identity
    from kiwipete.match.pgn_file import complete

    path = Path(arguments.pgn)
    if path.exists() and not path.is_file():
        return  # a pipe has no past
    names = [engine.name for engine in match.plan.engines]

    def write(game: Game) -> str:
        try:
            return _pgn(game, match)
        except ValueError as error:
            raise LedgerError(f"{ledger.path}: game {game.number}: {error}") from error

    try:
        complete(path, ledger.games(), lambda game: identity(game, names), write)
    except OSError as error:
        raise _CannotWrite(f"cannot write {arguments.pgn}: {error.strerror}") from error


def _write_pgn(game: Game, match: Match, arguments: Namespace) -> None:
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
