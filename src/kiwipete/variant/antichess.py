# ruff: noqa: ARG002 (python-chess's signatures)
"""Antichess and related games: captures are compulsory, and the aim is to lose all pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, SupportsIndex

from kiwipete._core.move import Move
from kiwipete.bitboards import BB_ALL, BB_DARK_SQUARES, BB_EMPTY, BB_LIGHT_SQUARES, popcount
from kiwipete.squares import KING, QUEEN, Bitboard, Color, Square
from kiwipete.status import Status
from kiwipete.variant.variant_board import VariantBoard

__all__ = ["AntichessBoard", "GiveawayBoard", "SuicideBoard"]

_ABOUT_KINGS = (
    Status.NO_WHITE_KING
    | Status.NO_BLACK_KING
    | Status.TOO_MANY_KINGS
    | Status.OPPOSITE_CHECK
    | Status.TOO_MANY_CHECKERS
    | Status.IMPOSSIBLE_CHECK
)


class SuicideBoard(VariantBoard):
    """A board of suicide chess: without a move, the side with fewer pieces wins.

    The king is a piece like any other: it may be taken, and pawns promote to it.

    >>> board = SuicideBoard("8/8/8/3p4/4P3/8/8/8 w - - 0 1")
    >>> list(board.legal_moves)
    [Move.from_uci('e4d5')]
    """

    aliases: ClassVar[list[str]] = ["Suicide", "Suicide chess"]
    uci_variant = "suicide"
    xboard_variant = "suicide"

    tbw_suffix = ".stbw"
    tbz_suffix = ".stbz"
    tbw_magic = b"\x7b\xf6\x93\x15"
    tbz_magic = b"\xe4\xcf\xe7\x23"
    pawnless_tbw_suffix = ".gtbw"
    pawnless_tbz_suffix = ".gtbz"
    pawnless_tbw_magic = b"\xbc\x55\xbc\x21"
    pawnless_tbz_magic = b"\xd6\xf5\x1b\x50"
    connected_kings = True
    one_king = False
    captures_compulsory = True

    # There are no checks.

    def pin_mask(self, color: Color, square: Square) -> Bitboard:
        """Return all squares: nothing is pinned."""
        return BB_ALL

    def checkers_mask(self) -> Bitboard:
        """Return the empty set."""
        return BB_EMPTY

    def gives_check(self, move: Move) -> bool:
        """Return False."""
        return False

    def is_into_check(self, move: Move) -> bool:
        """Return False."""
        return False

    def was_into_check(self) -> bool:
        """Return False."""
        return False

    def _attacked_for_king(self, path: Bitboard, occupied: Bitboard) -> bool:
        return False

    # Moves.

    def generate_pseudo_legal_moves(
        self, from_mask: SupportsIndex = BB_ALL, to_mask: SupportsIndex = BB_ALL
    ) -> Iterator[Move]:
        """Yield the pseudo-legal moves; pawns promote to kings, too."""
        for move in super().generate_pseudo_legal_moves(from_mask, to_mask):
            yield move
            if move.promotion == QUEEN:
                yield Move(move.from_square, move.to_square, KING)

    def _can_capture(self) -> bool:
        return any(True for _ in self.generate_pseudo_legal_captures())

    def is_legal(self, move: Move | None) -> bool:
        """Return True if a move is legal."""
        if move is None or self.is_variant_end() or not self.is_pseudo_legal(move):
            return False
        return self.is_capture(move) or not self._can_capture()

    def generate_legal_moves(
        self, from_mask: SupportsIndex = BB_ALL, to_mask: SupportsIndex = BB_ALL
    ) -> Iterator[Move]:
        """Yield the legal moves: the captures, if there are any."""
        if self.is_variant_end():
            return
        must_capture = self._can_capture()
        for move in self.generate_pseudo_legal_moves(from_mask, to_mask):
            if not must_capture or self.is_capture(move):
                yield move

    # The end of the game.

    def _lead(self) -> int:
        """Return the piece count of the side to move minus that of the other side."""
        ours, theirs = (self.occupied_co[color] for color in (self.turn, not self.turn))
        return popcount(ours) - popcount(theirs)

    def is_variant_end(self) -> bool:
        """Return True if a side has no pieces left."""
        return not all(self.occupied_co)

    def is_variant_win(self) -> bool:
        """Return True if the side to move has no pieces, or fewer and no move."""
        return not self.occupied_co[self.turn] or (self._lead() < 0 and self.is_stalemate())

    def is_variant_loss(self) -> bool:
        """Return True if the side to move has no move, and more pieces."""
        return self._lead() > 0 and self.is_stalemate()

    def is_variant_draw(self) -> bool:
        """Return True if the side to move has no move, and both have equally many pieces."""
        return self._lead() == 0 and self.is_stalemate()

    def has_insufficient_material(self, color: Color) -> bool:
        """Return True if no piece of a side can ever be taken."""
        ours, theirs = self.occupied_co[color], self.occupied_co[not color]
        if not ours or not theirs:
            return bool(ours)
        if self.occupied == self.knights and popcount(ours) == popcount(theirs) == 1:
            # A knight changes its square's colour with every move: one of the two is never met.
            alike = bool(ours & BB_LIGHT_SQUARES) == bool(theirs & BB_LIGHT_SQUARES)
            return (color == self.turn) != alike
        if self.occupied != self.bishops:
            return False
        return bool(
            (ours & BB_LIGHT_SQUARES and not theirs & BB_LIGHT_SQUARES)
            or (ours & BB_DARK_SQUARES and not theirs & BB_DARK_SQUARES)
        )

    def status(self) -> Status:
        """Return everything that is wrong with the position."""
        return super().status() & ~_ABOUT_KINGS


class GiveawayBoard(SuicideBoard):
    """A board of giveaway chess: a side without a move wins.

    >>> GiveawayBoard("8/8/8/8/p7/P7/8/8 w - - 0 1").is_variant_win()
    True
    """

    aliases: ClassVar[list[str]] = ["Giveaway", "Giveaway chess", "Give away", "Give away chess"]
    uci_variant = "giveaway"
    xboard_variant = "giveaway"

    tbw_suffix = SuicideBoard.pawnless_tbw_suffix
    tbz_suffix = SuicideBoard.pawnless_tbz_suffix
    tbw_magic = SuicideBoard.pawnless_tbw_magic
    tbz_magic = SuicideBoard.pawnless_tbz_magic
    pawnless_tbw_suffix = SuicideBoard.tbw_suffix
    pawnless_tbz_suffix = SuicideBoard.tbz_suffix
    pawnless_tbw_magic = SuicideBoard.tbw_magic
    pawnless_tbz_magic = SuicideBoard.tbz_magic

    def is_variant_win(self) -> bool:
        """Return True if the side to move has no pieces or no move."""
        return not self.occupied_co[self.turn] or self.is_stalemate()

    def is_variant_loss(self) -> bool:
        """Return False: a side that has just lost its last piece is not to move."""
        return False

    def is_variant_draw(self) -> bool:
        """Return False: one side always wins."""
        return False


class AntichessBoard(GiveawayBoard):
    """A board of antichess as on Lichess: giveaway chess without castling.

    >>> AntichessBoard().fen()
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'
    """

    aliases: ClassVar[list[str]] = ["Antichess", "Anti chess", "Anti"]
    uci_variant = "antichess"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
