"""Kiwipete's compiled core: thin Python classes over the kernel.

This module converts, checks and raises. It never decides a rule of chess:
the kernel does, and the kernel never sees a Python object. What has to be fast
is done by the hot module, which is built for the processor. The parts are
included as text, so that the compiler sees one unit.
"""

from cython cimport auto_pickle, collection_type, final, freelist, no_gc

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_AsUnsignedLongLongMask
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from cpython.number cimport PyNumber_AsSsize_t, PyNumber_Index
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF
from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.string cimport memcmp, memcpy, memset

from kiwipete._core.hot cimport (
    Tables, count_kinds, count_moves, fast_perft, find_threats, gives_check, is_legal, key_after, legal_perft,
    list_children, list_moves, list_noisy, list_quiets, play, see_at_least, tables,
)
from kiwipete._core.kernel.attacks cimport BETWEEN, LINE, adopt_attack_tables, bishop_attacks, rook_attacks
from kiwipete._core.kernel.bitboards cimport (
    Bitboards, attackers, checkers, pieces_of_kind,
)
from kiwipete._core.kernel.castling cimport (
    as_asked, as_board_writes, files_moved, looks_like_castling,
)
from kiwipete._core.kernel.edit cimport clear_pieces, forget_vain_names, set_piece, set_turn, settle
from kiwipete._core.kernel.effects cimport (
    checks_after, costs_castling, starts_clock_anew, takes, takes_in_passing,
)
from kiwipete._core.kernel.exchange cimport see
from kiwipete._core.kernel.fen_reader cimport (
    FEN_CASTLING, FEN_CASTLING_TWICE, FEN_DIGITS, FEN_EN_PASSANT, FEN_FIELD_COUNT, FEN_MORE, FEN_NUMBER,
    FEN_PIECE, FEN_PROMOTED, FEN_RANK_COUNT, FEN_RANK_LENGTH, FEN_SIDE, FenReader, MAX_COUNTER,
    read_board_fen, read_castling_fen, read_fen,
)
from kiwipete._core.kernel.fen_writer cimport (
    MAX_FEN, write_castling, write_counters, write_placement, write_position,
)
from kiwipete._core.kernel.game_end cimport (
    CHECKMATE, Ending, FIFTY_MOVES_PLIES, GOES_ON, SEVENTYFIVE_MOVES_PLIES, nobody_can_win,
)
from kiwipete._core.kernel.loose cimport castles_by_two, loose_drop, loose_make
from kiwipete._core.kernel.make cimport Undo, make, make_null, unmake
from kiwipete._core.kernel.mating_material cimport cannot_win
from kiwipete._core.kernel.memory cimport load_flag, store_flag
from kiwipete._core.kernel.move cimport (
    MAX_MOVES, NO_RULE, NULL_MOVE, PROMOTION,
    is_capture, is_castling, is_double_push, is_en_passant, is_promotion, move_flag, move_from, move_to, pack_move,
    promoted_piece, promotion_of,
)
from kiwipete._core.kernel.move cimport Move as Move16
from kiwipete._core.kernel.perft cimport Context, Kinds, count_kind, stopped
from kiwipete._core.kernel.piece_sets cimport (
    BLACK_SET, OCCUPIED_SET, PROMOTED_SET, PieceSets, SETS, WHITE_SET, copy_sets, put_sets, still_written, write_set,
)
from kiwipete._core.kernel.polyglot cimport POLYGLOT_WORDS
from kiwipete._core.kernel.polyglot cimport polyglot_key as key_in_books
from kiwipete._core.kernel.position cimport (
    EMPTY, Position, clear_position, colour_of, fingerprint, forget_en_passant, kind_of, piece_of,
)
from kiwipete._core.kernel.rays cimport walk_bishop, walk_rook
from kiwipete._core.kernel.reference cimport (
    FAULT_KINGS, FAULT_NONE, Fault, attacked, filtered_moves, king_square, plain_threats, pseudo_legal_moves, validate,
)
from kiwipete._core.kernel.san cimport MAX_SAN
from kiwipete._core.kernel.scores cimport adopt_score_tables
from kiwipete._core.kernel.squares cimport (
    ALL_SQUARES, BISHOP, BLACK, KING, KNIGHT, NO_SQUARE, PAWN, QUEEN, RANK_1, RANK_8, ROOK, WHITE,
    bit, first_square, home_rank, last_square, pop_first, popcount, promise, u8, u32, u64,
)
from kiwipete._core.kernel.state cimport Snapshot, State, TRUSTED, UNKNOWN, times_before
from kiwipete._core.kernel.status cimport status
from kiwipete._core.kernel.table cimport Table, close_table, open_table
from kiwipete._core.kernel.threats cimport Threats
from kiwipete._core.kernel.tolerant cimport (
    MAX_ANY_MOVES, any_castling_moves, any_en_passant_moves, any_make, any_pass, any_pseudo_legal_moves, attacks_from,
    castling_rights_beside_king, is_safe_move, pin_line, plausible_form,
)
from kiwipete._core.kernel.trust cimport UNCOUNTABLE, can_be_counted
from kiwipete._core.kernel.zobrist cimport adopt_key_tables
from kiwipete._core.rules cimport (
    SAN_AMBIGUOUS, SAN_FOUND, SAN_NOT_A_MOVE, SanVerdict, can_claim_fifty_moves, can_claim_threefold,
    clock_has_run_out, count_legal, find_legal, find_pseudo_legal, find_san, game_ending,
    legal_captures_between, legal_en_passant_between, legal_gives_check, legal_key_after, legal_moves,
    legal_moves_between, play_legal, play_unchecked, pseudo_legal_captures_between, write_move,
)

from collections.abc import Sequence

from kiwipete.bitboards import scan_forward
from kiwipete.chess960 import back_rank, number_of
from kiwipete.errors import (
    AmbiguousMoveError, IllegalMoveError, ImpossiblePositionError, InconsistentPositionError, InvalidFenError,
    InvalidMoveError, InvalidSquareError, NoSuchMoveError,
)
from kiwipete.outcome import Outcome, Termination
from kiwipete.positions import STARTING_BOARD_FEN, STARTING_FEN
from kiwipete.record_fields import RecordFields
from kiwipete.status import Status
from kiwipete.text_picture import draw

cdef Tables shared = tables()
adopt_attack_tables(shared.attacks)
adopt_key_tables(shared.keys)
adopt_score_tables(shared.scores)

include "checked.pxi"
include "switch.pxi"
include "move.pxi"
include "messages.pxi"
include "square_set.pxi"
include "piece.pxi"
include "foreign.pxi"
include "piece_sets.pxi"
include "base_board.pxi"
include "position_board.pxi"
include "storage.pxi"
include "game_board.pxi"
include "move_stack.pxi"
include "move_views.pxi"
include "job.pxi"
