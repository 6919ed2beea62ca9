"""Whole matches: several processes, ledgers, tests."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from contextlib import closing
from itertools import islice

import pytest

from kiwipete.match import Adjudication, Control, Ledger, Match, MatchPlan, Opening, Sprt, Terms
from kiwipete.match.crew import Crew, CrewError
from kiwipete.match.running import MatchSchedule
from tests.support.match.toys import QUICK, START, toy
from tests.support.processes import exists, wait_for

WISE, BLIND = toy("seed=1", name="Wise"), toy("seed=2", "blind", name="Blind")
SHORT = Terms(Control(nodes=1), Adjudication(win_score=300, win_moves=1))


def plan(games=8, terms=SHORT, engines=(WISE, BLIND), **more):
    return MatchPlan(engines, terms, games, **more)


def test_all_games_are_played_with_both_colours():
    match = Match(plan(games=6), jobs=2)
    games = sorted(match.run(), key=lambda game: game.number)
    assert [game.number for game in games] == list(range(6))
    assert [(game.white, game.black) for game in games] == [(0, 1), (1, 0)] * 3
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.opening == second.opening
    assert len({game.opening for game in games}) == 3
    assert match.complete
    assert match.standing.pairs().score > 0.8


def test_the_test_stops_the_match():
    match = Match(plan(games=1000, sprt=Sprt(0, 100)), jobs=2)
    played = list(match.run())
    assert match.verdict == "H1"
    assert len(played) < 200
    assert list(match.run()) == []


def test_openings_are_used_in_turn():
    openings = (START, Opening(START.fen, ("e2e4",)))
    games = list(Match(plan(games=6, openings=openings)).run())
    assert [game.opening for game in games] == [
        *openings[:1] * 2,
        *openings[1:] * 2,
        *openings[:1] * 2,
    ]


def test_a_match_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "run.jsonl"
    whole = {game.number: game.moves for game in Match(plan()).run()}
    with Ledger(path, plan().subject()) as ledger:
        match = Match(plan(), jobs=2, ledger=ledger)
        with closing(match.run()) as games:
            first = list(islice(games, 3))
    with Ledger(path, plan().subject()) as ledger:
        match = Match(plan(), ledger=ledger)
        assert match.standing.games == 3
        rest = list(match.run())
        assert match.complete
    assert {game.number: game.moves for game in first + rest} == whole
    with Ledger(path, plan(games=10).subject()) as ledger:
        more = Match(plan(games=10), ledger=ledger)
        assert [game.number for game in more.run()] == [8, 9]
    with Ledger(path, plan(games=4).subject()) as ledger:
        fewer = Match(plan(games=4), ledger=ledger)
        assert fewer.complete
        assert fewer.standing.games == 4


def test_what_makes_another_match():
    same = plan().subject()
    assert plan(games=100, sprt=Sprt(0, 5)).subject() == same
    for other in (
        plan(terms=QUICK),
        plan(engines=(BLIND, WISE)),
        plan(seed=1),
        plan(openings=(START,)),
        plan(balanced=lambda board: board.turn),
    ):
        assert other.subject() != same


def test_a_round_robin():
    third = toy("seed=3", name="Third")
    match = Match(plan(games=2, engines=(WISE, BLIND, third)), jobs=2)
    games = sorted(match.run(), key=lambda game: game.number)
    meetings = [(game.white, game.black) for game in games]
    assert meetings == [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    assert len({game.opening for game in games}) == 1
    assert sum(player.points for player in match.standing.players) == 6


def test_a_gauntlet():
    schedule = MatchSchedule(4, 2, lambda _: START, gauntlet=True)
    assert schedule.pairings == [(0, 1), (0, 2), (0, 3)]
    assert len(schedule) == len(list(schedule.left())) == 6


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"games": 7}, "games come in pairs"),
        ({"games": 0}, "games come in pairs"),
        ({"engines": (WISE,)}, "two engines"),
        ({"engines": (WISE, BLIND, WISE), "sprt": Sprt(0, 5)}, "between two engines"),
    ],
)
def test_nonsense_is_refused(more, reason):
    with pytest.raises(ValueError, match=reason):
        plan(**more)


# Processes come and go.


def children_of(pid: int) -> list[int]:
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def test_a_match_that_is_left_ends_everything():
    crew = Crew(2, (toy("sleep=0.01"), toy("sleep=0.01")), QUICK)
    schedule = MatchSchedule(2, 100, lambda _: START)
    with closing(crew.play(schedule.left())) as games:
        next(games)
        workers = [worker._process.pid for worker in crew._workers]
        engines = [pid for worker in workers for pid in children_of(worker)]
    assert len(workers) == 2
    assert len(engines) >= 2
    wait_for(lambda: not any(map(exists, [*workers, *engines])))


def test_a_worker_that_is_killed_is_replaced():
    crew = Crew(1, (WISE, BLIND), SHORT)
    schedule = MatchSchedule(2, 6, lambda _: START)
    numbers = []
    for game in crew.play(schedule.left()):
        numbers.append(game.number)
        if game.number in (1, 3):
            crew._workers[-1]._process.kill()
    assert numbers == list(range(6))
    assert len(crew._workers) == 3


def test_workers_that_always_die_end_the_match(monkeypatch):
    monkeypatch.setattr("kiwipete.match.crew._PROGRAM", "import sys; sys.exit({path!r} == 1)")
    crew = Crew(1, (WISE, BLIND), SHORT)
    with pytest.raises(CrewError, match="keep ending"):
        list(crew.play(MatchSchedule(2, 6, lambda _: START).left()))


PROGRAM = """
import sys
from kiwipete.match import Match, MatchPlan
from tests.support.match.toys import QUICK, toy
match = Match(MatchPlan((toy("sleep=0.05"), toy("sleep=0.05")), QUICK), jobs=1)
print("started", flush=True)
for game in match.run():
    pass
"""


def test_workers_end_with_a_match_that_is_killed():
    process = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    deadline = time.monotonic() + 30
    engines: list[int] = []
    while len(engines) < 2:
        assert time.monotonic() < deadline
        workers = children_of(process.pid)
        engines = [pid for worker in workers for pid in children_of(worker)]
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    wait_for(lambda: not any(map(exists, [*workers, *engines])))
