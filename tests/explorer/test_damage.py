"""Damaged and foreign files are refused; an interrupted build leaves the old file."""

from __future__ import annotations

import io
import random
from contextlib import suppress

import numpy as np
import pytest

import kiwipete
from kiwipete import Board, explorer
from kiwipete._core.explorer_index import Index, block_checks, checksum
from kiwipete._core.explorer_merge import merge
from kiwipete._core.explorer_rows import Collector
from kiwipete.explorer import ExplorerFileError, building
from tests.support.explored_games import games_text

TEXT = games_text(400)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "games.kwx"
    explorer.build(path, io.BytesIO(TEXT)).close()
    return path


def test_any_changed_byte_is_found(path):
    content = path.read_bytes()
    rng = random.Random(3)
    places = {*range(80), *rng.sample(range(len(content)), 300), len(content) - 1}
    for place in places:
        damaged = bytearray(content)
        damaged[place] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(ExplorerFileError, match=r"games\.kwx is"):
            explorer.Explorer(path).verify()


def test_damage_is_found_by_a_question(path):
    content = path.read_bytes()
    board = Board()
    key = board.zobrist_key.to_bytes(8, "little")
    place = content.index(key) + 30
    damaged = bytearray(content)
    damaged[place] ^= 1
    path.write_bytes(damaged)
    found = explorer.Explorer(path)
    for _ in range(2):
        with pytest.raises(ExplorerFileError, match=r"is damaged: block \d+ of its tallies"):
            found[board]
        with pytest.raises(ExplorerFileError, match="is damaged"):
            assert board in found
    with pytest.raises(ExplorerFileError, match="is damaged"):
        explorer.merge(path.with_name("merged.kwx"), [path])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not an explorer's index: it is empty"),
        (b"KIWIEXPL", "not an explorer's index"),
        (b"PK" + bytes(100), "not an explorer's index"),
        (b"KIWIEXPL\x07" + bytes(100), "of version 7; this Kiwipete reads 1"),
        (b"KIWIEXPL\x01" + bytes(100), "damaged: the checksum of its header"),
    ],
)
def test_foreign_files_are_refused(tmp_path, content, message):
    path = tmp_path / "some.file"
    path.write_bytes(content)
    with pytest.raises(ExplorerFileError, match=message):
        explorer.Explorer(path)


def test_files_of_another_size_are_refused(path):
    content = path.read_bytes()
    for other in (content[:-1], content[: len(content) // 2], content + b"x"):
        path.write_bytes(other)
        with pytest.raises(ExplorerFileError, match=r"cut short or has been added to: it has \d+"):
            explorer.Explorer(path)


def test_a_missing_file_is_one(tmp_path):
    with pytest.raises(FileNotFoundError):
        explorer.Explorer(tmp_path / "nothing.kwx")
    with pytest.raises(FileNotFoundError):
        explorer.build(tmp_path / "a.kwx", tmp_path / "nothing.pgn")
    with pytest.raises(FileNotFoundError):
        explorer.build(tmp_path / "no folder" / "a.kwx", io.BytesIO(TEXT))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("stage", ["reading", "merging"])
def test_an_interrupted_build_leaves_the_old_file(path, monkeypatch, stage):
    monkeypatch.setattr(building, "_RUN_ROWS", 100)
    before = path.read_bytes()

    def interrupt(progress):
        if progress.stage == stage:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        explorer.build(path, io.BytesIO(games_text(10, 9)), progress=interrupt)
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert path.read_bytes() == before


def test_a_closed_explorer_says_so(path):
    with explorer.Explorer(path) as found:
        assert found[Board()]
    with pytest.raises(ValueError, match="has been closed"):
        found[Board()]


# What the compiled functions take.


def columns(text=b"1. e4 e5 1-0\n\n1. d4 *"):
    games = kiwipete.read_games(io.BytesIO(text))
    count = len(games)
    return [
        games.moves,
        games.offsets,
        np.zeros(count, np.uint16),
        np.zeros((count, 2), np.uint16),
        {},
    ]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, np.zeros(2, np.uint16)),
        (0, np.zeros(3, np.uint32)),
        (0, np.zeros((3, 1), np.uint16)),
        (0, np.zeros(6, np.uint16)[::2]),
        (0, np.full(3, 0xFFFF, np.uint16)),
        (0, np.arange(3, dtype=np.uint16) + 1),
        (0, None),
        (1, np.array([0, 2, 4])),
        (1, np.array([-1, 2, 3])),
        (1, np.array([0, 3, 2])),
        (1, np.array([0, 2])),
        (1, np.zeros(0, np.int64)),
        (2, np.zeros(1, np.uint16)),
        (2, np.zeros(0, np.uint16)),
        (3, np.zeros((2, 1), np.uint16)),
        (3, np.zeros((1, 2), np.uint16)),
        (4, []),
        (4, {0: "board"}),
        (4, {"a": Board()}),
        (4, {0: Board("8/8/8/8/8/8/8/K1k5 w - - 0 1")}),
    ],
)
def test_wrong_games_raise(place, value):
    collector = Collector(60)
    given = columns()
    collector.add(*given)
    given[place] = value
    with pytest.raises((ValueError, TypeError)):
        collector.add(*given)
    assert collector.count == 3


