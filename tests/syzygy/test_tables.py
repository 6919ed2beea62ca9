"""Single tables by the names of chess.syzygy, and tablebases of variants."""

from __future__ import annotations

import chess
import chess.syzygy
import chess.variant
import pytest

import kiwipete.variant
from kiwipete import Board
from kiwipete.syzygy import DtzTable, MissingTableError, Tablebase, WdlTable
from tests.support.syzygy.invented_tables import write_both

FENS = [
    "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
    "8/8/3k4/8/8/2K5/8/r7 b - - 0 1",
    "8/8/3k4/8/8/2K5/8/r7 w - - 0 1",
]


@pytest.fixture
def directory(tmp_path):
    """Return a directory with the tables of a rook."""
    write_both(tmp_path, "KRvK")
    return tmp_path


@pytest.mark.parametrize("fen", FENS)
def test_values_are_those_of_python_chess(fen, directory):
    wdl, dtz = str(directory / "KRvK.rtbw"), str(directory / "KRvK.rtbz")
    with WdlTable(wdl) as ours, chess.syzygy.WdlTable(wdl) as theirs:
        ours.init_table_wdl()
        assert ours.probe_wdl_table(Board(fen)) == theirs.probe_wdl_table(chess.Board(fen))
    with DtzTable(dtz) as ours, chess.syzygy.DtzTable(dtz) as theirs:
        ours.init_table_dtz()
        for value in (-2, 2):
            expected = theirs.probe_dtz_table(chess.Board(fen), value)
            assert ours.probe_dtz_table(Board(fen), value) == expected


def test_what_a_table_says_of_itself(directory):
    path = str(directory / "KRvK.rtbw")
    ours, theirs = WdlTable(path), chess.syzygy.WdlTable(path)
    for name in ("path", "key", "mirrored_key", "symmetric", "num", "has_pawns", "initialized"):
        assert getattr(ours, name) == getattr(theirs, name)


def test_a_table_that_is_closed_opens_again(directory):
    table = WdlTable(directory / "KRvK.rtbw")
    before = table.probe_wdl_table(Board(FENS[0]))
    table.close()
    assert not table.initialized
    assert table.probe_wdl_table(Board(FENS[0])) == before


def test_files_and_positions_that_are_not_there(directory):
    with pytest.raises(FileNotFoundError):
        WdlTable(directory / "KQvK.rtbw").init_table_wdl()
    with pytest.raises(ValueError, match="not the name of a table"):
        WdlTable(directory / "rook.rtbw")
    with pytest.raises(MissingTableError, match="KRvK has no positions of KQvK"):
        WdlTable(directory / "KRvK.rtbw").probe_wdl_table(Board("4k3/8/8/8/8/8/8/4K2Q w - - 0 1"))


@pytest.mark.parametrize("name", ["Atomic", "Antichess", "Giveaway", "Suicide"])
@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/8/8/4K3 b - - 0 1",
        "8/8/8/3kK3/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/3pP3/8 w - - 0 1",
    ],
)
def test_positions_of_variants_without_tables(name, fen):
    answers = []
    for module, tables in ((kiwipete.variant, Tablebase), (chess.variant, chess.syzygy.Tablebase)):
        variant = getattr(module, name + "Board")
        tablebase = tables(VariantBoard=variant)
        board = variant(fen)
        answers.append((tablebase.get_wdl(board), tablebase.get_dtz(board), board.fen()))
    assert answers[0] == answers[1]


def test_tables_of_variants_are_not_read(directory):
    tables = Tablebase(VariantBoard=kiwipete.variant.AtomicBoard)
    assert tables.add_directory(directory) == 0
    with pytest.raises(MissingTableError, match="tables of atomic are not read: KRvK"):
        tables.probe_wdl(kiwipete.variant.AtomicBoard(FENS[0]))
    with pytest.raises(KeyError, match="the tables are of atomic, not chess"):
        tables.probe_wdl(Board(FENS[0]))
