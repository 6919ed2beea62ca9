"""What must hold for a board at any time, whatever was done to it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from kiwipete import BaseBoard, Board, ImpossiblePositionError


class BrokenBoardError(BaseException):
    """A board is inconsistent; not an ordinary exception, so that no handler swallows it."""


def check(what: str, one: object, two: object) -> None:
    """Fail if two answers differ."""
    if one != two:
        raise BrokenBoardError(f"{what}: {one!r} is not {two!r}")


def rebuilt(board: Board) -> Board:
    """Return a board that was set up by hand like another."""
    again = Board.empty(chess960=board.chess960)
    for square, piece in board.piece_map().items():
        again.set_piece_at(square, piece, promoted=bool(board.promoted >> square & 1))
    again.turn = board.turn
    again.castling_rights = board.castling_rights
    again.ep_square = board.ep_square
    again.halfmove_clock = board.halfmove_clock
    again.fullmove_number = board.fullmove_number
    return again


def check_position(board: Board, again: Board) -> None:
    """Check that two boards with the same position agree on all that is kept up to date."""
    check("fen", board.fen(en_passant="fen"), again.fen(en_passant="fen"))
    check("key", board.zobrist_key, again.zobrist_key)
    check("status", board.status(), again.status())
    check("equality", board == again, True)
    check("moves", list(board.legal_moves), list(again.legal_moves))
    check("count", board.legal_moves.count(), len(list(board.legal_moves)))


def written(board: Board) -> str:
    """Write a board so that nothing is left open: X-FEN can be read in two ways if kings abound."""
    return board.fen(shredder=True, en_passant="fen", promoted=True)


def check_text(board: Board) -> None:
    """Check that what is written is read again and written the same."""
    text = written(board)
    again = Board(text, chess960=board.chess960)
    check("text", written(again).split()[:5], text.split()[:5])
    check("number", again.fullmove_number, max(1, board.fullmove_number))  # FEN counts from 1
    check("placement", again.piece_map(), board.piece_map())
    check("turn", again.turn, board.turn)
    if again.castling_rights == board.castling_rights and again.ep_square == board.ep_square:
        check("key of the text", again.zobrist_key, board.zobrist_key)


def check_board(board: Any) -> None:
    """Check a board: raises BrokenBoardError or InconsistentPositionError if it is broken.

    A subclass may have overridden anything, and so may an attribute of the
    board itself; then it must be consistent underneath.
    """
    if isinstance(board, Board):
        with suppress(ImpossiblePositionError):
            Board.validate(board)
    if getattr(board, "__dict__", None):
        return
    if type(board) is Board:
        check_position(board, rebuilt(board))
        check_text(board)
    elif type(board) is BaseBoard:
        check("placement", BaseBoard(board.board_fen()).piece_map(), board.piece_map())
