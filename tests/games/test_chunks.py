"""The compiled reader called directly: rows of tables, and chunks as bytes."""

from __future__ import annotations

import io
import pickle

import numpy as np
import pytest

import kiwipete
from kiwipete._core.game_chunk import (
    Chunk,
    Texts,
    find_split,
    read_rows,
    read_text,
    restored_chunk,
)
from kiwipete.games.filters import make_plan

PLAN = make_plan(None, True, clocks=True, evals=False)
TEXT = b'[White "Ada"]\n\n1. e4 {[%clk 0:01:00]} e5 2. Ke3 1-0\n\n[White "Bob"]\n\n1. d4 xyzzy *\n'


def texts(*values):
    data = b"".join(value or b"" for value in values)
    offsets = np.cumsum([0, *(len(value or b"") for value in values)]).astype(np.int32)
    valid = np.packbits([value is not None for value in values], bitorder="little")
    return Texts(offsets, data, valid, 0, len(values))


def test_rows_are_games():
    chunk = read_rows(PLAN, texts(b"1. e4 *", None), [b"White"], [texts(None, b"Ada")])
    assert (chunk.count, chunk.lines, len(chunk.moves)) == (2, 2, 2)
    assert chunk.values("White") == [None, "Ada"]


@pytest.mark.parametrize(
    ("offsets", "data", "valid", "start", "count"),
    [
        ([0, 3], b"ab", None, 0, 1),
        ([2, 1], b"ab", None, 0, 1),
        ([-1, 1], b"ab", None, 0, 1),
        ([0, 1], b"ab", None, 0, 2),
        ([0, 1], b"ab", None, 1, 1),
        ([0, 1], b"ab", None, -1, 1),
        ([0, 1], b"ab", None, 0, -1),
        ([0, 1], b"ab", None, 2**62, 2**62),
        ([0] * 10, b"", b"\xff", 0, 9),
    ],
)
def test_columns_are_checked(offsets, data, valid, start, count):
    with pytest.raises(ValueError, match="a column"):
        Texts(np.array(offsets, np.int32), data, valid, start, count)


def test_columns_of_other_kinds():
    for offsets, data, valid in ((None, b"", None), (b"", None, None), ("a", b"", None)):
        with pytest.raises(TypeError):
            Texts(offsets, data, valid, 0, 0)
    with pytest.raises((ValueError, BufferError)):
        Texts(np.arange(20, dtype=np.int32)[::2], b"", None, 0, 0)
    for names, tags in (
        ([b"a"], []),
        ([b"a"], [Texts(b"", b"", None, 0, 0)]),
        ([b"a"], [None]),
        ([None], [texts(b"")]),
    ):
        with pytest.raises(ValueError, match="column"):
            read_rows(PLAN, texts(b"*"), names, tags)
    with pytest.raises(TypeError):
        read_rows(PLAN, None, [], [])
    with pytest.raises(TypeError):
        read_rows(PLAN, texts(b"*"), ["a"], [texts(b"")])


def test_texts_in_any_buffer():
    for text in (bytearray(TEXT), memoryview(TEXT + b"more"), np.frombuffer(TEXT, np.uint8)):
        assert read_text(text, PLAN, len(TEXT)).values("White") == ["Ada", "Bob"]
        assert find_split(text, len(TEXT)) == TEXT.index(b'[White "Bob')
    assert [read_text(TEXT, PLAN, size).count for size in (-1, 0, 20, 10**12)] == [0, 0, 1, 2]
    assert [find_split(TEXT, size) for size in (-1, 0, 20, 10**12)] == [0, 0, 0, 53]
    assert (read_text(b"", PLAN).count, find_split(b"", 0)) == (0, 0)
    for text in (None, "text", 3, memoryview(TEXT)[::2]):
        with pytest.raises((TypeError, BufferError)):
            read_text(text, PLAN)
        with pytest.raises((TypeError, BufferError)):
            find_split(text, 3)


def test_a_chunk_can_be_pickled():
    chunk = read_text(TEXT, PLAN)
    again = pickle.loads(pickle.dumps(chunk))
    numbers = np.arange(2)
    assert bytes(again.write(numbers, 80)) == bytes(chunk.write(numbers, 80))
    assert bytes(again.errors) == bytes(chunk.errors)
    assert again.values("White") == ["Ada", "Bob"]
    assert pickle.loads(pickle.dumps(Chunk())).count == 0


def test_games_can_be_pickled():
    games = kiwipete.read_games(io.BytesIO(TEXT), clocks=True, text=True)
    again = pickle.loads(pickle.dumps(games[::-1]))
    assert again.headers["White"].tolist() == ["Bob", "Ada"]
    assert [str(error) for error in again.errors] == [str(error) for error in games[::-1].errors]
    assert again.moves.flags.writeable is False
    assert again[1].text == games[0].text


@pytest.mark.parametrize("place", range(9))
@pytest.mark.parametrize("change", ["cut", "more", "large"])
def test_columns_that_do_not_fit_are_refused(place, change):
    _, (numbers, names, columns) = read_text(TEXT, PLAN).__reduce__()
    column = columns[place]
    changes = {"cut": column[:-1], "more": column + bytes(1), "large": b"\xff" * len(column)}
    changed = (*columns[:place], changes[change], *columns[place + 1 :])
    try:
        chunk = restored_chunk(numbers, names, changed)
    except ValueError:
        return
    assert chunk.count == 2  # texts and moves may have any content
    chunk.tags(1)
    chunk.values("White")


def test_moves_of_games_that_are_not_there():
    chunk = read_text(TEXT, PLAN)
    with pytest.raises(IndexError):
        chunk.write_moves(np.array([2]))
    text, offsets = chunk.write_moves(np.array([1, 0, 1]))
    assert bytes(text) == b"1. d4 *1. e4 { [%clk 0:01:00] } 1... e5 *1. d4 *"
    assert np.frombuffer(offsets, np.int32).tolist() == [0, 7, 41, 48]
    assert [bytes(column) for column in chunk.write_moves(b"")] == [b"", bytes(4)]
