"""Move: 16 bits, UCI text, and how a board resolves what it is given."""

from __future__ import annotations

import pickle
from itertools import product

import chess
import pytest

from kiwipete import Board, IllegalMoveError, InvalidMoveError, Move

FLAGS = {
    "quiet": 0,
    "double push": 1,
    "castles kingside": 2,
    "castles queenside": 3,
    "capture": 4,
    "en passant": 5,
    "to knight": 8,
    "to bishop": 9,
    "to rook": 10,
    "to queen": 11,
    "takes, to knight": 12,
    "takes, to bishop": 13,
    "takes, to rook": 14,
    "takes, to queen": 15,
}

# (FEN, UCI text, flag): how a board resolves each kind of move.
RESOLVED = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "quiet"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e3", "quiet"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "double push"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "d7d5", "double push"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "castles kingside"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "castles queenside"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "castles kingside"),
    ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "castles queenside"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "capture"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "en passant"),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "en passant"),
    *(
        (fen, move + letter, ("takes, to " if takes else "to ") + piece)
        for fen, move, takes in (
            ("3r4/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7e8", False),
            ("3r4/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7d8", True),
            ("4k3/8/8/8/8/K7/4p3/3R4 b - - 0 1", "e2e1", False),
            ("4k3/8/8/8/8/K7/4p3/3R4 b - - 0 1", "e2d1", True),
        )
        for letter, piece in zip("nbrq", ("knight", "bishop", "rook", "queen"), strict=True)
    ),
]


def square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


@pytest.mark.parametrize(("fen", "text", "kind"), RESOLVED)
def test_a_board_resolves_every_flag(fen, text, kind):
    board = Board(fen)
    move = board.parse_uci(text)
    flag = FLAGS[kind]
    assert move.flag == flag
    assert int(move) == flag << 12 | square(text[:2]) << 6 | square(text[2:4])
    assert move in board.legal_moves
    assert [int(legal) for legal in board.legal_moves].count(int(move)) == 1
    assert board.push_uci(text) == board.peek() == move
    assert int(board.peek()) == int(move)


def test_every_flag_is_resolved_somewhere():
    assert {kind for _, _, kind in RESOLVED} == FLAGS.keys()


@pytest.mark.parametrize("flag", FLAGS.values())
@pytest.mark.parametrize(("from_square", "to_square"), [(0, 1), (12, 28), (63, 0), (52, 60)])
def test_layout_and_predicates(from_square, to_square, flag):
    value = flag << 12 | from_square << 6 | to_square
    move = Move.from_int(value)
    assert int(move) == value
    assert (move.from_square, move.to_square, move.flag) == (from_square, to_square, flag)
    assert move.is_promotion is (flag >= 8)
    assert move.is_capture is bool(flag & 4)
    assert move.is_en_passant is (flag == 5)
    assert move.is_double_push is (flag == 1)
    assert move.is_castling is (flag in (2, 3))
    assert move.promotion == (2 + (flag & 3) if flag >= 8 else None)
    assert bool(move)


@pytest.mark.parametrize("promotion", [None, 2, 3, 4, 5])
def test_text_both_ways(promotion):
    for from_square, to_square in product(range(64), repeat=2):
        if from_square == to_square:
            continue
        move = Move(from_square, to_square, promotion)
        again = Move.from_uci(move.uci())
        assert again == move
        assert int(again) == int(move)
        assert (again.from_square, again.to_square) == (from_square, to_square)
        assert again.promotion == promotion


def test_text():
    assert Move(12, 28).uci() == str(Move(12, 28)) == "e2e4"
    assert [Move(48, 56, kind).uci() for kind in (2, 3, 4, 5)] == [
        "a7a8n",
        "a7a8b",
        "a7a8r",
        "a7a8q",
    ]
    assert repr(Move(12, 28)) == "Move.from_uci('e2e4')"


