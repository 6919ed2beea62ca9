"""Counting moves by playing them, on boards with rules of their own."""

from __future__ import annotations

from typing import Any

from kiwipete._core.move import Move
from kiwipete.board import Board
from kiwipete.overrides.general import asks


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
