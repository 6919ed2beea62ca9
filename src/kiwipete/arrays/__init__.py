"""Positions in arrays: 32 bytes each, and functions over millions of them on all cores.

>>> import numpy as np
>>> positions = from_fens([kiwipete.STARTING_FEN, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"])
>>> positions.dtype == POSITION, positions.nbytes
(True, 64)
>>> keys(positions)[0] == np.uint64(kiwipete.Board().zobrist_key)
np.True_
>>> move_counts(positions)
array([20,  6], dtype=uint16)

A position has its pieces, the side to move, castling rights, a legal capture en passant and the
halfmove clock up to 255. Beside it are labels: a score, a move, a ply and a result. The fields are
those of `kiwipete.position_record`, and files of training records have the same. All functions
work on all processors unless `threads` says on how many, and their answers do not depend on that.
NumPy is needed: pip install "kiwipete[data]".
"""

from kiwipete.arrays.boards import Boards as Boards
from kiwipete.arrays.boards import Outcomes as Outcomes
from kiwipete.arrays.choosing import permutation as permutation
from kiwipete.arrays.choosing import sample as sample
from kiwipete.arrays.choosing import shuffled as shuffled
from kiwipete.arrays.choosing import unique as unique
from kiwipete.arrays.codecs import CODECS as CODECS
from kiwipete.arrays.codecs import Codec as Codec
from kiwipete.arrays.codecs import NetworkCodec as NetworkCodec
from kiwipete.arrays.codecs import codec as codec
from kiwipete.arrays.layout import FAULTS as FAULTS
from kiwipete.arrays.layout import POSITION as POSITION
from kiwipete.arrays.positions import castling_rights as castling_rights
from kiwipete.arrays.positions import checks as checks
from kiwipete.arrays.positions import faults as faults
from kiwipete.arrays.positions import flipped as flipped
from kiwipete.arrays.positions import from_boards as from_boards
from kiwipete.arrays.positions import from_fens as from_fens
from kiwipete.arrays.positions import keys as keys
from kiwipete.arrays.positions import legal_moves as legal_moves
from kiwipete.arrays.positions import material as material
from kiwipete.arrays.positions import mirrored as mirrored
from kiwipete.arrays.positions import move_counts as move_counts
from kiwipete.arrays.positions import results as results
from kiwipete.arrays.positions import to_boards as to_boards
from kiwipete.arrays.positions import to_fens as to_fens
from kiwipete.arrays.positions import turns as turns

__all__ = [
    "CODECS",
    "FAULTS",
    "POSITION",
    "Boards",
    "Codec",
    "NetworkCodec",
    "Outcomes",
    "castling_rights",
    "checks",
    "codec",
    "faults",
    "flipped",
    "from_boards",
    "from_fens",
    "keys",
    "legal_moves",
    "material",
    "mirrored",
    "move_counts",
    "permutation",
    "results",
    "sample",
    "shuffled",
    "to_boards",
    "to_fens",
    "turns",
    "unique",
]  # fmt: skip