def test_equality_and_hash_ignore_what_only_a_board_knows():
    for base in (0, 8, 9, 10, 11):
        plain = Move.from_int(base << 12 | 12 << 6 | 28)
        same = range(6) if base == 0 else (base, base + 4)
        for flag in FLAGS.values():
            other = Move.from_int(flag << 12 | 12 << 6 | 28)
            assert (plain == other) is (flag in same)
            assert (plain != other) is (flag not in same)
            if flag in same:
                assert hash(plain) == hash(other)


def test_inequality():
    assert Move(12, 28) != Move(12, 20)
    assert Move(12, 28) != Move(28, 12)
    assert Move(48, 56, 5) != Move(48, 56)
    assert Move(12, 28) != "e2e4"
    assert Move(12, 28) != int(Move(12, 28))
    assert len({Move(12, 28), Board().parse_uci("e2e4"), Move.from_uci("e2e4")}) == 1


def test_the_null_move():
    null = Move.null()
    assert not null
    assert null == Move.from_uci("0000") == Move.from_int(0)
    assert null.uci() == "0000"
    assert null not in Board().legal_moves
    assert Board().parse_uci("0000") == null


@pytest.mark.parametrize("text", ["a1a1", "e2e2", "h8h8"])
def test_a_move_that_stays_is_not_the_null_move(text):
    board = Board()
    before = board.fingerprint()
    with pytest.raises((IllegalMoveError, InvalidMoveError)):
        board.push_uci(text)
    assert board.fingerprint() == before


def test_moves_can_be_pickled():
    for flag in FLAGS.values():
        move = Move.from_int(flag << 12 | 52 << 6 | 60)
        again = pickle.loads(pickle.dumps(move))
        assert int(again) == int(move)
    for text in ODD:
        move = pickle.loads(pickle.dumps(Move.from_uci(text)))
        assert (move, move.uci()) == (Move.from_uci(text), text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "UCI move has 0 characters instead of 4 or 5: ''"),
        ("e2", "UCI move has 2 characters instead of 4 or 5: 'e2'"),
        ("e2e4qq", "UCI move has 6 characters instead of 4 or 5: 'e2e4qq'"),
        ("e2-e4", "UCI move names no square with '-e' (character 3): 'e2-e4'"),
        ("i2e4", "UCI move names no square with 'i2' (character 1): 'i2e4'"),
        ("e9e4", "UCI move names no square with 'e9' (character 1): 'e9e4'"),
        ("e0e4", "UCI move names no square with 'e0' (character 1): 'e0e4'"),
        ("E2E4", "UCI move names no square with 'E2' (character 1): 'E2E4'"),
        ("e2e9", "UCI move names no square with 'e9' (character 3): 'e2e9'"),
        ("e2é4", "UCI move names no square with 'é4' (character 3): 'e2é4'"),
        ("e\uff12e4", "UCI move names no square with 'e\uff12' (character 1): 'e\uff12e4'"),
        ("\0\0\0\0", "UCI move names no square with '\\x00\\x00' (character 1)"),
        ("e7e8Q", "UCI move promotes to no piece with 'Q' (character 5): 'e7e8Q'"),
        ("e7e8 ", "UCI move promotes to no piece with ' ' (character 5): 'e7e8 '"),
        ("X@e4", "UCI move drops no piece with 'X' (character 1): 'X@e4'"),
        ("@@e4", "UCI move drops no piece with '@' (character 1): '@@e4'"),
        ("P@e9", "UCI move names no square with 'e9' (character 3): 'P@e9'"),
        ("P@e4q", "UCI move names no square with 'P@' (character 1): 'P@e4q'"),
        ("e7e8=q", "UCI move has 6 characters instead of 4 or 5: 'e7e8=q'"),
        ("00000", "UCI move names no square with '00' (character 1): '00000'"),
        ("Nf3", "UCI move has 3 characters instead of 4 or 5: 'Nf3'"),
        ("O-O", "UCI move has 3 characters instead of 4 or 5: 'O-O'"),
    ],
)
def test_bad_text(text, message):
    for read in (Move.from_uci, Board().parse_uci, Board().push_uci):
        with pytest.raises(InvalidMoveError) as caught:
            read(text)
        assert str(caught.value).startswith(message)


