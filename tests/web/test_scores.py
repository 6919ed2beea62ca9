"""Lines as pages get them."""

from __future__ import annotations

from kiwipete import Move
from kiwipete.engine import Cp, PovScore
from kiwipete.web.scores import known_lines

BEST, SECOND = Move.from_uci("e2e4"), Move.from_uci("d2d4")


def line(first: Move, score: int) -> dict[str, object]:
    return {"pv": [first], "score": PovScore(Cp(score), turn=True)}


def test_a_line_of_the_last_depth_does_not_repeat_the_best_move():
    lines = [line(BEST, 40), line(BEST, 20), line(SECOND, 10)]
    assert known_lines(lines) == [lines[0], lines[2]]


def test_lines_without_a_score_or_moves_are_left_out():
    assert known_lines([{"pv": [BEST]}, {"score": PovScore(Cp(0), turn=True)}, {"pv": []}]) == []
