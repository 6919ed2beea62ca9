"""Matches of a real engine."""

from __future__ import annotations

import shutil

import pytest

from kiwipete.match import Control, EngineSpec, Match, MatchPlan, Terms

STOCKFISH = shutil.which("stockfish") or "/usr/games/stockfish"
STRONG = EngineSpec("strong", (STOCKFISH,), (("Threads", "1"), ("Hash", "16")))
WEAK = EngineSpec("weak", (STOCKFISH,), (*STRONG.options, ("Skill Level", "0")))


@pytest.mark.deep
def test_the_stronger_one_wins():
    match = Match(MatchPlan((STRONG, WEAK), Terms(Control(nodes=2000)), games=20), jobs=2)
    games = list(match.run())
    assert len(games) == 20
    assert match.standing.pairs().score > 0.9
    assert not any(player.failures for player in match.standing.players)


@pytest.mark.deep
def test_one_thread_and_fixed_nodes_are_deterministic():
    plan = MatchPlan((STRONG, STRONG), Terms(Control(nodes=1000)), games=4)
    one, two = ({game.number: game.moves for game in Match(plan).run()} for _ in range(2))
    assert one == two


@pytest.mark.deep
@pytest.mark.parametrize("control", [Control.clock("2+0.05"), Control(movetime=0.05)])
def test_a_good_engine_keeps_its_time(control):
    # A busy machine lets an engine wait for a processor.
    match = Match(MatchPlan((STRONG, STRONG), Terms(control, grace=3), games=4), jobs=1)
    list(match.run())
    assert not any(player.failures for player in match.standing.players)
    assert all(player.time.average > 0.005 for player in match.standing.players)
