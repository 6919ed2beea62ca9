"""Impossible positions: they are not counted, but all else is answered as python-chess does."""

from __future__ import annotations

import pytest

from kiwipete import Board, IllegalMoveError, ImpossiblePositionError, Move
from kiwipete._core.core import PerftJob
from tests.impossible import IMPOSSIBLE, oracle_of, random_boards

# Everything that only a possible position can answer.
REFUSED = {
    "perft 0": lambda board: board.perft(0),
    "perft": lambda board: board.perft(2),
    "legal perft": lambda board: board.perft(1, method="legal"),
    "pseudo-legal perft": lambda board: board.perft(1, method="pseudo"),
    "checked perft": lambda board: board.perft(1, check=True),
    "divide": lambda board: board.divide(1),
    "PerftJob": lambda board: PerftJob(board, 1),
}


def texts(moves) -> list[str]:
    return sorted(move.uci() for move in moves)


# Everything else is answered as python-chess answers it: the same words run on either board.
QUESTIONS = {
    "legal moves": lambda board: texts(board.legal_moves),
    "count": lambda board: board.legal_moves.count(),
    "bool": lambda board: bool(board.legal_moves),
    "captures": lambda board: texts(board.generate_legal_captures()),
    "pseudo-legal moves": lambda board: texts(board.generate_pseudo_legal_moves()),
    "pseudo-legal captures": lambda board: texts(board.generate_pseudo_legal_captures()),
    "castling moves": lambda board: texts(board.generate_castling_moves()),
    "en passant": lambda board: texts(board.generate_legal_ep()),
    "checkers_mask": lambda board: board.checkers_mask(),
    "is_check": lambda board: board.is_check(),
    "was_into_check": lambda board: board.was_into_check(),
    "is_checkmate": lambda board: board.is_checkmate(),
    "is_stalemate": lambda board: board.is_stalemate(),
    "is_game_over": lambda board: board.is_game_over(),
    "result": lambda board: board.result(),
    "pins": lambda board: [board.pin_mask(color, s) for color in (True, False) for s in range(64)],
    "fen": lambda board: [board.fen(en_passant=way) for way in ("legal", "xfen", "fen")],
    "shredder": lambda board: board.fen(shredder=True),
    "clean rights": lambda board: board.clean_castling_rights(),
    "san": lambda board: sorted(board.san(move) for move in board.legal_moves),
}


@pytest.mark.parametrize("question", REFUSED)
@pytest.mark.parametrize(("fen", "status"), IMPOSSIBLE)
def test_counting_refuses_an_impossible_position_with_every_reason(fen, status, question):
    board = Board(fen)
    before = board.fingerprint()
    with pytest.raises(ImpossiblePositionError) as caught:
        REFUSED[question](board)
    for reason in status.reasons():
        assert reason in str(caught.value)
    assert board.fen() in str(caught.value)
    assert board.fingerprint() == before
    assert board.move_stack == []


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(("fen", "status"), IMPOSSIBLE)
def test_an_impossible_position_answers_as_python_chess_does(fen, status, question):
    board = Board(fen)
    before = board.fingerprint()
    assert QUESTIONS[question](board) == QUESTIONS[question](oracle_of(board, fen))
    assert board.fingerprint() == before
    assert board.move_stack == []


@pytest.mark.parametrize(("fen", "status"), IMPOSSIBLE)
def test_every_move_of_an_impossible_position_is_read_and_played(fen, status):
    board = Board(fen)
    before = board.fingerprint()
    for text in [*texts(board.legal_moves), "0000"]:
        oracle = oracle_of(board, fen)
        assert board.parse_uci(text).uci() == text
        assert board.push_uci(text).uci() == text
        oracle.push_uci(text)
        assert board.fen(en_passant="fen") == oracle.fen(en_passant="fen")
        assert board.pop().uci() == text
        assert board.fingerprint() == before


@pytest.mark.parametrize(("fen", "status"), IMPOSSIBLE)
def test_an_impossible_position_has_illegal_moves(fen, status):
    board = Board(fen)
    before = board.fingerprint()
    legal = {*board.legal_moves}
    for move in (Move(s, t) for s in range(0, 64, 3) for t in range(64) if s != t):
        assert (move in board.legal_moves) is board.is_legal(move) is (move in legal)
        if move not in legal:
            with pytest.raises(IllegalMoveError, match=f"^illegal move {move.uci()} in "):
                board.push(move)
            with pytest.raises(IllegalMoveError, match=f"^illegal move {move.uci()} in "):
                board.parse_uci(move.uci())
    assert board.fingerprint() == before
    assert board.move_stack == []


@pytest.mark.parametrize("chess960", [False, True])
def test_random_placements_are_counted_or_refused(chess960):
    for fen, board in random_boards(99, 300, chess960=chess960):
        valid = board.is_valid()
        before = board.fingerprint()
        for name, question in REFUSED.items():
            try:
                question(board)
            except ImpossiblePositionError:
                assert not valid, (fen, name)
            else:
                assert valid, (fen, name)
        assert board.fingerprint() == before


@pytest.mark.parametrize("chess960", [False, True])
def test_random_placements_answer_as_python_chess_does(chess960):
    for fen, board in random_boards(99, 300, chess960=chess960):
        before = board.fingerprint()
        for name, question in QUESTIONS.items():
            assert question(board) == question(oracle_of(board, fen)), (fen, name)
        assert board.fingerprint() == before


@pytest.mark.parametrize("side", ["w", "b"])
def test_a_king_that_was_a_pawn_cannot_be_trusted(side):
    board = Board(f"4k~3/8/8/8/8/8/8/4K3 {side}")
    assert board.is_valid()  # python-chess finds nothing wrong with it
    for question in REFUSED.values():
        with pytest.raises(ImpossiblePositionError, match="a king is a promoted pawn"):
            question(board)
    board.validate()
    assert len(board.legal_moves) == 5
