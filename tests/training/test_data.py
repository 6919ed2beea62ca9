"""Work on records: read, written, shuffled, split, relabelled."""

from __future__ import annotations

import builtins

import numpy as np
import pytest

from kiwipete import Board, arrays
from kiwipete.file_header import TrainingFileError
from kiwipete.position_record import FIELDS
from kiwipete.training import data, statistics
from kiwipete.training.game_file import HEADER, Game, game_bytes
from kiwipete.training.record_file import open_records
from kiwipete.training.records import Filters, board_of, record_of
from tests.support.networks import random_network


def array(*records: bytes) -> np.ndarray:
    return np.frombuffer(b"".join(records), np.dtype(FIELDS))


def test_games_and_records_are_read_alike(game_folder, found, tmp_path):
    assert len(found) > 3000
    data.write(tmp_path / "some.kwr", found)
    again = data.read([tmp_path / "some.kwr", game_folder / "1.kwg"])
    assert again[: len(found)].tobytes() == found.tobytes()
    first = data.read([game_folder / "1.kwg"])
    assert again[len(found) :].tobytes() == first.tobytes()
    more = data.read([game_folder / "1.kwg"], Filters(checks=True, captures=True, mates=True))
    assert len(more) > len(first)


def test_one_file_or_none(found, tmp_path):
    data.write(tmp_path / "some.kwr", found)
    assert data.read(tmp_path / "some.kwr").tobytes() == found.tobytes()
    assert len(data.read([])) == 0


def test_illegal_game_is_named(tmp_path):
    game = Game(518, 0, 1, 7, b"\x01\x00\x00\x00")
    (tmp_path / "some.kwg").write_bytes(HEADER.bytes(1, 0, 0, 0) + game_bytes(game))
    with pytest.raises(TrainingFileError, match=r"some\.kwg: game 1: ply 1 of the game is illegal"):
        data.read([tmp_path / "some.kwg"])


def test_one_seed_shuffles_one_way(found):
    one, two, other = (data.shuffled(found, seed) for seed in (1, 1, 2))
    assert (one == two).all()
    assert (one != other).any()
    assert sorted(record.tobytes() for record in one) == sorted(r.tobytes() for r in found)


def test_split_keeps_the_order(found):
    first, second = data.split(found, 0.1)
    assert len(second) == round(0.1 * len(found))
    assert (np.concatenate([first, second]) == found).all()


def test_first_of_each_position_stays():
    start, other = record_of(Board(), score=1), record_of(Board("8/8/8/8/8/8/8/K1k5 w - - 0 1"))
    again = record_of(Board(), score=2)
    found = array(other, start, again, other, start)
    assert data.first_of_each(found).tolist() == [0, 1]
    assert data.first_of_each(found[:0]).tolist() == []


def test_material_counts_and_kings(found):
    for record in found[:: len(found) // 50]:
        board = board_of(record.tobytes())
        one = array(record.tobytes())
        assert statistics.piece_counts(one)[0] == len(board.piece_map())
        own, other = (
            sum((0, 1, 3, 3, 5, 9, 0)[piece.piece_type] for piece in pieces)
            for pieces in (
                [piece for piece in board.piece_map().values() if piece.color == side]
                for side in (board.turn, not board.turn)
            )
        )
        assert statistics.material(one)[0] == own - other
        king = board.king(board.turn) ^ (0 if board.turn else 56)
        assert np.flatnonzero(statistics.own_kings(one)).tolist() == [king]


def test_relabelled_records_have_the_scores_of_a_search(found):
    few = found[:300]
    calls = []
    new, unusable = data.relabel(few, None, nodes=20, progress=calls.append)
    assert unusable == 0
    assert calls == [300]
    assert (new["score"] != few["score"]).any()
    assert (arrays.keys(new) == arrays.keys(few)).all()
    assert (statistics.results(new) == statistics.results(few)).all()
    agreement = statistics.correlation(new["score"] / 1.0, few["score"] / 1.0)
    assert agreement > 0.8
    other, _ = data.relabel(few, random_network(32), nodes=20)
    assert abs(statistics.correlation(other["score"] / 1.0, few["score"] / 1.0)) < agreement


def test_relabelling_on_threads_reaches_all_records(found):
    some = found[:2500].copy()
    some["score"] = 12345
    calls = []
    new, _ = data.relabel(some, None, nodes=1, threads=3, progress=calls.append)
    assert not (new["score"] == 12345).any()
    assert calls == sorted(calls)
    assert calls[-1] == 2500


def test_relabelling_that_is_interrupted_ends_at_once(found):
    def interrupt(_):
        raise KeyboardInterrupt

    mate = array(record_of(Board("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1")))
    long = np.concatenate([mate, found[:50]])
    with pytest.raises(KeyboardInterrupt):
        data.relabel(long, None, nodes=2**32 - 1, threads=2, progress=interrupt)


def test_relabelling_keeps_what_has_no_move():
    stalemate = record_of(Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), score=5)
    mate = record_of(Board("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1"), score=5)
    new, unusable = data.relabel(array(stalemate, bytes(32), mate), None, nodes=50)
    assert unusable == 2
    assert new["score"].tolist() == [5, 0, 20000]


def test_missing_numpy_is_named(monkeypatch, tmp_path):
    real = builtins.__import__

    def without(name, *arguments):
        if name == "numpy":
            raise ImportError(name)
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(data.MissingNumpyError, match=r"kiwipete\[data\]"):
        data.read([])


def test_unfinished_records_are_refused(found, tmp_path):
    path = tmp_path / "some.kwr"
    data.write(path, found)
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(TrainingFileError, match="cut short"):
        open_records(path)
