"""Reading opening books: as python-chess does, and what damaged files bring."""

from __future__ import annotations

import os
import random

import chess
import chess.polyglot
import pytest

from kiwipete import Board, Move
from kiwipete.polyglot import Entry, MemoryMappedReader, open_reader, zobrist_hash
from tests.support.books import both_readers, packed, plain, raw

START = zobrist_hash(Board())
E4, D4, C4, KNIGHT_F3 = raw(12, 28), raw(11, 27), raw(10, 26), raw(6, 21)
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


@pytest.fixture
def path(tmp_path):
    """A book of the start position between two others."""
    path = tmp_path / "book.bin"
    entries = [packed(START - 1, E4), packed(START, E4, 5), packed(START, D4, 7, 9)]
    entries += [packed(START, KNIGHT_F3, 7), packed(START, C4, 0), packed(START + 1, E4)]
    path.write_bytes(b"".join(entries))
    return path


def written(path, fen, moves, **rules):
    """Write a book of one position; return it opened and the position, from both libraries."""
    board, oracle = Board(fen, **rules), chess.Board(fen, **rules)
    key = zobrist_hash(board)
    path.write_bytes(b"".join(packed(key, move) for move in moves))
    ours, theirs = both_readers(path)
    return ours, board, theirs, oracle


def test_a_book_is_a_sequence(path):
    ours, theirs = both_readers(path)
    assert len(ours) == 6
    assert [plain(entry) for entry in ours] == [plain(entry) for entry in theirs]
    assert plain(ours[-1]) == plain(theirs[-1])
    assert ours[2] == Entry(START, D4, 7, 9, Move.from_uci("d2d4"))
    assert ours[2] in ours
    assert ours[2]._replace(weight=8) not in ours
    assert "e2e4" not in ours
    for index in (6, -7):
        with pytest.raises(IndexError, match="6 entries"):
            ours[index]
    for index in ("1", 1.0, slice(2)):
        with pytest.raises(TypeError):
            ours[index]


def test_keys_are_found_by_halving(path):
    ours, theirs = both_readers(path)
    for key in (-1, 0, START - 1, START, START + 1, START + 2, 2**64 - 1, 2**70):
        assert ours.bisect_key_left(key) == theirs.bisect_key_left(key)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"minimum_weight": 0},
        {"minimum_weight": 6},
        {"minimum_weight": 8},
        {"exclude_moves": ["d2d4"]},
        {"exclude_moves": ["d2d4", "g1f3"], "minimum_weight": 0},
    ],
)
@pytest.mark.parametrize("place", ["board", START, START + 1, START + 5])
def test_entries_of_a_position(path, options, place):
    answers = []
    for library, reader in zip((Board, chess.Board), both_readers(path), strict=True):
        move = Move if library is Board else chess.Move
        wanted = dict(options)
        wanted["exclude_moves"] = [move.from_uci(u) for u in options.get("exclude_moves", [])]
        where = library() if place == "board" else place
        found = [plain(entry) for entry in reader.find_all(where, **wanted)]
        best = reader.get(where, **wanted)
        if best is None:
            assert reader.get(where, "nothing", **wanted) == "nothing"
            with pytest.raises(IndexError):
                reader.find(where, **wanted)
            with pytest.raises(IndexError):
                reader.choice(where, **wanted)
        else:
            assert best == reader.find(where, **wanted)
        answers.append((found, best and plain(best)))
    assert answers[0] == answers[1]


def test_the_same_random_numbers_choose_the_same_entries(path):
    ours, theirs = both_readers(path)
    chosen = set()
    for seed in range(60):
        for method in ("choice", "weighted_choice"):
            mine = getattr(ours, method)(Board(), random=random.Random(seed))
            other = getattr(theirs, method)(chess.Board(), random=random.Random(seed))
            assert plain(mine) == plain(other)
            chosen.add((method, mine.move.uci()))
    assert len(chosen) == 6


