"""The base classes of variants: VariantBoard, and StateBoard with state beyond the position."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from kiwipete._core.move import Move
from kiwipete.bitboards import BB_SQUARES
from kiwipete.board import Board
from kiwipete.squares import KING, Bitboard

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["START", "StateBoard", "VariantBoard"]

START: Final = "the start position"


class VariantBoard(Board):
    """A board with its own start position that equals only boards of the same variant."""

    tbw_suffix: ClassVar[str | None] = None
    tbz_suffix: ClassVar[str | None] = None
    tbw_magic: ClassVar[bytes | None] = None
    tbz_magic: ClassVar[bytes | None] = None

    def __init__(self, fen: str | None = START, chess960: bool = False) -> None:
        super().__init__(self.starting_fen if fen == START else fen, chess960=chess960)

    def reset(self) -> None:
        """Set up the start position of the variant and clear the move stack."""
        self.set_fen(self.starting_fen)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self.uci_variant == other.uci_variant
            and self._transposition_key() == other._transposition_key()
            and super().__eq__(other)
        )

    __hash__ = None

    def _takes(self, move: Move) -> bool:
        """Return True if a move, legal or not, takes something, even a piece of its own side."""
        if not move or move.drop or move.from_square == move.to_square:
            return False
        target = BB_SQUARES[move.to_square]
        if target & self.occupied_co[self.turn]:  # a king castles with such a piece
            kind = move.promotion or self.piece_type_at(move.from_square)
            return kind != KING
        return bool(target & self.occupied) or self.is_en_passant(move)


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
