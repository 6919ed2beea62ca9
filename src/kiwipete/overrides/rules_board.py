"""RulesBoard: what boards with rules of their own override most, and chess says little about."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Literal

from kiwipete import epd as _epd
from kiwipete._core.game_board import GameBoard
from kiwipete.bitboards import scan_forward
from kiwipete.positions import STARTING_FEN
from kiwipete.squares import Bitboard

__all__ = ["EMPTY_FEN", "EnPassantSpec", "RulesBoard"]

EnPassantSpec = Literal["legal", "fen", "xfen"]
EMPTY_FEN = "8/8/8/8/8/8/8/8 w - - 0 1"


class RulesBoard(GameBoard):
    """A game with its set-up, its text, and the ends that only variants of chess have."""

    # The methods that answer otherwise than the kernel before the end of a game.
    _own_rules: ClassVar[frozenset[str]] = frozenset()

    def reset(self) -> None:
        """Set up the start position and forget all moves.

        >>> board = kiwipete.Board.empty()
        >>> board.reset()
        >>> board == kiwipete.Board()
        True
        """
        self.set_fen(STARTING_FEN)

    def clear(self) -> None:
        """Remove all pieces, rights and moves and reset the counters; white is to move.

        >>> board = kiwipete.Board()
        >>> board.clear()
        >>> board == kiwipete.Board.empty()
        True
        """
        self.set_fen(EMPTY_FEN)

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
        **operations: _epd.Operand,
    ) -> str:
        """Write the position as EPD with operations; moves are written in SAN.

        >>> kiwipete.Board().epd(bm=kiwipete.Move.from_uci("e2e4"), id="first")
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "first";'
        """
        position = self.position_fen(shredder=shredder, en_passant=en_passant, promoted=promoted)
        if not operations:
            return position
        return f"{position} {_epd.write_operations(self, operations)}"

    def is_variant_end(self) -> bool:
        """Return False: only variants of chess can end like this.

        >>> kiwipete.Board().is_variant_end()
        False
        """
        return False

    def is_variant_win(self) -> bool:
        """Return False: only variants of chess can be won like this.

        >>> kiwipete.Board().is_variant_win()
        False
        """
        return False

    def is_variant_loss(self) -> bool:
        """Return False: only variants of chess can be lost like this.

        >>> kiwipete.Board().is_variant_loss()
        False
        """
        return False

    def is_variant_draw(self) -> bool:
        """Return False: only variants of chess can be drawn like this.

        >>> kiwipete.Board().is_variant_draw()
        False
        """
        return False

    def _attacked_for_king(self, path: Bitboard, occupied: Bitboard) -> bool:
        # Variants override it in python-chess too.
        them = not self.turn
        return any(self.attackers_mask(them, square, occupied) for square in scan_forward(path))

    def _transposition_key(self) -> Hashable:
        # Private in python-chess too, but engines use it.
        return self.zobrist_key
