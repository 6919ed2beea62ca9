from __future__ import annotations

from kiwipete.match import Adjudication
from kiwipete.match.adjudication import DRAWN, WON, Referee

RULES = Adjudication(win_score=500, win_moves=2, draw_score=10, draw_moves=2, draw_from=30)


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
