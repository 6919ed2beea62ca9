"""Board: a chess position with its history, with the API of python-chess.

Everything that should be fast is in the compiled base classes: BaseBoard has
the pieces, PositionBoard adds the turn and the moves, GameBoard the history.
The rest is here. Subclasses may override any rule: see `kiwipete.overrides`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from kiwipete import dead_positions as _dead
from kiwipete import epd as _epd
from kiwipete import openings as _openings
from kiwipete import perft as _perft
from kiwipete._core.base_board import BaseBoard
from kiwipete._core.game_board import GameBoard
from kiwipete._core.move import Move as Move
from kiwipete.bitboards import BB_ALL, flip_vertical, scan_forward
from kiwipete.positions import STARTING_FEN
from kiwipete.squares import WHITE, Bitboard, Color, PieceType, Square, square_mirror
from kiwipete.status import Status

if TYPE_CHECKING:
    from typing_extensions import Self

    from kiwipete.explain import Explanation

BaseBoardT = TypeVar("BaseBoardT", bound=BaseBoard)
BoardT = TypeVar("BoardT", bound="Board")
EnPassantSpec = Literal["legal", "fen", "xfen"]

EMPTY_FEN = "8/8/8/8/8/8/8/8 w - - 0 1"

# Patterns of moves and castling rights, with python-chess's groups, for programs that parse text
# themselves; the kernel reads text without them.
_PIECE, _FILE, _RANK, _TO = "[KQRBN]", "[a-h]", "[1-8]", "[a-h][1-8]"

# The groups: piece, origin file, origin rank, target square, promotion.
# Castling and the null move do not match.
SAN_REGEX: re.Pattern[str] = re.compile(
    rf"^({_PIECE})?({_FILE})?({_RANK})?[-x]?({_TO})(=?[KQRBNkqrbn])?[+#]?\Z"
)

# A castling field: white's letters, then black's, at most two each.
FEN_CASTLING_REGEX: re.Pattern[str] = re.compile(r"^(?:-|[KQA-H]{0,2}[kqa-h]{0,2})\Z")


class Board(GameBoard):
    """A chess board: a position, the moves that led to it, and the legal moves from here.

    A board may have any placement, with any number of kings. `status` returns
    what is wrong with an impossible one, and every method still works.

    >>> board = Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> board.fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    >>> len(list(board.legal_moves))
    20
    """

    aliases: ClassVar[list[str]] = [
        "Standard", "Chess", "Classical", "Normal", "Illegal", "From Position",
    ]  # fmt: skip
    uci_variant: ClassVar[str | None] = "chess"
    xboard_variant: ClassVar[str | None] = "normal"
    starting_fen: ClassVar[str] = STARTING_FEN

    # For endgame tables: suffixes and magic bytes of their files, and properties of the rules.
    tbw_suffix: ClassVar[str | None] = ".rtbw"
    tbz_suffix: ClassVar[str | None] = ".rtbz"
    tbw_magic: ClassVar[bytes | None] = bytes.fromhex("71e8235d")
    tbz_magic: ClassVar[bytes | None] = bytes.fromhex("d7660ca5")
    pawnless_tbw_suffix: ClassVar[str | None] = None
    pawnless_tbz_suffix: ClassVar[str | None] = None
    pawnless_tbw_magic: ClassVar[bytes | None] = None
    pawnless_tbz_magic: ClassVar[bytes | None] = None
    connected_kings: ClassVar[bool] = False
    one_king: ClassVar[bool] = True
    captures_compulsory: ClassVar[bool] = False

    # The methods that answer otherwise than the kernel before the end of a game.
    _own_rules: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls, **named: Any) -> None:
        from kiwipete.overrides.honour import honour_overrides

        super().__init_subclass__(**named)
        honour_overrides(cls)

    # Setting up.

    def reset(self) -> None:
        """Set up the start position and forget all moves.

        >>> board = Board.empty()
        >>> board.reset()
        >>> board == Board()
        True
        """
        self.set_fen(STARTING_FEN)

    def clear(self) -> None:
        """Remove all pieces, rights and moves and reset the counters; white is to move.

        >>> board = Board()
        >>> board.clear()
        >>> board == Board.empty()
        True
        """
        self.set_fen(EMPTY_FEN)

    @classmethod
    def empty(cls, *, chess960: bool = False) -> Self:
        """Make a board without pieces.

        >>> Board.empty().fen()
        '8/8/8/8/8/8/8/8 w - - 0 1'
        """
        return cls(None, chess960=chess960)

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Self, dict[str, _epd.Value]]:
        """Make a board from EPD; return it with the operations.

        >>> board, operations = Board.from_epd("4k3/8/8/8/8/8/8/R3K3 w Q - bm O-O-O;")
        >>> operations
        {'bm': [Move.from_uci('e1c1')]}
        """
        board = cls.empty(chess960=chess960)
        return board, board.set_epd(epd)

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Set up the Chess960 start position with a number from 0 to 959.

        >>> board = Board()
        >>> board.set_chess960_pos(0)
        >>> board.fen()
        'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
        """
        start = BaseBoard.from_chess960_pos(scharnagl)
        self.chess960 = True
        self.set_fen(f"{start.board_fen()} w KQkq - 0 1")

    def chess960_pos(
        self,
        *,
        ignore_turn: bool = False,
        ignore_castling: bool = False,
        ignore_counters: bool = True,
    ) -> int | None:
        """Return the number of this Chess960 start position, or None.

        Turn, castling rights and counters must be those of a start position,
        unless the arguments ignore them.

        >>> Board().chess960_pos()
        518
        """
        if self.ep_square is not None or (self.turn != WHITE and not ignore_turn):
            return None
        if not ignore_castling and self.clean_castling_rights() != self.rooks:
            return None
        if not ignore_counters and (self.fullmove_number, self.halfmove_clock) != (1, 0):
            return None
        return super().chess960_pos()

    def has_chess960_castling_rights(self) -> bool:
        """Return True if there are castling rights that standard chess does not have.

        >>> Board().has_chess960_castling_rights()
        False
        """
        strict = self.copy(stack=False)
        strict.chess960 = False
        loose = self.copy(stack=False)
        loose.chess960 = True
        return strict.clean_castling_rights() != loose.clean_castling_rights()

    # Private in python-chess too, but its other modules use them.

    def _from_chess960(
        self,
        chess960: bool,
        from_square: Square,
        to_square: Square,
        promotion: PieceType | None = None,
        drop: PieceType | None = None,
    ) -> Move:
        """Return a move with castling written as king takes rook only if `chess960`."""
        move = Move(from_square, to_square, promotion, drop)
        return move if chess960 else self._rewritten(move, chess960=False)

    def _to_chess960(self, move: Move) -> Move:
        """Return a move with castling written as king takes rook."""
        return self._rewritten(move, chess960=True)

    def _rewritten(self, move: Move, *, chess960: bool) -> Move:
        if move.from_square == move.to_square:
            return move
        return Move.from_uci(super().uci(move, chess960=chess960))

    def _attacked_for_king(self, path: Bitboard, occupied: Bitboard) -> bool:
        # Variants override it.
        them = not self.turn
        return any(self.attackers_mask(them, square, occupied) for square in scan_forward(path))

    def _transposition_key(self) -> Hashable:
        # Engines use it.
        return self.zobrist_key

    # The ends that only variants have.

    def is_variant_end(self) -> bool:
        """Return False: only variants of chess can end like this.

        >>> Board().is_variant_end()
        False
        """
        return False

    def is_variant_win(self) -> bool:
        """Return False: only variants of chess can be won like this.

        >>> Board().is_variant_win()
        False
        """
        return False

    def is_variant_loss(self) -> bool:
        """Return False: only variants of chess can be lost like this.

        >>> Board().is_variant_loss()
        False
        """
        return False

    def is_variant_draw(self) -> bool:
        """Return False: only variants of chess can be drawn like this.

        >>> Board().is_variant_draw()
        False
        """
        return False

    # Turned boards.

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Apply a function on bitboards to the pieces, castling rights and en passant square.

        >>> board = Board("4k3/8/8/8/8/8/8/K7 w - - 0 1")
        >>> board.apply_transform(kiwipete.flip_horizontal)
        >>> board.fen()
        '3k4/8/8/8/8/8/8/7K w - - 0 1'
        """
        rights = f(self.castling_rights)
        passed = 0 if self.ep_square is None else f(1 << self.ep_square) & BB_ALL
        super().apply_transform(f)
        self.castling_rights = rights
        self.ep_square = passed.bit_length() - 1 if passed else None

    def apply_mirror(self) -> None:
        """Flip the board vertically, and swap the colours and the turn.

        >>> board = Board()
        >>> board.apply_mirror()
        >>> board.fen()
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1'
        """
        super().apply_mirror()
        self.castling_rights = flip_vertical(self.castling_rights)
        if self.ep_square is not None:
            self.ep_square = square_mirror(self.ep_square)
        self.turn = not self.turn

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        """Return a copy changed by `apply_transform`, without the moves.

        >>> Board("4k3/8/8/8/8/8/8/K7 w - - 0 1").transform(kiwipete.flip_horizontal).fen()
        '3k4/8/8/8/8/8/8/7K w - - 0 1'
        """
        board = self.copy(stack=False)
        board.apply_transform(f)
        return board

    def mirror(self) -> Self:
        """Return a copy flipped vertically, with colours and turn swapped, without the moves.

        >>> Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").mirror().fen()
        'r3k3/8/8/8/8/8/8/4K3 b q - 0 1'
        """
        board = self.copy(stack=False)
        board.apply_mirror()
        return board

    # Text.

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
        **operations: _epd.Operand,
    ) -> str:
        """Write the position as EPD with operations; moves are written in SAN.

        >>> Board().epd(bm=kiwipete.Move.from_uci("e2e4"), id="first")
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "first";'
        """
        position = self.position_fen(shredder=shredder, en_passant=en_passant, promoted=promoted)
        if not operations:
            return position
        return f"{position} {_epd.write_operations(self, operations)}"

    def set_epd(self, epd: str) -> dict[str, _epd.Value]:
        """Set up a position from EPD and return its operations.

        `hmvc` and `fmvn` set the half-move clock and the full-move number. If
        the text cannot be read, the board stays as it was.

        >>> board = Board()
        >>> board.set_epd('4k3/8/8/8/8/8/8/R3K3 w Q - fmvn 40; id "rook";')
        {'fmvn': 40, 'id': 'rook'}
        >>> board.fen()
        '4k3/8/8/8/8/8/8/R3K3 w Q - 0 40'
        """
        fen, operations = _epd.read(epd, lambda text: type(self)(text, chess960=self.chess960))
        self.set_fen(fen)
        return operations

    # Beyond python-chess.

    def explain(self, move: Move | str) -> Explanation:
        """Explain why a move is legal or not; the move may be UCI text.

        >>> print(Board().explain("e1e2"))
        The king on e1 cannot take the pawn on e2, which is on its own side.
        """
        from kiwipete.explain import explain

        return explain(self, move)

    def opening(self) -> _openings.Opening | None:
        """Return the opening that this position has a name for, or None.

        Any move order finds it. Chess960 and variants have no names. The name of a game that went
        on from there is `kiwipete.openings.opening_of(board)`.

        >>> board = Board()
        >>> for san in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        ...     _ = board.push_san(san)
        >>> board.opening().eco, board.opening().name
        ('C60', 'Ruy Lopez')
        """
        return _openings.opening_at(self)

    def can_win(self, color: Color, *, nodes: int = _dead.NODES) -> bool | None:
        """Return True if a side can give mate by some series of legal moves, and False if not.

        True means that a line to mate was found, replayed and checked, False that there is a
        proof. None means that `nodes` positions were stored without a decision. Repetition and
        move counters are ignored. A position that is not `is_countable` raises
        ImpossiblePositionError, a board with rules of its own NotImplementedError.

        >>> board = Board("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1")  # a wall of pawns
        >>> board.can_win(kiwipete.WHITE)
        False
        """
        return _dead.can_win(self, color, nodes)

    def is_dead_position(self, *, nodes: int = _dead.NODES) -> bool | None:
        """Return True if neither side can ever give mate; None and errors as for `can_win`.

        The Laws of Chess (5.2.2) end such a game as a draw.

        >>> Board("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1").is_dead_position()
        True
        >>> Board().is_dead_position()
        False
        """
        return _dead.is_dead_position(self, nodes)

    def helpmate(self, color: Color, *, nodes: int = _dead.NODES) -> list[Move] | None:
        """Return moves of both sides that lead from here to mate by a side, not always the fewest.

        They prove that `can_win` is True. None if there are no such moves, or if `nodes`
        positions were not enough to find them.

        >>> board = Board("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
        >>> board.variation_san(board.helpmate(kiwipete.WHITE))
        '1. Qg7#'
        """
        return _dead.helpmate(self, color, nodes)

    def explain_unwinnable(self, color: Color, *, nodes: int = _dead.NODES) -> str | None:
        """Return in words why a side cannot win; None if it can, or if that is not known.

        >>> print(Board("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1").explain_unwinnable(kiwipete.WHITE))
        White has too few pieces to give mate, even with Black's help.
        """
        return _dead.explain_unwinnable(self, color, nodes)

    def explain_dead_position(self, *, nodes: int = _dead.NODES) -> str | None:
        """Return in words why neither side can win; None if one can, or if that is not known.

        >>> print(Board("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1").explain_dead_position())
        Neither side has enough pieces to give mate.
        """
        return _dead.explain_dead_position(self, nodes)

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

        `method` is "fast" (the last two plies counted in bulk), "fast1" (only
        the last one), "legal" (legal generation with make and unmake) or
        "pseudo" (pseudo-legal generation with the make-and-test filter).
        `check` compares every fast method with a slow one at every node.
        `hash_mb` helps the two fast methods.
        A position that is not `is_countable` raises ImpossiblePositionError.

        >>> Board().perft(5)
        4865609
        """
        return _perft.count(
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
        return _perft.count(
            self, depth, threads=threads, hash_mb=hash_mb, method=method, check=check
        ).divide()

    def __repr__(self) -> str:
        chess960 = ", chess960=True" if self.chess960 else ""
        return f"{type(self).__name__}({self.fen()!r}{chess960})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Board):
            return self.same_as(other)
        if hasattr(other, "fullmove_number"):  # a board of another library
            variant = getattr(other, "uci_variant", None)
            return self.uci_variant == variant and self.same_as(own_board(other))
        return super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]


def own_board(board: Any) -> Board:
    """Return a board, or the position of another library's board, such as python-chess's.

    >>> own_board("e4")
    Traceback (most recent call last):
        ...
    TypeError: a board is expected, not str
    """
    if isinstance(board, Board):
        return board
    try:
        fen, chess960 = board.fen(en_passant="fen"), board.chess960
    except AttributeError:
        raise TypeError(f"a board is expected, not {type(board).__name__}") from None
    return Board(fen, chess960=chess960)


def board_of(fen: str, *, chess960: bool = False) -> Board:
    """Set up a FEN, with the rules of Chess960 if its castling rights need them.

    >>> board_of("4k3/8/8/8/8/8/8/2R1K3 w Q - 0 1").chess960
    True
    >>> board_of("4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1").chess960
    False
    """
    board = Board(fen, chess960=chess960)
    if board.status() & Status.BAD_CASTLING_RIGHTS:
        shuffled = Board(fen, chess960=True)
        if not shuffled.status() & Status.BAD_CASTLING_RIGHTS:
            return shuffled
    return board
