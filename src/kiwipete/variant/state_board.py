"""StateBoard: a board with state beyond its position."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kiwipete._core.move import Move
from kiwipete.squares import Bitboard
from kiwipete.variant.variant_board import START, VariantBoard

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["StateBoard"]


class StateBoard(VariantBoard):
    """A board with extra state, which `push` saves and `pop` restores."""

    def __init__(self, fen: str | None = START, chess960: bool = False) -> None:
        self._past: list[Any] = []  # the state before each move
        self._forget_state()
        super().__init__(fen, chess960)

    @abstractmethod
    def _state(self) -> Any:
        """Return the state, independent of later changes to the board."""

    @abstractmethod
    def _set_state(self, state: Any) -> None:
        """Restore a state."""

    @abstractmethod
    def _forget_state(self) -> None:
        """Set the state of a new game."""

    def reset_board(self) -> None:
        """Set up the pieces for a new game."""
        super().reset_board()
        self._forget_state()

    def clear_board(self) -> None:
        """Take all pieces off the board."""
        super().clear_board()
        self._forget_state()

    def clear_stack(self) -> None:
        """Clear the move stack."""
        super().clear_stack()
        self._past.clear()

    def push(self, move: Move) -> None:
        """Play a move."""
        before = self._state()
        super().push(move)
        self._past.append(before)

    def pop(self) -> Move:
        """Take back the last move and return it."""
        move = super().pop()
        self._set_state(self._past.pop())
        return move

    def copy(self, *, stack: bool | int = True) -> Self:
        """Return an independent board with the same position, state and history."""
        board = super().copy(stack=stack)
        board._set_state(self._state())
        board._past = self._past[len(self._past) - len(board.move_stack) :]
        return board

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Apply a function on bitboards to the pieces; the state stays."""
        state = self._state()
        super().apply_transform(f)
        self._set_state(state)
