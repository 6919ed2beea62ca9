"""The engine plays from its book as its options say."""

from __future__ import annotations

import pytest

from kiwipete import Board, Move
from kiwipete.own_engine.search_engine import SearchEngine
from kiwipete.polyglot import make_entry, write_book

BOOK_MOVES = {"a2a3": 1, "h2h3": 3}


@pytest.fixture
def book(tmp_path):
    """Return the path of a book of moves that no search would play."""
    path = tmp_path / "my book.bin"
    board = Board()
    write_book(
        path,
        [make_entry(board, Move.from_uci(move), weight) for move, weight in BOOK_MOVES.items()],
    )
    return str(path)


def with_book(path, seed=1):
    engine = SearchEngine(seed=seed)
    engine.set_option("bookfile", path)
    engine.set_option("ownbook", True)
    return engine


def test_moves_of_the_book_come_by_their_weight(book):
    engine = with_book(book)
    played = [str(engine.book_move(Board())) for _ in range(400)]
    assert set(played) == set(BOOK_MOVES)
    assert 0.65 < played.count("h2h3") / 400 < 0.85
    assert engine.book_move(Board("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")) is None
    engine.close()


def test_a_seed_makes_the_same_choices(book):
    first, second = (with_book(book) for _ in range(2))
    boards = [Board()] * 50
    assert [*map(first.book_move, boards)] == [*map(second.book_move, boards)]


@pytest.mark.parametrize(("option", "value"), [("ownbook", False), ("uci_analysemode", True)])
def test_when_the_book_stays_closed(book, option, value):
    engine = with_book(book)
    engine.set_option(option, value)
    assert engine.book_move(Board()) is None


def test_a_wrong_book_is_none(book, tmp_path):
    damaged = tmp_path / "damaged.bin"
    damaged.write_bytes(b"x" * 17)
    engine = with_book(book)
    for wrong in (tmp_path / "missing.bin", damaged, tmp_path):
        with pytest.raises(OSError, match=wrong.name):
            engine.set_option("bookfile", str(wrong))
        assert engine.book_move(Board()) is None
    engine.set_option("bookfile", book)
    assert engine.book_move(Board()) is not None
    engine.set_option("bookfile", "")
    assert engine.book_move(Board()) is None
