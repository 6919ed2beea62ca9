from __future__ import annotations

import pytest

from kiwipete.match import Adjudication, Control
from kiwipete.match.terms import DRAWN, WON, Clocks, Referee

RULES = Adjudication(win_score=500, win_moves=2, draw_score=10, draw_moves=2, draw_from=30)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("1+0.01", Control(1.0, 0.01)),
        ("60", Control(60.0)),
        ("0.5", Control(0.5)),
        ("40/300+2", Control(300.0, 2.0, 40)),
    ],
)
def test_clocks_are_read(text, control):
    assert Control.clock(text) == control
    assert Control.clock(str(control)) == control


@pytest.mark.parametrize(
    "text", ["", "+1", "0", "0/60", "1+", "-1", "1e3", "1:00", "inf", "\u0661"]
)
def test_other_clocks_are_refused(text):
    with pytest.raises(ValueError, match="a clock must be"):
        Control.clock(text)


def test_go():
    assert Clocks(Control(movetime=0.1)).go(True) == "go movetime 100"
    assert Clocks(Control(nodes=20000)).go(False) == "go nodes 20000"
    assert Clocks(Control(depth=7)).go(False) == "go depth 7"
    clocks = Clocks(Control.clock("2/10+1"))
    assert clocks.go(True) == "go wtime 10000 btime 10000 winc 1000 binc 1000 movestogo 2"
    clocks.spend(True, 4)
    assert clocks.go(False) == "go wtime 7000 btime 10000 winc 1000 binc 1000 movestogo 2"
    clocks.spend(False, 0)
    assert clocks.go(True).endswith("movestogo 1")
    clocks.spend(True, 3)
    assert clocks.go(True) == "go wtime 15000 btime 11000 winc 1000 binc 1000 movestogo 2"


def test_a_clock_never_goes_below_nothing():
    clocks = Clocks(Control.clock("1"))
    clocks.spend(True, 1.03)
    assert clocks.left(True) == 0
    assert clocks.go(True).startswith("go wtime 1 ")


def test_time_is_never_rounded_up():
    clocks = Clocks(Control.clock("1"))
    clocks.spend(True, 0.0001)
    assert clocks.go(True).startswith("go wtime 999 ")


def test_available_time():
    assert Control(movetime=0.5).available(10) == 5
    assert Control(nodes=5).available(10) == 0
    assert Control.clock("40/60").available(40) == 60
    assert Control.clock("40/60+1").available(41) == 161


def test_what_is_timed():
    assert Control.clock("1").timed
    assert Control(movetime=1.0).timed
    assert not Control(nodes=1).timed
    assert [str(c) for c in (Control(movetime=0.1), Control(depth=3))] == [
        "0.1 s a move",
        "depth 3",
    ]


def hear(scores, rules=RULES, move=40):
    """The first verdict on scores of white and black by turns, and after how many of them."""
    referee = Referee(rules)
    for ply, score in enumerate(scores):
        verdict = referee.hear(move + ply // 2, ply % 2 == 0, score)
        if verdict is not None:
            return ply + 1, *verdict
    return None


def test_both_must_agree_on_a_win():
    assert hear([600, -600, 600, -500]) == (4, WON, True)
    assert hear([-600, 600, -600, 500]) == (4, WON, False)
    assert hear([600, -400] * 5) is None
    assert hear([600, 600] * 5) is None


def test_a_doubt_begins_anew():
    assert hear([600, -600, 600, -499, 600, -600, 600, -600]) == (8, WON, True)
    assert hear([600, -600, None, -600, 600, -600, 600]) == (7, WON, True)


def test_mates_are_wins():
    assert hear([99_990, -99_990, 99_991, -99_991]) == (4, WON, True)


def test_draws():
    assert hear([10, -10, 0, 3]) == (4, DRAWN, None)
    assert hear([10, -10, 11, 3]) is None
    assert hear([0] * 20, move=26) == (12, DRAWN, None)


def test_never():
    assert hear([0] * 100, Adjudication.never()) is None
    assert hear([9000, -9000] * 50, Adjudication.never()) is None
