"""Lines as pages get them."""

from __future__ import annotations

from kiwipete import Move
from kiwipete.engine import Cp, PovScore
from kiwipete.web.scores import known_lines, put_line

BEST, SECOND, THIRD = (Move.from_uci(text) for text in ("e2e4", "d2d4", "c2c4"))


def line(first: Move, score: int) -> dict[str, object]:
    return {"pv": [first], "score": PovScore(Cp(score), turn=True)}


def test_a_line_of_the_last_depth_does_not_repeat_the_best_move():
    lines = [line(BEST, 40), line(BEST, 20), line(SECOND, 10)]
    assert known_lines(lines) == [lines[0], lines[2]]


def test_lines_without_a_score_or_moves_are_left_out():
    assert known_lines([{"pv": [BEST]}, {"score": PovScore(Cp(0), turn=True)}, {"pv": []}]) == []


def test_no_line_is_lost_when_another_one_becomes_the_best():
    infos = {}
    for rank, move in enumerate((BEST, SECOND, THIRD), 1):
        put_line(infos, {**line(move, 0), "multipv": rank})

    def moves_after(rank, move, depth):
        put_line(infos, {**line(move, 0), "multipv": rank, "depth": depth})
        return [infos[rank]["pv"][0] for rank in (1, 2, 3)]

    assert moves_after(1, THIRD, 2) == [THIRD, BEST, SECOND]
    assert moves_after(2, SECOND, 2) == [THIRD, SECOND, BEST]
    assert moves_after(3, BEST, 2) == [THIRD, SECOND, BEST]
    assert moves_after(1, THIRD, 3) == [THIRD, SECOND, BEST]
    assert [infos[rank]["depth"] for rank in (1, 2, 3)] == [3, 2, 2]


def test_what_has_no_moves_adds_to_its_line():
    infos = {1: line(BEST, 40), 3: line(SECOND, 20)}
    put_line(infos, {"nodes": 7})
    put_line(infos, {"multipv": 2, "pv": [SECOND]})
    assert infos == {
        1: {**line(BEST, 40), "nodes": 7},
        2: {"multipv": 2, "pv": [SECOND]},
        3: line(SECOND, 20),
    }


def test_an_engine_may_leave_ranks_out():
    infos = {1: line(BEST, 40), 4: line(SECOND, 20)}
    put_line(infos, {**line(THIRD, 50), "multipv": 7})
    put_line(infos, line(SECOND, 60))
    assert infos[1]["pv"] == [SECOND]
    assert [infos[rank]["pv"][0] for rank in (4, 7)] == [BEST, THIRD]
    put_line(infos, {**line(THIRD, 30), "multipv": 5})
    assert [infos[rank]["pv"][0] for rank in (1, 4, 5)] == [SECOND, BEST, THIRD]
