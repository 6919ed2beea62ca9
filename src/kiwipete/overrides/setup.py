"""Setting up boards that say themselves how, or keep a history of their own."""

from __future__ import annotations

from typing import Any

from kiwipete.board import EMPTY_FEN, Board
from kiwipete.overrides.general import asks
from kiwipete.positions import STARTING_FEN


@asks("clear", "reset", "set_fen")
def __init__(board: Board, fen: str | None = STARTING_FEN, *, chess960: bool = False) -> None:
    """Set up a board by the methods that set one up."""
    Board.__init__(board, None, chess960=chess960)
    if fen is None:
        board.clear()
    elif fen == STARTING_FEN:
        board.reset()
    else:
        board.set_fen(fen)


@asks("reset_board", "set_fen")
def reset(board: Board) -> None:
    """Set up the start position and forget all moves."""
    Board.set_fen(board, STARTING_FEN)
    board.reset_board()


@asks("clear_board", "set_fen")
def clear(board: Board) -> None:
    """Remove all pieces, rights and moves and reset the counters."""
    Board.set_fen(board, EMPTY_FEN)
    board.clear_board()


def _forgets_moves(name: str) -> None:
    """Note a method that calls `clear_stack` after the kernel has forgotten the moves."""
    by_kernel = getattr(Board, name)

    def method(board: Board, *arguments: Any, **named: Any) -> Any:
        answer = by_kernel(board, *arguments, **named)
        board.clear_stack()
        return answer

    method.__doc__ = by_kernel.__doc__
    asks("clear_stack", name=name)(method)


for _name in (
    "clear_board",
    "put",
    "remove_piece_at",
    "set_board_fen",
    "set_castling_fen",
    "set_fen",
    "set_piece_at",
):
    _forgets_moves(_name)