def test_chance_without_a_generator_of_ones_own(path):
    with open_reader(path) as book:
        for choose in (book.choice, book.weighted_choice):
            assert {choose(Board()).raw_move for _ in range(200)} == {E4, D4, KNIGHT_F3}
        with pytest.raises(IndexError, match=r"book\.bin has no such entry"):
            book.weighted_choice(START + 9)
        with pytest.raises(IndexError):
            book.weighted_choice(START + 9, random=random.Random(1))


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("fen", [CASTLING, CASTLING.replace("KQkq", "kq")])
def test_castling_is_king_takes_rook(tmp_path, fen, chess960):
    moves = [raw(4, 7), raw(4, 0), raw(4, 6), raw(4, 5), raw(4, 2)]
    ours, board, theirs, oracle = written(tmp_path / "b", fen, moves, chess960=chess960)
    found = [plain(entry) for entry in ours.find_all(board)]
    assert found == [plain(entry) for entry in theirs.find_all(oracle)]
    assert [plain(entry) for entry in ours] == [plain(entry) for entry in theirs]
    if "KQ" in fen:
        assert found[0][-1] == ("e1h1" if chess960 else "e1g1")


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("4k3/8/8/8/8/8/8/4Q2R w - - 0 1", [raw(4, 7), raw(4, 0), raw(4, 6)]),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", [raw(4, 6), raw(4, 1), raw(4, 2), raw(4, 5)]),
        ("r1k4r/8/8/8/8/8/8/R1K4R b HAha - 0 1", [raw(58, 56), raw(58, 63), raw(58, 57)]),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", [raw(48, 56, kind) for kind in range(5)]),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", [0, raw(4, 4), raw(60, 52), raw(4, 12, 4)]),
    ],
)
@pytest.mark.parametrize("chess960", [False, True])
def test_only_legal_moves_are_found_on_a_board(tmp_path, fen, moves, chess960):
    ours, board, theirs, oracle = written(tmp_path / "b", fen, moves, chess960=chess960)
    found = [plain(entry) for entry in ours.find_all(board)]
    assert found == [plain(entry) for entry in theirs.find_all(oracle)]
    assert [plain(entry) for entry in ours] == [plain(entry) for entry in theirs]


def test_every_16_bits_can_be_read(tmp_path):
    path = tmp_path / "all.bin"
    path.write_bytes(b"".join(packed(1, move) for move in range(0, 65536, 7)))
    for entry, other in zip(*both_readers(path), strict=True):
        if other.move.drop or (other.move.promotion or 0) > chess.QUEEN:
            assert entry == (*other[:4], Move.null())
        else:
            assert plain(entry) == plain(other)


def test_an_empty_book(tmp_path):
    path = tmp_path / "empty.bin"
    path.touch()
    with MemoryMappedReader(path) as book:
        assert (len(book), list(book), book.get(Board())) == (0, [], None)
        with pytest.raises(IndexError):
            book[0]


@pytest.mark.parametrize("size", [1, 15, 17, 95])
def test_files_that_are_no_whole_number_of_entries(path, size):
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(OSError, match=rf"book\.bin is not a Polyglot book.* {size} bytes"):
        open_reader(path)


def test_a_book_that_is_not_sorted_is_read_as_python_chess_reads_it(tmp_path):
    path = tmp_path / "unsorted.bin"
    path.write_bytes(b"".join(packed(key, 28) for key in (9, 3, 5, 1, 7)))
    ours, theirs = both_readers(path)
    assert [entry.key for entry in ours] == [9, 3, 5, 1, 7]
    for key in range(11):
        found = ours.get(key)
        assert (found and plain(found)) == (theirs.get(key) and plain(theirs.get(key)))


def test_noise_is_read(tmp_path):
    path = tmp_path / "noise.bin"
    path.write_bytes(random.Random(4).randbytes(16 * 500))
    with open_reader(path) as book:
        for entry in book:
            list(book.find_all(entry.key, minimum_weight=0))
        assert book.get(Board()) is None


def test_a_book_that_is_cut_short_while_it_is_open(path):
    book = open_reader(path)
    path.write_bytes(path.read_bytes()[:32])
    for ask in (lambda: book[4], lambda: book.get(Board()), lambda: list(book), lambda: len(book)):
        with pytest.raises(OSError, match="cut short while it was open"):
            ask()


def test_a_closed_book_says_so(path):
    with open_reader(path) as book:
        pass
    book.close()
    for ask in (lambda: book[0], lambda: book.find(START), lambda: len(book), lambda: list(book)):
        with pytest.raises(ValueError, match=r"book\.bin is closed"):
            ask()


def test_paths(path, tmp_path):
    for name in (path, str(path), bytes(path)):
        with open_reader(name) as book:
            assert len(book) == 6
    with pytest.raises(FileNotFoundError):
        open_reader(tmp_path / "nowhere.bin")
    with pytest.raises(IsADirectoryError):
        open_reader(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs here")
def test_a_fifo_or_a_device_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "book.bin")
    for path in (tmp_path / "book.bin", "/dev/zero"):
        with pytest.raises(OSError, match="is not a Polyglot book: it is not a regular file"):
            open_reader(path)


def test_the_null_device_is_an_empty_book():
    with open_reader(os.devnull) as book:
        assert len(book) == 0
