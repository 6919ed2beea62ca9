"""Writing opening books, and python-chess reading them."""

from __future__ import annotations

import chess
import chess.polyglot
import pytest

from kiwipete import Board, IllegalMoveError, Move
from kiwipete.polyglot import Entry, make_entry, open_reader, write_book
from tests.support.books import both_readers, packed, plain
from tests.support.random_play import STARTS, games, play


def entries_of_a_game(rng, start):
    """Entries for the moves of a random game, their boards' FENs, and the moves as text."""
    board = start.board()
    *_, last = play(rng, start, 40)
    for move in last.move_stack:
        yield (
            make_entry(board, move, rng.randrange(1, 100), rng.randrange(2**32)),
            board.fen(en_passant="fen"),
        )
        board.push(move)


@pytest.mark.parametrize("shift", range(6))
def test_python_chess_finds_what_was_written(tmp_path, shift):
    path = tmp_path / "book.bin"
    castlings = 0
    for rng, start in list(games(STARTS, len(STARTS), seed=5))[shift::6]:
        entries = list(entries_of_a_game(rng, start))
        write_book(path, [entry for entry, _ in entries])
        ours, theirs = both_readers(path)
        for entry, fen in entries:
            board = Board(fen, chess960=start.chess960)
            oracle = chess.Board(fen, chess960=start.chess960)
            assert plain(entry) in map(plain, ours.find_all(board))
            assert plain(entry) in map(plain, theirs.find_all(oracle))
            castlings += board.is_castling(entry.move)
    assert castlings


def test_entries_are_sorted_by_key_and_weight(tmp_path):
    path = tmp_path / "book.bin"
    numbers = [(9, 1, 1), (3, 5, 2), (3, 4, 2), (3, 2, 7), (2**64 - 1, 1, 65535), (0, 0, 0)]
    write_book(path, [Entry(*number, 1, Move.null()) for number in numbers])
    with open_reader(path) as book:
        order = [entry[:3] for entry in book]
    expected = [(0, 0, 0), (3, 2, 7), (3, 4, 2), (3, 5, 2), (9, 1, 1), (2**64 - 1, 1, 65535)]
    assert order == expected


def test_a_book_may_replace_itself_sorted_while_it_is_open(tmp_path):
    path = tmp_path / "book.bin"
    path.write_bytes(b"".join(packed(key, 28) for key in (9, 3, 5, 1, 7)))
    with open_reader(path) as unsorted:
        write_book(path, unsorted)
        assert [entry.key for entry in unsorted] == [9, 3, 5, 1, 7]
    with open_reader(path) as book:
        assert [entry.key for entry in book] == [1, 3, 5, 7, 9]


@pytest.mark.parametrize(
    "wrong", [{"key": 2**64}, {"key": -1}, {"raw_move": 65536}, {"weight": 65536}, {"learn": 2**32}]
)
def test_numbers_that_do_not_fit_leave_the_old_book_alone(tmp_path, wrong):
    path = tmp_path / "book.bin"
    path.write_bytes(b"old book of 16 b")
    good = Entry(1, 28, 1, 0, Move.null())
    with pytest.raises(ValueError, match=f"the {next(iter(wrong))} of an entry must fit in"):
        write_book(path, [good, good._replace(**wrong)])
    assert path.read_bytes() == b"old book of 16 b"
    assert list(tmp_path.iterdir()) == [path]


def test_a_book_that_cannot_be_written_leaves_nothing_behind(tmp_path):
    with pytest.raises(IsADirectoryError):
        write_book(tmp_path, [])
    assert list(tmp_path.parent.glob("*.part")) == []
    with pytest.raises(FileNotFoundError):
        write_book(tmp_path / "nowhere" / "book.bin", [])


def test_links_stay_links_and_names_may_be_bytes(tmp_path):
    link = tmp_path / "link.bin"
    link.symlink_to(tmp_path / "book.bin")
    write_book(bytes(link), [Entry(1, 28, 1, 0, Move.null())])
    assert link.is_symlink()
    assert (tmp_path / "book.bin").read_bytes() == packed(1, 28)


def test_only_legal_moves_make_entries():
    with pytest.raises(IllegalMoveError, match="illegal move e2e5 in rnbq"):
        make_entry(Board(), Move.from_uci("e2e5"))
    with pytest.raises(IllegalMoveError, match="illegal move 0000"):
        make_entry(Board(), Move.null())
