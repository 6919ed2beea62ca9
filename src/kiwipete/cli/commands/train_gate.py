"""The gate of `kiwipete train`: the new network against the old, and the ledger."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from kiwipete.cli.exits import (
    CANNOT_WRITE,
    ENGINE_FAILED,
    H0_ACCEPTED,
    INTERRUPTED,
    OK,
    UNDECIDED,
    UsageError,
    complain,
)
from kiwipete.cli.inputs import check_replaceable
from kiwipete.cli.ui import several
from kiwipete.cli.ui.match_view import open_view, print_report
from kiwipete.match import Ledger, LedgerError, Match, Sprt
from kiwipete.match.crew import CrewError
from kiwipete.training.gate import Player, gate_entry, gate_plan
from kiwipete.training.ledger import add_generation, read_ledger
from kiwipete.training.training_report import read_report
from kiwipete.untrusted_text import in_short

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.match import MatchPlan


def check_gate(arguments: Namespace) -> None:
    """Raise the error of an opponent or a ledger that cannot be used, before all the work."""
    Player.of(arguments.gate)
    if arguments.ledger is not None:
        check_replaceable(arguments.ledger)
        if Path(arguments.ledger).exists():
            read_ledger(Path(arguments.ledger))


def play_gate(arguments: Namespace) -> int:
    """Play until the test decides, and record the generation."""
    new, network = Player.of_file(arguments.out)
    old = Player.of(arguments.gate)
    ledger = Path(arguments.ledger) if arguments.ledger is not None else None
    plan = _plan(new, old, arguments)
    # Games of other networks are in other files.
    games = Path(f"{arguments.out}.{new.key}-{old.key}.games")
    try:
        with Ledger(games, plan.subject()) as played:
            match = Match(plan, jobs=arguments.jobs, ledger=played)
            try:
                _show_games(match)
            except KeyboardInterrupt:
                done = several(match.standing.games, "game")
                hint = "the same command" + (" without the data" if arguments.data else "")
                complain(f"interrupted: {done} played, saved in {games}; {hint} continues")
                return INTERRUPTED
            except LedgerError as error:
                complain(str(error))
                return CANNOT_WRITE
    except CrewError as error:
        complain(str(error))
        return ENGINE_FAILED
    except LedgerError as error:
        raise UsageError(in_short(str(error), 300)) from error
    print_report(match)
    entry = gate_entry(match, old, arguments.nodes)
    if ledger is not None:
        known = {
            "network": new.key,
            "hidden": network.hidden,
            "buckets": network.buckets,
            **read_report(Path(arguments.out), network),
        }
        number = add_generation(ledger, known, entry)["generation"]
        print(f"generation {number}: {entry['verdict']}, recorded in {ledger}")
    games.unlink(missing_ok=True)
    return {"H1": OK, "H0": H0_ACCEPTED}.get(match.verdict or "", UNDECIDED)


def _plan(new: Player, old: Player, arguments: Namespace) -> MatchPlan:
    try:
        return gate_plan(
            new, old, nodes=arguments.nodes, sprt=Sprt(*arguments.sprt), games=arguments.games
        )
    except ValueError as error:
        raise UsageError(str(error)) from error


def _show_games(match: Match) -> None:
    with open_view(match, silent=False) as view, closing(match.run()) as ended:
        for game in ended:
            view.add(game)
