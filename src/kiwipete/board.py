"""Board: a chess position with its history, in python-chess's terms."""

from __future__ import annotations

from kiwipete import perft as _perft
from kiwipete._core.core import CoreBoard
from kiwipete.piece import Piece
from kiwipete.positions import STARTING_FEN
from kiwipete.square_set import SquareSet
from kiwipete.squares import SQUARES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kiwipete._core.core import Move


class Board(CoreBoard):
    """A chess board.

    A board may hold any placement that FEN can describe; `status` tells what
    is wrong with an impossible one, and asking it for moves raises
    ImpossiblePositionError.

    >>> board = Board()
    >>> board.push_uci("e2e4")
    Move.from_uci('e2e4')
    >>> board.fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    >>> len(list(board.legal_moves))
    20
    """

    __slots__ = ()

    def __init__(self, fen: str = STARTING_FEN, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)

    def piece_at(self, square: int) -> Piece | None:
        """Return the piece on a square, or None.

        >>> Board().piece_at(0)
        Piece.from_symbol('R')
        """
        piece_type = self.piece_type_at(square)
        return None if piece_type is None else Piece(piece_type, bool(self.color_at(square)))

    def piece_map(self) -> dict[int, Piece]:
        """Return the pieces by square.

        >>> Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1").piece_map()
        {4: Piece.from_symbol('K'), 60: Piece.from_symbol('k')}
        """
        placed = ((square, self.piece_at(square)) for square in SQUARES)
        return {square: piece for square, piece in placed if piece is not None}

    def pieces(self, piece_type: int, color: bool) -> SquareSet:
        """Return the squares of the pieces of a type and colour.

        >>> list(Board().pieces(2, True))
        [1, 6]
        """
        return SquareSet(self.pieces_mask(piece_type, color))

    def attackers(self, color: bool, square: int) -> SquareSet:
        """Return the squares of the pieces of a colour that attack a square.

        >>> list(Board().attackers(True, 18))
        [1, 9, 11]
        """
        return SquareSet(self.attackers_mask(color, square))

    def checkers(self) -> SquareSet:
        """Return the squares of the pieces that give check.

        >>> list(Board("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").checkers())
        [12]
        """
        return SquareSet(self.checkers_mask())

    def perft(
        self,
        depth: int,
        *,
        threads: int = 1,
        hash_mb: int = 0,
        method: str = "fast",
        check: bool = False,
    ) -> int:
        """Count the leaves of the tree of legal moves.

        `method` is "fast" (leaves counted in bulk on bitboards), "legal"
        (legal generation with make and unmake) or "pseudo" (pseudo-legal
        generation with the make-and-test filter). `check` holds every fast
        way against a slow one at every node. `hash_mb` helps the fast method.

        >>> Board().perft(5)
        4865609
        """
        return _perft.start(
            self, depth, threads=threads, hash_mb=hash_mb, method=method, check=check
        ).nodes

    def divide(
        self,
        depth: int,
        *,
        threads: int = 1,
        hash_mb: int = 0,
        method: str = "fast",
        check: bool = False,
    ) -> dict[Move, int]:
        """Count the leaves below each legal move; arguments as for `perft`.

        >>> board = Board("8/P1k5/K7/8/8/8/8/8 w - - 0 1")
        >>> {move.uci(): count for move, count in board.divide(2).items()}["a7a8q"]
        2
        """
        if depth < 1:
            raise ValueError(f"a divide needs a depth of 1 or more, not {depth}")
        return _perft.start(
            self, depth, threads=threads, hash_mb=hash_mb, method=method, check=check
        ).divide()

    def is_game_over(self) -> bool:
        """Return True if the game has ended, without anybody claiming a draw.

        >>> Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_game_over()
        True
        """
        return (
            not self.legal_moves
            or self.is_insufficient_material()
            or self.is_seventyfive_moves()
            or self.is_fivefold_repetition()
        )

    def __str__(self) -> str:
        """Draw the board in letters, white at the bottom."""
        rows = []
        for rank in range(7, -1, -1):
            rows.append(" ".join(self._letter(8 * rank + file) for file in range(8)))
        return "\n".join(rows)

    def _letter(self, square: int) -> str:
        piece = self.piece_at(square)
        return "." if piece is None else piece.symbol()

    def __repr__(self) -> str:
        chess960 = ", chess960=True" if self.chess960 else ""
        return f"Board({self.fen(en_passant='fen')!r}{chess960})"
