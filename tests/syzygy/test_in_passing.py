"""Captures in passing, which no table knows: one that is better, and one that is all there is."""

from __future__ import annotations

import chess
import chess.syzygy
import pytest

from kiwipete import Board
from kiwipete.syzygy import open_tablebase
from tests.support.syzygy.invented_tables import wdl_table

ONLY_MOVE = "K7/2k5/4p3/1n1pP3/8/8/8/8 w - d6 0 1"
ONE_OF_SEVERAL = "K7/8/2k1p3/1n1pP3/8/8/8/8 w - d6 0 1"
VALUES = (-2, -1, 0, 1, 2)


def values(directory, fen):
    """Return value and distance with and without the capture, the same in both libraries."""
    answers = []
    for make, board in (
        (open_tablebase, Board(fen)),
        (chess.syzygy.open_tablebase, chess.Board(fen)),
    ):
        with make(str(directory)) as tables:
            answers.append((tables.probe_wdl(board), tables.probe_dtz(board)))
    assert answers[0] == answers[1]
    return answers[0]


def write_single(directory, **tables):
    for name, value in tables.items():
        content = wdl_table(name, single=True, values=(value,))
        (directory / f"{name}.rtbw").write_bytes(content)


@pytest.mark.parametrize("behind", VALUES)
def test_the_only_move_in_what_would_be_stalemate(behind, tmp_path):
    assert [move.uci() for move in Board(ONLY_MOVE).legal_moves] == ["e5d6"]
    write_single(tmp_path, KNPPvKP=0, KNPvKP=behind, KNPvK=2)
    distance = {-2: -1, -1: -101, 0: 0, 1: 101, 2: 1}
    # Black may also take back, which wins the other pawn for nothing: a white win by this table.
    assert values(tmp_path, ONLY_MOVE) == (-behind, distance[-behind])


@pytest.mark.parametrize("otherwise", VALUES)
@pytest.mark.parametrize("behind", VALUES)
def test_one_move_of_several(behind, otherwise, tmp_path):
    write_single(tmp_path, KNPPvKP=-otherwise, KNPvKP=behind, KNPvK=2)
    with open_tablebase(tmp_path) as ours, chess.syzygy.open_tablebase(str(tmp_path)) as theirs:
        value = ours.probe_wdl(Board(ONE_OF_SEVERAL))
        assert value == theirs.probe_wdl(chess.Board(ONE_OF_SEVERAL))
    # One table has one value, whichever side is to move.
    assert value == max(-behind, -otherwise)


def test_the_best_capture_in_passing_is_one_ply_away(tmp_path):
    write_single(tmp_path, KNPPvKP=1, KNPvKP=-2, KNPvK=2)
    with open_tablebase(tmp_path) as tables:
        assert tables.probe_dtz(Board(ONE_OF_SEVERAL)) == 1