def test_any_moves_raise_or_are_legal():
    text = b"".join(b"1. %s *\n\n" % Board().san(move).encode() for move in Board().legal_moves)
    legal = set(kiwipete.read_games(io.BytesIO(text)).moves.tolist())
    others = columns(b"1. e4 *")[1:]
    for move in range(2**16):
        given = [np.array([move], np.uint16), *others]
        if move in legal or move == 0:
            Collector(60).add(*given)
        else:
            with pytest.raises(ValueError, match="game 0: move 1 is illegal"):
                Collector(60).add(*given)


def test_starts_of_games_that_do_not_exist_are_ignored():
    given = columns()
    given[4] = {-5: Board(), 7: Board(), 1: None}
    collector = Collector(1)
    collector.add(*given)
    assert collector.count == 1


def test_plies_are_not_negative():
    with pytest.raises(ValueError, match="at least 0"):
        Collector(-1)


def test_rows_of_any_bytes_are_merged_without_a_crash():
    rng = random.Random(5)
    for _ in range(200):
        parts = [
            (rng.randbytes(48 * rng.randrange(40)), rng.randbytes(16 * rng.randrange(40)))
            for _ in range(rng.randrange(5))
        ]
        tallies, singles, positions = merge(parts, 0, 2**64 - 1, rng.randrange(3))
        assert len(tallies) % 48 == len(singles) % 16 == 0
        assert positions <= len(tallies) // 48 + len(singles) // 16


@pytest.mark.parametrize("part", [(b"x", b""), (b"", b"x"), (b"",), None, ("a", "b"), (None, None)])
def test_wrong_parts_raise(part):
    with pytest.raises((ValueError, TypeError)):
        merge([part], 0, 1, 1)


def test_rows_at_odd_addresses_raise():
    rows = memoryview(bytes(97))
    with pytest.raises(ValueError, match="odd address"):
        merge([(rows[1:], b"")], 0, 1, 1)
    with pytest.raises(ValueError, match="odd address"):
        Index(memoryview(bytes(33))[1:], 0, 1)


def test_an_index_of_any_bytes_raises_or_answers():
    rng = random.Random(6)
    key = Board().zobrist_key.to_bytes(8, "little")
    for _ in range(300):
        count = rng.randrange(1, 600)
        rows = b"".join(
            rng.choice([key, rng.randbytes(8)]) + rng.randbytes(8) for _ in range(count)
        )
        data = rows + block_checks(rows, 16)
        assert isinstance(Index(data, 0, count).find(Board()), list)
        changed = bytearray(data)
        changed[rng.randrange(len(changed))] ^= 255
        with suppress(ValueError):
            Index(changed, 0, count).find(Board())
    for tallies, singles in ((1, 0), (0, 1), (-1, 0), (0, -1), (2**62, 2**62)):
        with pytest.raises(ValueError, match="bytes"):
            Index(b"", tallies, singles)
    with pytest.raises(TypeError):
        Index(b"", 0, 0).find("board")


def test_checksums_depend_on_every_byte():
    data = bytes(range(100))
    sums = {checksum(data[:place] + b"\xff" + data[place + 1 :]) for place in range(100)}
    assert len(sums | {checksum(data), checksum(b""), checksum(bytes(1))}) == 103
    for rows, row_bytes in ((b"x", 16), (bytes(32), 8), (bytes(32), 0), (bytes(32), -16)):
        with pytest.raises(ValueError, match="are not rows"):
            block_checks(rows, row_bytes)
