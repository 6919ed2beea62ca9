"""Endgame tables in the search, by tables whose values are invented: what they say is believed."""

from __future__ import annotations

import os
import random

import pytest

from kiwipete import Board, Move
from kiwipete._core.line import Line
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.own_engine.time_management import SearchLimits
from tests.support.syzygy.damage import damaged
from tests.support.syzygy.invented_tables import dtz_table, wdl_table

ROOK = "8/8/8/4k3/8/8/8/K6R w - - 0 1"
TAKES = Board("k7/8/8/8/8/7n/8/K6R w - - 0 1"), [Move.from_uci("h1h3")]
MATE = "k7/8/1K6/8/8/8/8/7R w - - 0 1"


@pytest.fixture
def folder(tmp_path):
    """Return a function that makes a folder with a table of one value for the side to move."""

    def make(value: int, name: str = "KRvK") -> str:
        table = wdl_table(name, single=True, values=(value,))
        (tmp_path / f"{name}.rtbw").write_bytes(table)
        return str(tmp_path)

    return make


def search(folders: str, board: Board, root_moves=None, threads: int = 1, **limits: int) -> Line:
    engine = SearchEngine(threads=threads, hash_mb=1)
    engine.set_option("syzygypath", folders)
    return engine.search(board, SearchLimits(**limits), root_moves=root_moves)[0]


@pytest.mark.parametrize(
    ("value", "centipawns"), [(-2, 19_999), (-1, 1), (0, 0), (1, -1), (2, -19_999)]
)
@pytest.mark.parametrize("depth", [2, 5])
def test_a_node_is_worth_what_its_table_says(folder, value, centipawns, depth):
    line = search(folder(value), *TAKES, depth=depth)
    assert line.centipawns == centipawns
    assert line.tbhits > 0


def test_the_search_goes_where_the_tables_say_it_wins(folder):
    board, (takes,) = TAKES
    assert search(folder(-2), board, depth=4).moves[0] == takes
    assert search(folder(2), board, depth=4).moves[0] != takes


def test_the_root_is_worth_what_its_table_says(folder):
    """There are no distances here, so results alone rank the moves."""
    for value, centipawns in ((-2, 20_000), (-1, 1), (0, 0), (1, -1), (2, -20_000)):
        line = search(folder(value), Board(ROOK), depth=3)
        assert line.centipawns == centipawns
        assert line.tbhits >= Board(ROOK).legal_moves.count()


def test_a_mate_is_more_than_a_win(folder):
    for value in (-2, 0):
        assert search(folder(value), Board(MATE), depth=4).mate == 1


def test_a_search_for_a_mate_asks_no_tables(folder):
    line = search(folder(0), Board("8/8/8/8/8/k1K5/8/7R w - - 0 1"), mate=2)
    assert (line.mate, line.tbhits) == (1, 0)


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/4k3/8/8/8/K6Q w - - 0 1",  # no such table
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",  # the tables know no castling
        "4k3/pppp4/8/8/8/8/PPPP4/4K2R w - - 0 1",  # nor that many pieces
    ],
)
def test_what_the_tables_do_not_know_is_searched_as_ever(folder, fen):
    with_tables = search(folder(0), Board(fen), depth=2)
    assert with_tables.tbhits == 0
    assert with_tables._replace(seconds=0) == search("", Board(fen), depth=2)._replace(seconds=0)


def test_only_right_after_a_capture_or_a_pawn_move(folder):
    """Elsewhere the clock of the fifty moves is not 0, which the tables take it for."""
    board, (takes,) = TAKES
    others = [move for move in board.legal_moves if move != takes]
    assert search(folder(-2), board, others, depth=2).tbhits == 0


def test_several_threads_ask_at_once(folder):
    line = search(folder(-2), TAKES[0], threads=3, depth=9)
    assert (line.centipawns, line.moves[0]) == (19_999, TAKES[1][0])


def test_tables_can_be_closed(folder):
    engine = SearchEngine(hash_mb=1)
    assert engine.set_option("syzygypath", folder(0)) == "files of endgame tables: 1"
    assert engine.set_option("syzygypath", "") == "files of endgame tables: 0"
    assert engine.search(Board(ROOK), SearchLimits(depth=3))[0].tbhits == 0


def test_other_tables_clear_what_was_learned(folder):
    board, (takes,) = TAKES
    engine = SearchEngine(hash_mb=1)

    def searched() -> tuple[int, int]:
        (line, *_) = engine.search(board, SearchLimits(depth=6), root_moves=[takes])
        return line.centipawns, engine.nodes

    fresh = searched()
    for value, centipawns in ((-2, 19_999), (2, -19_999)):
        engine.set_option("syzygypath", folder(value))
        assert searched()[0] == centipawns
    engine.set_option("syzygypath", "")
    assert searched() == fresh
    assert searched()[1] < fresh[1]
    engine.set_option("syzygypath", "")  # nothing changes
    assert searched()[1] < fresh[1]


def test_several_folders(folder, tmp_path):
    other = tmp_path / "others"
    other.mkdir()
    (other / "KQvK.rtbw").write_bytes(wdl_table("KQvK", single=True, values=(0,)))
    both = os.pathsep.join([folder(0), str(other)])
    assert SearchEngine(hash_mb=1).set_option("syzygypath", both) == "files of endgame tables: 2"
    for fen in (ROOK, ROOK.replace("R", "Q")):
        assert search(both, Board(fen), depth=2).centipawns == 0


@pytest.mark.parametrize("folders", ["nowhere", "{}/empty", "{}:nowhere", "\0", "x" * 5000])
def test_a_folder_without_tables_is_named_and_those_before_stay(folder, folders, tmp_path):
    (tmp_path / "empty").mkdir()
    engine = SearchEngine(hash_mb=1)
    engine.set_option("syzygypath", folder(0))
    with pytest.raises(ValueError, match="folder"):
        engine.set_option("syzygypath", folders.format(tmp_path).replace(":", os.pathsep))
    assert engine.search(Board(ROOK), SearchLimits(depth=3))[0].tbhits > 0


def test_damaged_tables_do_no_harm(tmp_path):
    rng = random.Random(3)
    tables = {".rtbw": wdl_table("KRvK"), ".rtbz": dtz_table("KRvK", 0)}
    for _ in range(40):
        for suffix, table in tables.items():
            (tmp_path / f"KRvK{suffix}").write_bytes(damaged(rng, table))
        for board in (Board(ROOK), TAKES[0]):
            assert search(str(tmp_path), board, depth=4).moves[0] in board.legal_moves
