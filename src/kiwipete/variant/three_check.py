"""Three-check: a side that has given three checks has won."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import TYPE_CHECKING, ClassVar

from kiwipete import epd as _epd
from kiwipete._core.move import Move
from kiwipete.board import EnPassantSpec
from kiwipete.errors import InvalidFenError
from kiwipete.squares import BLACK, WHITE, Color
from kiwipete.variant.variant_board import StateBoard

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["ThreeCheckBoard"]

_REMAINING = re.compile(r"(\d{1,9})\+(\d{1,9})")
_GIVEN = re.compile(r"\+(\d{1,9})\+(\d{1,9})")


class ThreeCheckBoard(StateBoard):
    """A board of three-check; `remaining_checks` has the checks each colour must still give.

    >>> board = ThreeCheckBoard()
    >>> for san in ["e4", "f6", "Qh5+"]:
    ...     _ = board.push_san(san)
    >>> board.fen()
    'rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 2+3 1 2'
    """

    aliases: ClassVar[list[str]] = [
        "Three-check", "Three check", "Threecheck", "Three check chess", "3-check", "3 check",
        "3check",
    ]  # fmt: skip
    uci_variant = "3check"
    xboard_variant = "3check"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"

    remaining_checks: list[int]

    def _state(self) -> tuple[int, int]:
        return self.remaining_checks[BLACK], self.remaining_checks[WHITE]

    def _set_state(self, state: tuple[int, int]) -> None:
        self.remaining_checks = list(state)

    def _forget_state(self) -> None:
        self.remaining_checks = [3, 3]

    def push(self, move: Move) -> None:
        """Play a move, and count the check if it gives one."""
        super().push(move)
        if self.is_check():
            self.remaining_checks[not self.turn] -= 1

    def _transposition_key(self) -> Hashable:
        return super()._transposition_key(), self._state()

    # The end of the game.

    def _has_won(self, color: Color) -> bool:
        return self.remaining_checks[color] <= 0 < self.remaining_checks[not color]

    def is_variant_end(self) -> bool:
        """Return True if a side has given three checks."""
        return min(self.remaining_checks) <= 0

    def is_variant_win(self) -> bool:
        """Return True if the side to move has given three checks."""
        return self._has_won(self.turn)

    def is_variant_loss(self) -> bool:
        """Return True if the other side has given three checks."""
        return self._has_won(not self.turn)

    def is_variant_draw(self) -> bool:
        """Return True if both sides have given three checks, which no game can reach."""
        return max(self.remaining_checks) <= 0

    def has_insufficient_material(self, color: Color) -> bool:
        """Return True if a side has only its king, which cannot give check."""
        return self.occupied_co[color] == self.occupied_co[color] & self.kings

    def is_irreversible(self, move: Move) -> bool:
        """Return True if the position can never recur: a check counts for ever."""
        return super().is_irreversible(move) or self.gives_check(move)

    # Text.

    def epd(
        self,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
        **operations: _epd.Operand,
    ) -> str:
        """Write the position as EPD, with the remaining checks after the en passant square."""
        text = super().epd(
            shredder=shredder, en_passant=en_passant, promoted=promoted, **operations
        )
        black, white = (max(0, checks) for checks in self._state())
        fields = text.split(" ", 4)
        return " ".join([*fields[:4], f"{white}+{black}", *fields[4:]])

    def set_fen(self, fen: str) -> None:
        """Set up a FEN; 3+3 before the clock are checks to give, +0+0 at the end those given."""
        fields = fen.split()
        remaining = [3, 3]
        if len(fields) > 4 and "+" in fields[4]:
            remaining = _checks(_REMAINING, fields.pop(4), fen)
        elif len(fields) == 7:
            remaining = [3 - given for given in _checks(_GIVEN, fields.pop(), fen)]
        super().set_fen(" ".join(fields))
        self.remaining_checks = remaining

    def set_epd(self, epd: str) -> dict[str, _epd.Value]:
        """Set up a position from EPD and return its operations."""
        fields = epd.split(None, 5)
        remaining = [3, 3]
        if len(fields) > 4 and "+" in fields[4]:
            remaining = _checks(_REMAINING, fields.pop(4).rstrip(";"), epd)
        operations = super().set_epd(" ".join(fields))
        self.remaining_checks = remaining
        return operations

    def mirror(self) -> Self:
        """Return a copy flipped vertically, with colours, turn and checks swapped."""
        board = super().mirror()
        board.remaining_checks = self.remaining_checks[::-1]
        return board


def _checks(form: re.Pattern[str], text: str, fen: str) -> list[int]:
    """Return two numbers of checks by colour; the text has white's first."""
    numbers = form.fullmatch(text)
    if not numbers:
        message = f"FEN: the checks must look like 3+3 or +0+0: {text!r} in {fen!r}"
        raise InvalidFenError(message, fen, 5, fen.find(text) + 1)
    return [int(numbers[2]), int(numbers[1])]
