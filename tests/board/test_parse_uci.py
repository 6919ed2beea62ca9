"""UCI text on a board: castling in both notations, and what is illegal."""

from __future__ import annotations

import chess
import pytest

from kiwipete import Board, IllegalMoveError, Move
from tests.support.perft_data import KNOWN

BOTH_ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R {side} KQkq - 0 1"


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize(
    ("side", "to_target", "onto_rook", "after"),
    [
        ("w", "e1g1", "e1h1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("w", "e1c1", "e1a1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
        ("b", "e8g8", "e8h8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
        ("b", "e8c8", "e8a8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
    ],
)
def test_castling_is_understood_both_ways(side, to_target, onto_rook, after, chess960):
    for text in (to_target, onto_rook):
        board = Board(BOTH_ROOKS.format(side=side), chess960=chess960)
        move = board.push_uci(text)
        assert move.is_castling
        assert move.uci() == (onto_rook if chess960 else to_target)
        assert board.fen() == after


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("text", ["e1g1", "e1h1"])
def test_a_move_made_by_hand_castles(text, chess960):
    board = Board(BOTH_ROOKS.format(side="w"), chess960=chess960)
    oracle = chess.Board(board.fen(), chess960=chess960)
    move = Move.from_uci(text)
    # Chess960 lists castling as king takes rook alone, yet `push` takes either.
    listed = text == "e1h1" or not chess960
    assert (move in board.legal_moves) is board.is_legal(move) is listed
    assert (chess.Move.from_uci(text) in oracle.legal_moves) is listed
    board.push(move)
    assert board.peek().is_castling
    assert board.fen() == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"


# In Chess960 a king one step from its target may step there or castle.
@pytest.mark.parametrize(
    ("placement", "rights", "step", "castling", "after_step", "after_castling"),
    [
        ("5K1R", "H", "f1g1", "f1h1", "6KR", "5RK1"),
        ("R2K4", "A", "d1c1", "d1a1", "R1K5", "2KR4"),
        ("RK6", "A", "b1c1", "b1a1", "R1K5", "2KR4"),
    ],
)
def test_a_king_step_is_not_castling(placement, rights, step, castling, after_step, after_castling):
    fen = f"8/8/8/4k3/8/8/8/{placement} w {rights} - 0 1"
    board = Board(fen, chess960=True)
    assert not board.push_uci(step).is_castling
    assert board.fen() == f"8/8/8/4k3/8/8/8/{after_step} b - - 1 1"
    board = Board(fen, chess960=True)
    assert board.push_uci(castling).is_castling
    assert board.fen() == f"8/8/8/4k3/8/8/8/{after_castling} b - - 1 1"


@pytest.mark.parametrize(
    ("placement", "rights", "text", "after"),
    [
        ("5KR1", "G", "f1g1", "5RK1"),  # the two change places
        ("R1K5", "A", "c1a1", "2KR4"),  # the king stays
        ("6KR", "H", "g1h1", "5RK1"),  # the king stays
        ("2KR4", "D", "c1d1", "5RK1"),  # both cross the board
        ("1RK5", "B", "c1b1", "2KR4"),
        ("RK6", "A", "b1a1", "2KR4"),
        ("1K4R1", "G", "b1g1", "5RK1"),
        ("1K4R1", "G", "b1h1", None),
        ("4K1R1", "G", "e1g1", "5RK1"),
        ("4K2R", "H", "e1g1", "5RK1"),  # the king's target, as standard chess writes it
        ("R3K3", "A", "e1c1", "2KR4"),
        ("3K3R", "H", "d1h1", "5RK1"),
        ("3K3R", "H", "d1g1", None),  # only a king on the e-file has such a target
        ("3K3R", "H", "d1f1", None),
        ("R4K2", "A", "f1c1", None),
        ("R4K2", "A", "f1d1", None),
    ],
)
def test_chess960_castling(placement, rights, text, after):
    board = Board(f"8/8/8/4k3/8/8/8/{placement} w {rights} - 0 1", chess960=True)
    oracle = chess.Board(board.fen(), chess960=True)
    if after is None:
        before = board.fingerprint()
        for read in (board.push_uci, board.parse_uci, oracle.parse_uci):
            with pytest.raises((IllegalMoveError, chess.IllegalMoveError)):
                read(text)
        assert board.fingerprint() == before
    else:
        assert board.push_uci(text).is_castling
        assert board.fen() == f"8/8/8/4k3/8/8/8/{after} b - - 1 1"
        assert oracle.push_uci(text).uci() == board.peek().uci()
        assert board.fen() == oracle.fen()
    board.validate()


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e5"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e7e5"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4e5"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e1g1"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e1h1"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4q"),
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1g1"),
        ("r3k2r/8/8/8/5r2/8/8/R3K2R w KQkq - 0 1", "e1g1"),
        ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1q"),
        ("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e2c3"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6"),
    ],
)
def test_illegal_moves(fen, text):
    board = Board(fen)
    before = board.fingerprint()
    for play in (board.parse_uci, board.push_uci, lambda text: board.push(Move.from_uci(text))):
        with pytest.raises(IllegalMoveError) as caught:
            play(text)
        assert str(caught.value) == f"illegal move {text} in {board.fen()}"
    assert Move.from_uci(text) not in board.legal_moves
    assert board.fingerprint() == before
    assert board.move_stack == []


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/4r3/8/8/4K3 w - - 5 9",  # in check
        "7k/6Q1/6K1/8/8/8/8/8 b - - 5 9",  # mated
        "7k/8/6QK/8/8/8/8/8 b - - 5 9",  # stalemated
        "8/8/8/8/8/8/8/8 b - - 5 9",
        "4k3/8/8/8/3pP3/8/8/R3K2R b Q e3 0 9",
    ],
)
def test_the_null_move_always_passes(fen, chess960):
    for play in (lambda board: board.push(Move.null()), lambda board: board.push_uci("0000")):
        board, oracle = Board(fen, chess960=chess960), chess.Board(fen, chess960=chess960)
        before = board.fingerprint()
        play(board)
        oracle.push(chess.Move.null())
        assert board.fen(en_passant="fen") == oracle.fen(en_passant="fen")
        assert board.move_stack == [Move.null()]
        assert Move.null() not in board.legal_moves
        assert board.pop() == Move.null()
        assert board.fingerprint() == before


@pytest.mark.parametrize("value", [None, "e2e4", 796])
def test_only_moves_are_pushed(value):
    with pytest.raises(TypeError):
        Board().push(value)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_every_legal_move_is_read_back(known):
    board = known.board()
    for move in board.legal_moves:
        assert int(board.parse_uci(move.uci())) == int(move)
        assert Move.from_uci(move.uci()) in board.legal_moves


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_no_other_move_is_legal(known):
    board = known.board()
    legal = {move.uci() for move in board.legal_moves}
    for from_square in range(64):
        for to_square in range(64):
            for promotion in (None, 5):
                move = Move(from_square, to_square, promotion)
                if from_square != to_square and move in board.legal_moves:
                    assert board.parse_uci(move.uci()).uci() in legal
                    assert move.uci() in legal or board.parse_uci(move.uci()).is_castling
