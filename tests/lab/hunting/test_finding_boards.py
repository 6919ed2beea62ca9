"""The positions to draw for a finding."""

from __future__ import annotations

import pytest

from kiwipete import parse_square
from kiwipete.lab import hunt, labelled_position
from kiwipete.lab.hunting.finding_boards import ends_of, finding_boards
from tests.support.buggy import MutatedEngine


def findings(bug, fen):
    return hunt(MutatedEngine(bug), [labelled_position(fen)], depth=3).findings


def test_a_wrong_list_of_moves_is_one_of_the_smallest_position():
    (finding,) = findings("castling-through-check", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1")
    *_, smallest = finding_boards(finding)
    assert smallest.wrong
    assert smallest.board.fen() == finding.fen
    assert {*map(parse_square, ("e1", "g1"))} <= smallest.marked


def test_a_list_that_is_wrong_after_a_move_has_two_boards():
    (finding,) = findings("rights-after-capture", "r3k3/1K6/8/8/8/8/8/8 w q - 0 1")
    before, after = finding_boards(finding)
    assert (before.wrong, after.wrong) == (False, True)
    assert before.marked == set()
    assert after.title == f"after {' '.join(finding.line)}"
    assert [move.uci() for move in after.board.move_stack] == [*finding.line]


def test_a_wrong_count_marks_its_move():
    (finding,) = findings("unmake-castling", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    (board,) = finding_boards(finding)
    assert board.marked == {*ends_of(finding.line[0])}
    assert not board.wrong


@pytest.mark.parametrize("move", ["0000", "?", "", "e2", "e2e9", "i1i2", "e7e8=q"])
def test_malformed_moves_have_no_squares(move):
    assert ends_of(move) is None
