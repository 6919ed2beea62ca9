"""Exact chess rules at native speed.

>>> import kiwipete
>>> board = kiwipete.Board()
>>> board.perft(4)
197281
"""

from kiwipete._core import BUILD as BUILD
from kiwipete._core.core import Move as Move
from kiwipete.bitboards import *
from kiwipete.board import Board as Board
from kiwipete.errors import IllegalMoveError as IllegalMoveError
from kiwipete.errors import ImpossiblePositionError as ImpossiblePositionError
from kiwipete.errors import InconsistentPositionError as InconsistentPositionError
from kiwipete.errors import InvalidFenError as InvalidFenError
from kiwipete.errors import InvalidMoveError as InvalidMoveError
from kiwipete.piece import Piece as Piece
from kiwipete.positions import STARTING_FEN as STARTING_FEN
from kiwipete.square_set import *
from kiwipete.squares import *
from kiwipete.status import Status as Status

__version__ = "0.1.0"
