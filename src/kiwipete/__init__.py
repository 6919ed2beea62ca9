"""Exact chess rules at native speed.

>>> import kiwipete
>>> board = kiwipete.Board()
>>> board.perft(4)
197281
"""

from kiwipete._core import BUILD
from kiwipete._core.core import Move
from kiwipete.board import BLACK, STARTING_FEN, WHITE, Board
from kiwipete.errors import (
    IllegalMoveError,
    ImpossiblePositionError,
    InconsistentPositionError,
    InvalidFenError,
    InvalidMoveError,
)
from kiwipete.status import Status

__version__ = "0.1.0"

__all__ = [
    "BLACK",
    "BUILD",
    "STARTING_FEN",
    "WHITE",
    "Board",
    "IllegalMoveError",
    "ImpossiblePositionError",
    "InconsistentPositionError",
    "InvalidFenError",
    "InvalidMoveError",
    "Move",
    "Status",
    "__version__",
]
