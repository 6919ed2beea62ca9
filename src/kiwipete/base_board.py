"""BaseBoard: pieces on squares, without rules, in python-chess's terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from kiwipete import chess960
from kiwipete._core.core import CorePlacement, Piece
from kiwipete.bitboards import BB_ALL, scan_forward
from kiwipete.positions import STARTING_BOARD_FEN
from kiwipete.squares import WHITE, Bitboard, Color, Square
from kiwipete.text_picture import draw

if TYPE_CHECKING:
    from typing_extensions import Self

BaseBoardT = TypeVar("BaseBoardT", bound="BaseBoard")


class BaseBoard(CorePlacement):
    """Pieces on a board: where they stand and what they attack.

    >>> board = BaseBoard()
    >>> board.piece_at(0)
    Piece.from_symbol('R')
    >>> BaseBoard("8/8/8/8/8/8/8/K7").king(True)
    0
    """

    def __init__(self, board_fen: str | None = STARTING_BOARD_FEN) -> None:
        if board_fen is None:
            self.clear_board()
        else:
            self.set_board_fen(board_fen)

    @classmethod
    def empty(cls) -> Self:
        """Make a board without pieces.

        >>> BaseBoard.empty().occupied
        0
        """
        return cls(None)

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """Make a board with the Chess960 start position of a number from 0 to 959.

        >>> BaseBoard.from_chess960_pos(518) == BaseBoard()
        True
        """
        board = cls.empty()
        board.set_chess960_pos(scharnagl)
        return board

    def reset_board(self) -> None:
        """Set the pieces up for a new game.

        >>> board = BaseBoard.empty()
        >>> board.reset_board()
        >>> board == BaseBoard()
        True
        """
        self.set_board_fen(STARTING_BOARD_FEN)

    # Pieces.

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        """Put these pieces on an empty board; a board forgets its moves.

        >>> board = BaseBoard()
        >>> board.set_piece_map({0: Piece.from_symbol("K")})
        >>> board.board_fen()
        '8/8/8/8/8/8/8/K7'
        """
        placed = BaseBoard.empty()
        for square, piece in pieces.items():
            placed.put(square, piece.piece_type, piece.color)
        self.set_board_fen(placed.board_fen())

    # Chess960 start positions.

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Set up the Chess960 start position of a number from 0 to 959.

        >>> board = BaseBoard()
        >>> board.set_chess960_pos(0)
        >>> board.board_fen()
        'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR'
        """
        rank = chess960.back_rank(scharnagl)
        self.set_board_fen(f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank}")

    def chess960_pos(self) -> int | None:
        """Return the number of the Chess960 start position on the board, or None.

        >>> BaseBoard().chess960_pos()
        518
        """
        black, *middle, white = self.board_fen().split("/")
        if middle != ["pppppppp", "8", "8", "8", "8", "PPPPPPPP"] or white != black.upper():
            return None
        if self.promoted:
            return None
        return chess960.number_of(white)

    # Boards made of boards.

    def copy(self) -> Self:
        """Return a board of its own with the same pieces.

        >>> BaseBoard().copy() == BaseBoard()
        True
        """
        board = type(self)(None)
        board.set_board_fen(self.board_fen(promoted=True))
        return board

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        board = self.copy()
        memo[id(self)] = board
        return board

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.board_fen(promoted=True)), self.__dict__ or None

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Move every piece as a function moves sets of squares.

        >>> from kiwipete.bitboards import flip_horizontal
        >>> board = BaseBoard("8/8/8/8/8/8/8/K7")
        >>> board.apply_transform(flip_horizontal)
        >>> board.board_fen()
        '8/8/8/8/8/8/8/7K'
        """
        kinds = [(piece_type, color) for color in (True, False) for piece_type in range(1, 7)]
        moved = [(f(self.pieces_mask(*kind)) & BB_ALL, kind) for kind in kinds]
        promoted = f(self.promoted) & BB_ALL
        self.clear_board()
        for squares, (piece_type, color) in moved:
            for square in scan_forward(squares):
                self.put(square, piece_type, color, bool(promoted & 1 << square))

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        """Return a board with every piece moved as a function moves sets of squares.

        >>> from kiwipete.bitboards import flip_vertical
        >>> BaseBoard("8/8/8/8/8/8/8/K7").transform(flip_vertical).board_fen()
        'K7/8/8/8/8/8/8/8'
        """
        board = self.copy()
        board.apply_transform(f)
        return board

    def apply_mirror(self) -> None:
        """Turn the board upside down and exchange the colours.

        >>> board = BaseBoard("8/8/8/8/8/8/8/K7")
        >>> board.apply_mirror()
        >>> board.board_fen()
        'k7/8/8/8/8/8/8/8'
        """
        ranks = self.board_fen(promoted=True).split("/")
        self.set_board_fen("/".join(reversed(ranks)).swapcase())

    def mirror(self) -> Self:
        """Return the board upside down with the colours exchanged.

        >>> BaseBoard("8/8/8/8/8/8/8/K7").mirror().board_fen()
        'k7/8/8/8/8/8/8/8'
        """
        board = self.copy()
        board.apply_mirror()
        return board

    # Pictures.

    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: Color = WHITE,
    ) -> str:
        """Draw the board with the characters that picture chess pieces.

        >>> print(BaseBoard("8/8/8/8/8/8/8/K7").unicode(empty_square="."))
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        ♔ . . . . . . .
        """

        def symbol(square: Square) -> str:
            piece = self.piece_at(square)
            return (
                empty_square if piece is None else piece.unicode_symbol(invert_color=invert_color)
            )

        return draw(symbol, borders=borders, orientation=orientation)

    def __str__(self) -> str:
        """Draw the board in letters, white at the bottom."""

        def letter(square: Square) -> str:
            piece = self.piece_at(square)
            return "." if piece is None else piece.symbol()

        return draw(letter, borders=False, orientation=WHITE)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.board_fen()!r})"

    def _repr_svg_(self) -> str:
        from kiwipete import svg

        return svg.board(self, size=390)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BaseBoard):
            return NotImplemented
        return self.board_fen() == other.board_fen()

    __hash__ = None  # type: ignore[assignment]


def _restore(cls: type[BaseBoard], board_fen: str) -> BaseBoard:
    return cls(board_fen)
