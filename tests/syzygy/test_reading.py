"""Any table is read as python-chess reads it: every kind of material, up to seven pieces."""

from __future__ import annotations

import chess.syzygy
import pytest

from kiwipete.syzygy import open_tablebase
from tests.support.syzygy.invented_tables import (
    LOSS_PLIES,
    MAPPED,
    WIDE,
    WIN_PLIES,
    boards,
    wdl_table,
    write_both,
)

PAWNLESS = ["KQvK", "KRRvK", "KRvKN", "KNvKN", "KRBvKB", "KBBvKNN", "KQRBvKNN", "KNNNNNvK"]
PAWNS = ["KPvK", "KPvKP", "KBPvKP", "KPPvKP", "KRPPvKPP", "KPPPvKPP", "KPPPPPvK", "KQPvKQP"]
VALUES = (-2, -1, 1, 2)


@pytest.fixture
def readers(tmp_path):
    """Return a function that opens what was written to a directory in both libraries."""
    opened = []

    def open_both():
        opened.append(open_tablebase(tmp_path))
        opened.append(chess.syzygy.open_tablebase(str(tmp_path)))
        return opened[-2:]

    yield open_both
    for reader in opened:
        reader.close()


@pytest.mark.parametrize("flags", [0, MAPPED, MAPPED | WIDE, MAPPED | WIN_PLIES | LOSS_PLIES])
@pytest.mark.parametrize("name", [*PAWNLESS, *PAWNS])
def test_the_values_of_a_position(name, flags, tmp_path, readers):
    write_both(tmp_path, name, flags)
    ours, theirs = readers()
    seen = set()
    for board, oracle in boards(name, 40, flags):
        wdl = ours.probe_wdl_table(board)
        assert wdl == theirs.probe_wdl_table(oracle), oracle.fen()
        distances = [ours.probe_dtz_table(board, value) for value in VALUES]
        expected = [theirs.probe_dtz_table(oracle, value) for value in VALUES]
        assert distances == expected, oracle.fen()
        seen |= {wdl, distances[0]}
    assert len(seen) > 5


@pytest.mark.parametrize("name", ["KRvK", "KRvKR", "KPPvKP", "KPvKP"])
def test_parts_with_a_single_value(name, tmp_path, readers):
    (tmp_path / f"{name}.rtbw").write_bytes(wdl_table(name, 1, single=True))
    ours, theirs = readers()
    for board, oracle in boards(name, 60):
        assert ours.probe_wdl_table(board) == theirs.probe_wdl_table(oracle), oracle.fen()


def test_captures_between_bounds(tmp_path, readers):
    for name in ("KRvKN", "KRvK", "KNvK"):
        (tmp_path / f"{name}.rtbw").write_bytes(wdl_table(name))
    ours, theirs = readers()
    best_by_capture = 0
    for board, oracle in boards("KRvKN", 300):
        for alpha, beta in ((-2, 2), (-1, 1), (0, 1), (-2, -1)):
            answer = ours.probe_ab(board, alpha, beta)
            assert answer == theirs.probe_ab(oracle, alpha, beta), oracle.fen()
            best_by_capture += answer[1] == 2
        assert ours.probe_wdl(board) == theirs.probe_wdl(oracle), oracle.fen()
    assert best_by_capture > 10


def test_values_that_there_are_not(tmp_path, readers):
    write_both(tmp_path, "KRvK")
    ours, _ = readers()
    board, _ = next(boards("KRvK", 1))
    with pytest.raises(ValueError, match="-2 to 2, not 3"):
        ours.probe_dtz_table(board, 3)
