# ruff: noqa: ARG002 (python-chess's signatures)
"""Crazyhouse: a side may drop the pieces that it has captured, which are in its pocket."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from operator import index
from typing import TYPE_CHECKING, ClassVar, SupportsIndex

from kiwipete import epd as _epd
from kiwipete._core.move import Move
from kiwipete._core.square_set import SquareSet
from kiwipete.bitboards import (
    BB_ALL,
    BB_BACKRANKS,
    BB_SQUARES,
    between,
    lsb,
    popcount,
    scan_forward,
)
from kiwipete.board import EnPassantSpec
from kiwipete.errors import IllegalMoveError, InvalidFenError
from kiwipete.squares import (
    BLACK,
    PAWN,
    PIECE_TYPES,
    WHITE,
    Bitboard,
    Color,
    PieceType,
    piece_symbol,
)
from kiwipete.status import Status
from kiwipete.variant.variant_board import StateBoard

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["CrazyhouseBoard", "CrazyhousePocket"]

_SYMBOLS = [piece_symbol(piece_type) for piece_type in PIECE_TYPES]


class CrazyhousePocket:
    """A pocket with a count for each type of piece.

    >>> pocket = CrazyhousePocket("ppn")
    >>> pocket.remove(kiwipete.PAWN)
    >>> pocket.add(kiwipete.QUEEN)
    >>> pocket
    CrazyhousePocket('qnp')
    """

    def __init__(self, symbols: Iterable[str] = "") -> None:
        self._counts = [0] * (len(PIECE_TYPES) + 1)
        for symbol in symbols:
            self.add(1 + _SYMBOLS.index(symbol))

    def reset(self) -> None:
        """Empty the pocket."""
        self._counts = [0] * len(self._counts)

    def add(self, piece_type: PieceType) -> None:
        """Add a piece."""
        self._counts[piece_type] += 1

    def remove(self, piece_type: PieceType) -> None:
        """Remove a piece; raises ValueError if there is none."""
        if not self._counts[piece_type]:
            raise ValueError(f"there is no {piece_symbol(piece_type)} in {self!r}")
        self._counts[piece_type] -= 1

    def count(self, piece_type: PieceType) -> int:
        """Return the number of pieces of a type."""
        return self._counts[piece_type]

    def copy(self) -> Self:
        """Return an independent pocket with the same pieces."""
        pocket = type(self)()
        pocket._counts = self._counts[:]
        return pocket

    def __iter__(self) -> Iterator[PieceType]:
        """Yield the piece types in the pocket, each once."""
        return (piece_type for piece_type in PIECE_TYPES if self._counts[piece_type])

    def __len__(self) -> int:
        return sum(self._counts)

    def __str__(self) -> str:
        pieces = (piece_symbol(one) * self._counts[one] for one in reversed(PIECE_TYPES))
        return "".join(pieces)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


_PIECES = 32  # in the whole game


class CrazyhouseBoard(StateBoard):
    """A board of crazyhouse; `pockets` has the pieces that each side, by colour, may drop.

    >>> board = CrazyhouseBoard()
    >>> for san in ["e4", "d5", "exd5", "Qxd5", "@e6"]:
    ...     _ = board.push_san(san)
    >>> board.fen()
    'rnb1kbnr/ppp1pppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 1 3'
    """

    aliases: ClassVar[list[str]] = ["Crazyhouse", "Crazy House", "House", "ZH"]
    uci_variant = "crazyhouse"
    xboard_variant = "crazyhouse"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"

    pockets: list[CrazyhousePocket]

    def _state(self) -> tuple[CrazyhousePocket, CrazyhousePocket]:
        return self.pockets[BLACK].copy(), self.pockets[WHITE].copy()

    def _set_state(self, state: tuple[CrazyhousePocket, CrazyhousePocket]) -> None:
        self.pockets = [pocket.copy() for pocket in state]

    def _in_pockets(self) -> tuple[str, str]:
        return str(self.pockets[BLACK]), str(self.pockets[WHITE])

    def _forget_state(self) -> None:
        self.pockets = [CrazyhousePocket(), CrazyhousePocket()]

    # Moves.

    def push(self, move: Move) -> None:
        """Play a move; captured pieces go to the pocket, and dropped pieces come from there."""
        if move.drop and not self.pockets[self.turn].count(move.drop):
            raise IllegalMoveError(f"illegal move {move.uci()} in {self.fen()}")
        captured = self._captured(move)
        super().push(move)
        pocket = self.pockets[not self.turn]
        if move.drop:
            pocket.remove(move.drop)
        elif captured:
            pocket.add(captured)

    def _captured(self, move: Move) -> PieceType | None:
        """Return the type of the piece that a move captures; promoted ones are pawns again."""
        if not self._takes(move):
            return None
        if BB_SQUARES[move.to_square] & self.promoted:
            return PAWN
        return self.piece_type_at(move.to_square) or PAWN  # the square is empty in en passant

    def legal_drop_squares_mask(self) -> Bitboard:
        """Return the squares where a drop leaves the king safe, as a bitboard."""
        king = self.king(self.turn)
        checkers = 0 if king is None else self.attackers_mask(not self.turn, king)
        if king is None or not checkers:
            return ~self.occupied & BB_ALL
        if popcount(checkers) > 1:
            return 0
        return between(king, lsb(checkers)) & ~self.occupied

    def legal_drop_squares(self) -> SquareSet:
        """Return the squares where a drop leaves the king safe.

        >>> CrazyhouseBoard("4k3/8/8/8/8/8/8/4K2r[N] w - - 0 1").legal_drop_squares()
        SquareSet(0x0000_0000_0000_0060)
        """
        return SquareSet(self.legal_drop_squares_mask())

    def generate_pseudo_legal_drops(self, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """Yield the drops on empty squares of a set."""
        for piece_type in self.pockets[self.turn]:
            squares = ~self.occupied & to_mask
            if piece_type == PAWN:
                squares &= ~BB_BACKRANKS
            for square in scan_forward(squares):
                yield Move(square, square, drop=piece_type)

    def generate_legal_drops(self, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """Yield the legal drops on squares of a set."""
        return self.generate_pseudo_legal_drops(self.legal_drop_squares_mask() & to_mask)

    def generate_legal_moves(
        self, from_mask: SupportsIndex = BB_ALL, to_mask: SupportsIndex = BB_ALL
    ) -> Iterator[Move]:
        """Yield the legal moves; a drop starts and ends on its square."""
        yield from super().generate_legal_moves(from_mask, to_mask)
        yield from self.generate_legal_drops(index(from_mask) & index(to_mask))

    def is_pseudo_legal(self, move: Move | None) -> bool:
        """Return True if a move is legal, except that it may leave the king in check."""
        if move is None or not move.drop or move.from_square != move.to_square:
            return super().is_pseudo_legal(move)
        return move in self.generate_pseudo_legal_drops(BB_SQUARES[move.to_square])

    def is_legal(self, move: Move | None) -> bool:
        """Return True if a move is legal."""
        if move is None or not move.drop:
            return super().is_legal(move)
        safe = self.legal_drop_squares_mask() & BB_SQUARES[move.to_square]
        return bool(safe) and self.is_pseudo_legal(move)

    def is_irreversible(self, move: Move) -> bool:
        """Return True if the position can never recur: a castling right is lost for ever."""
        rights = self.clean_castling_rights()
        self.push(move)
        lost = rights != self.clean_castling_rights()
        self.pop()
        return lost

    def parse_san(self, san: str) -> Move:
        """Read a legal move in standard algebraic notation; `N@f3` and `@e4` are drops."""
        if "@" not in san or san == "@@@@":
            return super().parse_san(san)
        drop = san.rstrip("+#")
        move = Move.from_uci(f"P{drop}" if drop.startswith("@") else drop)
        if not self.is_legal(move):
            raise IllegalMoveError(f"illegal san: {san!r} in {self.fen()}")
        return move

    # The end of the game.

    def is_fifty_moves(self) -> bool:
        """Return False: no material is lost, so there is no fifty-move rule."""
        return False

    def is_seventyfive_moves(self) -> bool:
        """Return False: no material is lost, so there is no seventy-five-move rule."""
        return False

    def has_insufficient_material(self, color: Color) -> bool:
        """Return True if all the pieces of the game are two kings and at most one minor piece."""
        mates = self.pawns | self.rooks | self.queens | self.promoted
        in_pockets = "".join(self._in_pockets())
        if mates or not set(in_pockets).isdisjoint("prq"):
            return False
        return popcount(self.occupied) + len(in_pockets) <= 3

    def status(self) -> Status:
        """Return everything that is wrong with the position."""
        found = super().status()
        in_pockets = "".join(self._in_pockets())
        if popcount(self.pawns) + in_pockets.count("p") <= _PIECES // 2:
            found &= ~(Status.TOO_MANY_WHITE_PAWNS | Status.TOO_MANY_BLACK_PAWNS)
        if popcount(self.occupied) + len(in_pockets) <= _PIECES:
            found &= ~(Status.TOO_MANY_WHITE_PIECES | Status.TOO_MANY_BLACK_PIECES)
        return found

    def _transposition_key(self) -> Hashable:
        return super()._transposition_key(), self._in_pockets(), self.promoted

    # Text.

    def board_fen(self, *, promoted: bool | None = None) -> str:
        """Return the placement; by default promoted pieces are marked with a tilde."""
        return super().board_fen(promoted=promoted is None or promoted)

    def epd(
        self,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
        **operations: _epd.Operand,
    ) -> str:
        """Write the position as EPD, with the pockets in brackets after the placement."""
        text = super().epd(
            shredder=shredder, en_passant=en_passant, promoted=promoted, **operations
        )
        placement, rest = text.split(" ", 1)
        black, white = self._in_pockets()
        return f"{placement}[{white.upper()}{black}] {rest}"

    def set_fen(self, fen: str) -> None:
        """Set up a FEN with the pockets in brackets, or as a ninth rank."""
        placement, *rest = fen.split(None, 1) or [""]
        board, bracket, pockets = placement.partition("[")
        if bracket and placement.endswith("]"):
            pockets = pockets[:-1]
        elif not bracket and placement.count("/") == 8:
            board, _, pockets = placement.rpartition("/")
        wrong = [letter for letter in pockets if letter.lower() not in "pnbrqk"]
        if wrong:
            message = f"FEN: invalid piece in a pocket, {wrong[0]!r}: {fen!r}"
            raise InvalidFenError(message, fen, 1, fen.find(pockets) + pockets.find(wrong[0]) + 1)
        super().set_fen(" ".join([board, *rest]))
        white = [letter.lower() for letter in pockets if letter.isupper()]
        black = [letter for letter in pockets if letter.islower()]
        self.pockets = [CrazyhousePocket(black), CrazyhousePocket(white)]

    def mirror(self) -> Self:
        """Return a copy flipped vertically, with colours, turn and pockets swapped."""
        board = super().mirror()
        board.pockets.reverse()
        return board
