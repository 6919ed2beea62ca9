"""Books from games: what weighs how much."""

from __future__ import annotations

import io

import pytest

import kiwipete
from kiwipete import Board, IllegalMoveError, Move, pgn
from kiwipete.polyglot import make_book, make_entry, open_reader, write_book, zobrist_hash


def moves(text):
    return [Move.from_uci(uci) for uci in text.split()]


def weights(book):
    """What a book has, in short."""
    return {entry.move.uci(): entry.weight for entry in book}


GAMES = [
    (moves("e2e4 e7e5"), "1-0"),
    (moves("e2e4 c7c5"), "0-1"),
    (moves("e2e4 c7c5"), "1/2-1/2"),
    (moves("d2d4 d7d5"), "*"),
    (moves("a2a3 a7a6"), "0-1"),
]


def test_two_for_a_win_and_one_for_a_draw():
    assert weights(make_book(GAMES)) == {"e2e4": 3, "c7c5": 3, "d2d4": 1, "d7d5": 1, "a7a6": 2}


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({"max_ply": 1}, {"e2e4": 3, "d2d4": 1}),
        ({"max_ply": 0}, {}),
        ({"min_games": 2}, {"e2e4": 3, "c7c5": 3}),
        ({"min_score": 0.75}, {"c7c5": 3, "a7a6": 2}),
        ({"min_score": 0.5}, {"e2e4": 3, "c7c5": 3, "d2d4": 1, "d7d5": 1, "a7a6": 2}),
        ({"color": kiwipete.WHITE}, {"e2e4": 3, "d2d4": 1}),
        ({"color": kiwipete.BLACK}, {"c7c5": 3, "d7d5": 1, "a7a6": 2}),
        ({"uniform": True}, {"e2e4": 1, "c7c5": 1, "d2d4": 1, "d7d5": 1, "a7a6": 1}),
    ],
)
def test_options(options, kept):
    assert weights(make_book(GAMES, **options)) == kept


def test_boards_bring_their_moves_and_results():
    board = Board()
    for san in ("f3", "e5", "g4", "Qh4#"):
        board.push_san(san)
    assert weights(make_book([board])) == {"e7e5": 2, "d8h4": 2}
    assert weights(make_book([(board, "1-0")])) == {"f2f3": 2, "g2g4": 2}
    assert len(board.move_stack) == 4


def test_the_same_position_by_another_way_is_one_position():
    book = make_book(
        [(moves("e2e4 e7e5 g1f3 b8c6"), "0-1"), (moves("g1f3 e7e5 e2e4 b8c6"), "1/2-1/2")]
    )
    key = zobrist_hash(Board("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2"))
    assert [entry.weight for entry in book if entry.key == key] == [3]


def test_castling_of_both_games_is_one_entry():
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    standard, chess960 = Board(fen), Board(fen, chess960=True)
    for board in (standard, chess960):
        board.push_san("O-O")
    (entry,) = make_book([(standard, "1-0"), (chess960, "1-0")])
    assert (entry.raw_move, entry.weight) == (4 << 6 | 7, 4)


def test_null_moves_are_played_but_not_kept():
    book = make_book([([*moves("e2e4"), Move.null(), *moves("d2d4")], "1-0")])
    assert weights(book) == {"e2e4": 2, "d2d4": 2}


def test_weights_too_large_for_a_book_shrink_together(tmp_path):
    many = [(moves("e2e4"), "1-0")] * 40_000
    few = [(moves("d2d4"), "1-0")] * 4_000 + [(moves("c2c4"), "1/2-1/2")]
    book = make_book([*many, *few])
    assert weights(book) == {"e2e4": 65535, "d2d4": 6553, "c2c4": 1}
    write_book(tmp_path / "book.bin", book)
    with open_reader(tmp_path / "book.bin") as reader:
        assert list(reader) == book


def test_what_is_wrong_names_the_game():
    with pytest.raises(IllegalMoveError, match="game 2: illegal move e2e5 in rnbq"):
        make_book([GAMES[0], (moves("e2e5"), "1-0")])
    with pytest.raises(ValueError, match=r"game 1: a result is one of 1-0, .*not '2-0'"):
        make_book([(moves("e2e4"), "2-0")])


def test_entries_are_those_of_make_entry():
    board = Board()
    move = Move.from_uci("e2e4")
    assert make_book([([move], "1-0")]) == [make_entry(board, move, 2)]


def test_games_of_pgn():
    text = (
        '[Result "1-0"]\n\n1. e4 e5 (1... c5) 2. Nf3 1-0\n\n[Result "1/2-1/2"]\n\n1. d4 1/2-1/2\n'
    )
    file = io.StringIO(text)
    games = [pgn.read_game(file), pgn.read_game(file)]
    book = make_book(games)
    assert sorted((entry.move.uci(), entry.weight) for entry in book) == [
        ("d2d4", 1),
        ("e2e4", 2),
        ("g1f3", 2),
    ]


def test_games_of_pgn_from_positions_and_without_a_result():
    text = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4'
    (entry,) = make_book([pgn.read_game(io.StringIO(text))])
    assert (entry.move.uci(), entry.weight) == ("e2e4", 1)
