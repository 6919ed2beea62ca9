"""Playing moves on boards with rules of their own, looking what they do, and counting them."""

from __future__ import annotations

from typing import Any

from kiwipete._core.move import Move
from kiwipete.board import Board
from kiwipete.overrides import asks
from kiwipete.squares import square_file


@asks(
    "attackers_mask",
    "attacks_mask",
    "generate_castling_moves",
    "generate_legal_ep",
    "generate_legal_moves",
    "generate_pseudo_legal_ep",
    "generate_pseudo_legal_moves",
    "is_attacked_by",
    "is_into_check",
    "is_legal",
    "is_pseudo_legal",
    "king",
    directly=True,
)
def push(board: Board, move: Move) -> None:
    """Play a move, trusting that it is legal.

    A class that decides which moves are legal may play one to find out, so this must not ask.
    """
    board._push_trusted(move)


@asks("push", "pop", "is_check")
def gives_check(board: Board, move: Move) -> bool:
    """Return True if a move gives check."""
    board.push(move)
    try:
        return board.is_check()
    finally:
        board.pop()


@asks("push", "pop")
def key_after(board: Board, move: Move) -> int:
    """Return the Zobrist key after a move."""
    board.push(move)
    try:
        return board.zobrist_key
    finally:
        board.pop()


@asks("is_zeroing", "has_legal_en_passant")
def is_irreversible(board: Board, move: Move) -> bool:
    """Return True if the position can never come back."""
    if board.is_zeroing(move) or board.has_legal_en_passant():
        return True
    return Board.is_irreversible(board, move)


@asks("is_castling")
def is_kingside_castling(board: Board, move: Move) -> bool:
    """Return True if a move castles towards the h-file."""
    return board.is_castling(move) and square_file(move.to_square) > square_file(move.from_square)


@asks("is_castling")
def is_queenside_castling(board: Board, move: Move) -> bool:
    """Return True if a move castles towards the a-file."""
    return board.is_castling(move) and square_file(move.to_square) < square_file(move.from_square)


@asks("is_en_passant")
def is_capture(board: Board, move: Move) -> bool:
    """Return True if a move captures, en passant included."""
    return board.is_en_passant(move) or Board.is_capture(board, move)


@asks("copy", "pop")
def root(board: Board) -> Board:
    """Return a board with the position before the first move of the history."""
    first = board.copy()
    for _ in board.move_stack:
        first.pop()
    return first


@asks("generate_legal_moves", "push", "pop")
def perft(board: Board, depth: int, **_: Any) -> int:
    """Count the leaves of the tree of legal moves by playing them; only `depth` matters."""
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    if depth <= 1:
        return sum(1 for _ in board.generate_legal_moves()) if depth else 1
    return sum(_below(board, move, depth) for move in list(board.generate_legal_moves()))


@asks("generate_legal_moves", "push", "pop")
def divide(board: Board, depth: int, **_: Any) -> dict[Move, int]:
    """Count the leaves below each legal move by playing them; only `depth` matters."""
    if depth < 1:
        raise ValueError(f"a divide needs a depth of 1 or more, not {depth}")
    return {move: _below(board, move, depth) for move in list(board.generate_legal_moves())}


def _below(board: Board, move: Move, depth: int) -> int:
    board.push(move)
    try:
        return perft(board, depth - 1)
    finally:
        board.pop()


@asks("is_legal", "generate_legal_moves")
def explain(board: Board, move: Move | str) -> None:
    """Refuse: the reasons known are those of chess."""
    raise ValueError(f"{type(board).__name__} has rules of its own: nothing explains {move}")
