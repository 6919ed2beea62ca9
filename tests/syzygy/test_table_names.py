"""Names of tables are python-chess's."""

from __future__ import annotations

import chess
import chess.syzygy
import pytest

import kiwipete
from kiwipete import syzygy
from tests.support.random_play import STARTS

GOOD = ["KRvK", "KvKR", "KRPvKR", "KRvKRP", "KNRvKQ", "KBvKBN", "KBvKNB", "KQQQQQvK", "KRRRvKRRR"]
BAD = ["KQQQQQQvK", "KvK", "RvK", "KRv", "vK", "KXvK", "KRvKv", "krvk", "KRvK\n", ""]


@pytest.mark.parametrize("name", [*GOOD, *BAD])
def test_which_names_there_are(name):
    for normalized in (True, False):
        for piece_count in (3, 7, None):
            options = {"normalized": normalized, "piece_count": piece_count}
            expected = chess.syzygy.is_tablename(name, **options)
            assert syzygy.is_tablename(name, **options) == expected, options


def test_two_kings_are_no_table():
    assert not syzygy.is_tablename("KKvK")
    assert syzygy.is_tablename("KKvK", one_king=False)


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("name", GOOD)
def test_one_name_for_one_material(name, mirror):
    expected = chess.syzygy.normalize_tablename(name, mirror=mirror)
    assert syzygy.normalize_tablename(name, mirror=mirror) == expected


@pytest.mark.parametrize(("one_king", "count"), [(True, 7), (True, 5), (True, 2), (False, 4)])
def test_all_names(one_king, count):
    ours = list(syzygy.tablenames(one_king=one_king, piece_count=count))
    theirs = set(chess.syzygy.tablenames(one_king=one_king, piece_count=count))
    # Theirs has names of more pieces than were asked for.
    assert set(ours) == {name for name in theirs if len(name) <= count + 1}
    assert len(ours) == len(set(ours))


def test_up_to_six_pieces_unless_told_otherwise():
    assert set(syzygy.tablenames()) == set(chess.syzygy.tablenames())


@pytest.mark.parametrize("name", list(syzygy.tablenames(piece_count=5)))
def test_where_captures_and_promotions_lead(name):
    assert set(syzygy.dependencies(name)) == set(chess.syzygy.dependencies(name))
    ours = list(syzygy.all_dependencies([name]))
    assert set(ours) == set(chess.syzygy.all_dependencies([name]))
    assert len(ours) == len(set(ours))


def test_the_material_of_a_board():
    for start in STARTS:
        board, oracle = kiwipete.Board(start.fen), chess.Board(start.fen)
        for mirror in (False, True):
            expected = chess.syzygy.calc_key(oracle, mirror=mirror)
            assert syzygy.calc_key(board, mirror=mirror) == expected


@pytest.mark.parametrize("wdl", range(-2, 3))
def test_distances_before_zeroing(wdl):
    assert syzygy.dtz_before_zeroing(wdl) == chess.syzygy.dtz_before_zeroing(wdl)


def test_every_public_name_of_python_chess_but_its_inner_workings():
    theirs = {
        name
        for name, thing in vars(chess.syzygy).items()
        if getattr(thing, "__module__", None) == "chess.syzygy" and not name.startswith("_")
    }
    inner = {"PairsData", "PawnFileData", "PawnFileDataDtz"}
    inner |= {"binom", "flipdiag", "offdiag", "recalc_key", "subfactor", "test45"}
    assert {name for name in theirs if not hasattr(syzygy, name)} == inner
    variants = {"sprobe_ab", "sprobe_capts"}
    methods = {name for name in dir(chess.syzygy.Tablebase) if not name.startswith("_")}
    assert {name for name in methods if not hasattr(syzygy.Tablebase, name)} == variants