class Text(str):
    __slots__ = ()


def test_subclasses_of_str_are_text():
    assert Move.from_uci(Text("e2e4")).uci() == "e2e4"
    assert Board().push_uci(Text("e2e4")).uci() == "e2e4"
    with pytest.raises(InvalidMoveError):
        Move.from_uci(Text("i2e4"))


@pytest.mark.parametrize("value", [None, 796, b"e2e4", ["e2", "e4"], 1.5])
def test_only_text_is_text(value):
    for read in (Move.from_uci, Board().parse_uci, Board().push_uci):
        with pytest.raises(TypeError, match="a move is text such as 'e2e4', not"):
            read(value)


@pytest.mark.parametrize(
    "arguments",
    [
        *[(-1, 0), (0, -1), (64, 0), (0, 64)],
        *[(0, 1, 0), (0, 1, 7), (0, 1, -2), (0, 1, None, 0)],
    ],
)
def test_bad_squares_and_pieces(arguments):
    with pytest.raises(ValueError, match=r"a square is 0 to 63|(promoted|dropped) piece is 1 to 6"):
        Move(*arguments)


ODD = [*(f"{letter}@e4" for letter in "PNBRQK"), "e7e8k", "e7e8p", "e2e4k", "e1g1k", "a1b1p"]


@pytest.mark.parametrize("text", ODD)
def test_drops_and_odd_promotions_are_moves(text):
    move, oracle = Move.from_uci(text), chess.Move.from_uci(text)
    assert (move.uci(), move.xboard(), str(move)) == (text, oracle.xboard(), text)
    assert (move.from_square, move.to_square) == (oracle.from_square, oracle.to_square)
    assert (move.promotion, move.drop) == (oracle.promotion, oracle.drop)
    assert move == Move(move.from_square, move.to_square, move.promotion, move.drop)
    assert move != Move(move.from_square, move.to_square)
    assert hash(move) == hash(Move.from_uci(text)) != hash(Move(move.from_square, move.to_square))
    assert bool(move)
    assert (move.flag, move.is_capture, move.is_castling) == (6, False, False)
    with pytest.raises(ValueError, match="16 bits cannot say"):
        int(move)


@pytest.mark.parametrize("text", ODD)
@pytest.mark.parametrize("chess960", [False, True])
def test_drops_and_odd_promotions_are_never_legal(text, chess960):
    board = Board("4k2r/4P3/8/8/8/8/4P3/R3K2R w KQ - 0 1", chess960=chess960)
    oracle = chess.Board(board.fen(), chess960=chess960)
    before, move = board.fingerprint(), Move.from_uci(text)
    assert not board.is_legal(move)
    assert not board.is_pseudo_legal(move)
    assert move not in board.legal_moves
    assert move not in board.pseudo_legal_moves
    assert board.uci(move) == text
    assert board.is_zeroing(move) == oracle.is_zeroing(chess.Move.from_uci(text))
    for refuse in (board.push, board.push_unchecked, board.san, board.see, board.gives_check):
        with pytest.raises(IllegalMoveError, match=text):
            refuse(move)
    for refuse in (board.parse_uci, board.push_uci):
        with pytest.raises(IllegalMoveError, match=text):
            refuse(text)
    assert board.fingerprint() == before


@pytest.mark.parametrize("arguments", [("e2", "e4"), (None, 0), (0,), (), (0, 1, None, None, None)])
def test_bad_arguments(arguments):
    with pytest.raises(TypeError):
        Move(*arguments)


@pytest.mark.parametrize("value", [-1, 65536, 6 << 12, 7 << 12 | 5, 2**64])
def test_bad_numbers(value):
    with pytest.raises(ValueError, match=r"a 16-bit move is 0 to 65535|no move has the flag"):
        Move.from_int(value)


@pytest.mark.parametrize("value", ["796", None, 1.5])
def test_only_numbers_are_numbers(value):
    with pytest.raises(TypeError):
        Move.from_int(value)
