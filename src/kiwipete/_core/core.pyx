"""Kiwipete's compiled core: thin Python classes over the kernel.

This module converts, checks and raises. It never decides a rule of chess:
the kernel does, and the kernel never sees a Python object. The parts are
included as text, so that the compiler sees one unit.
"""

from cython cimport final

from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.number cimport PyNumber_Index
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from libc.string cimport memcmp, memcpy, memset

from kiwipete._core.kernel.attacks cimport bishop_attacks, fill_attack_tables, rook_attacks
from kiwipete._core.kernel.bitboards cimport (
    Bitboards, attackers, castling_rook, checkers, pieces_of_kind, pinned_pieces,
)
from kiwipete._core.kernel.fen cimport (
    FEN_CASTLING, FEN_CASTLING_TWICE, FEN_DIGITS, FEN_EN_PASSANT, FEN_FIELD_COUNT, FEN_NUMBER,
    FEN_PIECE, FEN_RANK_COUNT, FEN_RANK_LENGTH, FEN_SIDE, FenReader, MAX_COUNTER, MAX_FEN, read_fen, write_fen,
)
from kiwipete._core.kernel.game_end cimport cannot_win, repetitions
from kiwipete._core.kernel.move cimport (
    CASTLE_KINGSIDE, MAX_MOVES, NULL_MOVE, PROMOTION,
    is_capture, is_castling, is_double_push, is_en_passant, is_promotion, move_flag, move_from, move_to, pack_move,
    promoted_piece,
)
from kiwipete._core.kernel.move cimport Move as Move16
from kiwipete._core.kernel.movegen cimport LIST, LIST_CAPTURES, Sink, generate
from kiwipete._core.kernel.perft cimport Context, Kinds, count_kind, count_leaves, stopped, walk
from kiwipete._core.kernel.position cimport (
    EMPTY, Position, Undo, clear_position, colour_of, fingerprint, kind_of, make, make_null, unmake,
)
from kiwipete._core.kernel.rays cimport walk_bishop, walk_rook
from kiwipete._core.kernel.reference cimport (
    FAULT_KINGS, FAULT_NONE, Fault, attacked, filtered_moves, king_square, pseudo_legal_moves, validate,
)
from kiwipete._core.kernel.scores cimport fill_scores
from kiwipete._core.kernel.squares cimport BLACK, NO_SQUARE, WHITE, u8, u64
from kiwipete._core.kernel.status cimport status
from kiwipete._core.kernel.table cimport Slot, Table, close_table, find_slot, look_up, open_table, prefetch, store
from kiwipete._core.kernel.zobrist cimport fill_keys

from kiwipete.errors import (
    IllegalMoveError, ImpossiblePositionError, InconsistentPositionError, InvalidFenError, InvalidMoveError,
)
from kiwipete.status import Status

fill_attack_tables()
fill_keys()
fill_scores()

include "instances.pxi"
include "checked.pxi"
include "move.pxi"
include "messages.pxi"
include "position.pxi"
include "board.pxi"
include "job.pxi"
