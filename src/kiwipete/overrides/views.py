"""The moves of a board with rules of its own, found by asking it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kiwipete._core.move import Move
from kiwipete.board import Board


def own_move(move: Any) -> Move:
    """Return a move, or a copy of another library's; anything else raises TypeError."""
    if isinstance(move, Move):
        return move
    try:
        return Move(move.from_square, move.to_square, move.promotion, move.drop)
    except AttributeError:
        raise TypeError(f"a move is expected, not {type(move).__name__}") from None


class LegalMoves:
    """What `board.legal_moves` gives: the legal moves, whenever they are asked for."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __iter__(self) -> Iterator[Move]:
        return iter(self.board.generate_legal_moves())

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def count(self) -> int:
        """Return how many moves there are."""
        return len(self)

    def __contains__(self, move: object) -> bool:
        return move is not None and self.board.is_legal(own_move(move))

    def __repr__(self) -> str:
        moves = ", ".join(self.board.san(move) for move in self)
        return f"<LegalMoveGenerator at {id(self):#x} ({moves})>"


class PseudoLegalMoves(LegalMoves):
    """What `board.pseudo_legal_moves` gives: moves that may leave the king in check, too."""

    def __iter__(self) -> Iterator[Move]:
        return iter(self.board.generate_pseudo_legal_moves())

    def __contains__(self, move: object) -> bool:
        return move is not None and self.board.is_pseudo_legal(own_move(move))

    def __repr__(self) -> str:
        legal = self.board.is_legal
        moves = ", ".join(self.board.san(one) if legal(one) else one.uci() for one in self)
        return f"<PseudoLegalMoveGenerator at {id(self):#x} ({moves})>"
