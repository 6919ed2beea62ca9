"""Exact chess rules at native speed.

>>> import kiwipete
>>> board = kiwipete.Board()
>>> board.perft(4)
197281
"""

import typing as _typing

from kiwipete import bitboards, squares, status
from kiwipete._core import BUILD as BUILD
from kiwipete._core.base_board import BaseBoard as BaseBoard
from kiwipete._core.move import Move as Move
from kiwipete._core.move_views import LegalMoveGenerator as LegalMoveGenerator
from kiwipete._core.move_views import PseudoLegalMoveGenerator as PseudoLegalMoveGenerator
from kiwipete._core.piece import Piece as Piece
from kiwipete._core.square_set import SquareSet as SquareSet
from kiwipete._version import __version__ as __version__
from kiwipete.bitboards import *
from kiwipete.board import FEN_CASTLING_REGEX as FEN_CASTLING_REGEX
from kiwipete.board import SAN_REGEX as SAN_REGEX
from kiwipete.board import BaseBoardT as BaseBoardT
from kiwipete.board import Board as Board
from kiwipete.board import BoardT as BoardT
from kiwipete.board import EnPassantSpec as EnPassantSpec
from kiwipete.errors import AmbiguousMoveError as AmbiguousMoveError
from kiwipete.errors import IllegalMoveError as IllegalMoveError
from kiwipete.errors import ImpossiblePositionError as ImpossiblePositionError
from kiwipete.errors import InconsistentPositionError as InconsistentPositionError
from kiwipete.errors import InvalidFenError as InvalidFenError
from kiwipete.errors import InvalidMoveError as InvalidMoveError
from kiwipete.errors import InvalidSquareError as InvalidSquareError
from kiwipete.openings import Opening as Opening
from kiwipete.openings import opening_of as opening_of
from kiwipete.outcome import Outcome as Outcome
from kiwipete.outcome import Termination as Termination
from kiwipete.positions import STARTING_BOARD_FEN as STARTING_BOARD_FEN
from kiwipete.positions import STARTING_FEN as STARTING_FEN
from kiwipete.squares import *
from kiwipete.squares import Bitboard as Bitboard
from kiwipete.status import *
from kiwipete.switch import use_as_chess as use_as_chess
from kiwipete.switch import watch as _watch

if _typing.TYPE_CHECKING:
    from kiwipete.games import iter_games as iter_games
    from kiwipete.games import read_games as read_games

# Created by __getattr__.
BB_DIAG_ATTACKS: list[dict[Bitboard, Bitboard]]
BB_DIAG_MASKS: list[Bitboard]
BB_FILE_ATTACKS: list[dict[Bitboard, Bitboard]]
BB_FILE_MASKS: list[Bitboard]
BB_RANK_ATTACKS: list[dict[Bitboard, Bitboard]]
BB_RANK_MASKS: list[Bitboard]

__all__ = [
    "BB_DIAG_ATTACKS", "BB_DIAG_MASKS", "BB_FILE_ATTACKS", "BB_FILE_MASKS", "BB_RANK_ATTACKS",
    "BB_RANK_MASKS", "BUILD", "FEN_CASTLING_REGEX", "SAN_REGEX", "STARTING_BOARD_FEN",
    "STARTING_FEN",
    "AmbiguousMoveError", "BaseBoard", "BaseBoardT", "Board", "BoardT", "EnPassantSpec",
    "IllegalMoveError", "ImpossiblePositionError", "InconsistentPositionError", "InvalidFenError",
    "InvalidMoveError", "InvalidSquareError", "LegalMoveGenerator", "Move", "Opening", "Outcome",
    "Piece", "PseudoLegalMoveGenerator", "SquareSet", "Termination", "opening_of",
]  # fmt: skip
__all__ += bitboards.__all__
__all__ += squares.__all__
__all__ += status.__all__


def __getattr__(name: str) -> object:
    """Return what is loaded on first use: tables of slider attacks, and what needs NumPy."""
    if name.startswith("BB_"):
        return getattr(bitboards, name)
    if name in ("read_games", "iter_games"):
        from kiwipete import games

        return getattr(games, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_watch()
