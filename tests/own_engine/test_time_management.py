"""The engine learns from the GUI's clock how late its moves are."""

from __future__ import annotations

import itertools

import pytest

from kiwipete.own_engine.time_management import Clock, Lateness, SearchLimits
from kiwipete.own_engine.uci_text import read_go


def game(lateness: Lateness, *, delay: float, clock: Clock, moves: int = 100) -> list[float]:
    """Play moves that cost what was planned and a delay; return what the clock showed."""
    left = clock.left
    shown = []
    for ply in range(0, 2 * moves, 2):
        now = clock._replace(left=int(left * 1000) / 1000)
        lateness.see_clock(ply, now)
        limits = SearchLimits().on_clock(now, 0.01 + lateness.worst, lateness.usual)
        lateness.note_move(ply, now, limits)
        left += clock.increment - 1.25 * limits.soft - delay
        shown.append(left)
        if left < 0:
            break
    return shown


@pytest.mark.parametrize("delay", [0.0, 0.002, 0.004])
def test_a_clock_never_runs_out_if_the_increment_pays_for_the_delay(delay):
    assert min(game(Lateness(), delay=delay, clock=Clock(0.5, 0.005), moves=400)) > 0.01


def test_a_busy_machine_is_paid_for_from_the_clock():
    """Sixty moves that are 10 ms late each, with increments of 5 ms."""
    shown = game(Lateness(), delay=0.01, clock=Clock(1.0, 0.005), moves=60)
    assert len(shown) == 60
    assert min(shown) > 0.01


def test_an_idle_machine_costs_nothing():
    lateness = Lateness()
    game(lateness, delay=0.0, clock=Clock(60.0, 0.6))
    assert lateness.usual < 0.0015
    assert lateness.worst == 0


def test_only_moves_of_one_game_are_compared():
    lateness = Lateness()
    before = lateness.usual, lateness.worst
    limits = SearchLimits(soft=0.1, hard=0.2)
    for ply, clock in (
        (10, Clock(1.0)),  # a new game, or a move taken back
        (12, Clock(8.0)),  # somebody has set the clock
        (13, Clock(1.0)),  # the other side's clock
        (12, Clock(7.0, moves_to_go=40)),  # the moves were made, and time was added
    ):
        lateness.note_move(10, Clock(5.0, moves_to_go=1), limits)
        lateness.see_clock(ply, clock)
    lateness.see_clock(14, Clock(3.0))  # which move was before is not known
    assert (lateness.usual, lateness.worst) == before


def test_an_accident_does_not_count_and_a_habit_does():
    lateness = Lateness()
    clock, limits = Clock(9.0), SearchLimits(soft=0.1, hard=0.2)
    worst = []
    for late in (*[0.001] * 40, 0.05, *[0.001] * 5, 0.05):
        lateness.note_move(10, clock, limits)
        lateness.see_clock(12, Clock(9.0 - 0.2 - late))
        worst.append(round(lateness.worst, 6))
    assert worst[45] == 0.001
    assert worst[46] == 0.05


@pytest.mark.parametrize("overhead", [0.0, 0.01, 5.0])
def test_there_is_always_a_limit(overhead):
    late = Lateness()
    late._beyond_plan.extend([0.1] * 40)
    late._beyond_limit.extend([0.1] * 40)
    for left, more, lateness in itertools.product(
        ("-1", "0", "1", "50", "1000"),
        ("", " winc 5", " movestogo 1", " movestogo 40"),
        (None, Lateness(), late),
    ):
        limits = read_go(f"wtime {left}{more}").limits(True, overhead, lateness)
        assert 0 < limits.soft <= limits.hard
        assert limits.hard <= max(0.001, int(left) / 1000)
        late_start = limits.after(99)
        assert 0 < late_start.soft <= late_start.hard == 0.001
