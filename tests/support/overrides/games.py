"""Games that are written as subclasses of a library's Board: python-chess's or ours."""

from __future__ import annotations

from typing import Any


def three_check(chess: Any) -> Any:
    class ThreeCheck(chess.Board):
        """A side that has given three checks has won."""

        def __init__(self, *arguments: Any, **named: Any) -> None:
            self.checks = [0, 0]
            super().__init__(*arguments, **named)

        def push(self, move: Any) -> None:
            super().push(move)
            if self.is_check():
                self.checks[not self.turn] += 1

        def pop(self) -> Any:
            if self.is_check():
                self.checks[not self.turn] -= 1
            return super().pop()

        def copy(self, *, stack: Any = True) -> Any:
            board = super().copy(stack=stack)
            board.checks = self.checks[:]
            return board

        def is_variant_end(self) -> bool:
            return max(self.checks) >= 3

        def is_variant_win(self) -> bool:
            return bool(self.checks[self.turn] >= 3)

        def is_variant_loss(self) -> bool:
            return bool(self.checks[not self.turn] >= 3)

        def _transposition_key(self) -> Any:
            return super()._transposition_key(), *self.checks

    return ThreeCheck


def capture_first(chess: Any) -> Any:
    class CaptureFirst(chess.Board):
        """Captures are compulsory; the king is a piece like any other but for checks."""

        def generate_legal_moves(self, *masks: Any) -> Any:
            moves = list(super().generate_legal_moves())
            captures = [move for move in moves if self.is_capture(move)]
            wanted = set(super().generate_legal_moves(*masks))
            return iter([move for move in captures or moves if move in wanted])

        def is_legal(self, move: Any) -> bool:
            return move in list(self.generate_legal_moves())

    return CaptureFirst


def move_filter(chess: Any) -> Any:
    class NoBackwardPieces(chess.Board):
        """Only kings may go backwards, and who cannot move has won."""

        def goes_forward(self, move: Any) -> bool:
            start, end = chess.square_rank(move.from_square), chess.square_rank(move.to_square)
            if self.piece_type_at(move.from_square) == chess.KING:
                return True
            return bool(end >= start if self.turn else end <= start)

        def is_pseudo_legal(self, move: Any) -> bool:
            return super().is_pseudo_legal(move) and self.goes_forward(move)

        def generate_pseudo_legal_moves(self, *masks: Any) -> Any:
            for move in super().generate_pseudo_legal_moves(*masks):
                if self.goes_forward(move):
                    yield move

        def is_variant_win(self) -> bool:
            return self.is_stalemate()

    return NoBackwardPieces


def harmless_knights(chess: Any) -> Any:
    class HarmlessKnights(chess.Board):
        """Knights give no check."""

        def attackers_mask(self, color: bool, square: int, *occupied: Any) -> int:
            return int(super().attackers_mask(color, square, *occupied) & ~self.knights)

    return HarmlessKnights


def kings_may_die(chess: Any) -> Any:
    class KingsMayDie(chess.Board):
        """Kings move into check as they like; the game ends when one is taken."""

        def generate_legal_moves(self, *masks: Any) -> Any:
            return iter(()) if self.is_variant_end() else self.generate_pseudo_legal_moves(*masks)

        def is_into_check(self, move: Any) -> bool:
            return False

        def is_variant_loss(self) -> bool:
            return self.king(self.turn) is None

        def is_variant_end(self) -> bool:
            return self.is_variant_loss()

        def has_insufficient_material(self, color: bool) -> bool:
            return False

    return KingsMayDie


GAMES = (three_check, capture_first, move_filter, harmless_knights, kings_may_die)
