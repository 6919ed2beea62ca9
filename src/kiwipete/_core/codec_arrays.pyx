"""Codecs over many positions in records, without the GIL; and for one board with its history.

Records come as bytes, answers go into memory of the caller. Each record is checked before it is
used. A function that meets one that is not a position stops, and returns how many it has done.
What users see is Python, in kiwipete.arrays.
"""

from libc.stdint cimport int64_t as i64
from libc.string cimport memcpy

from kiwipete._core.codecs cimport (
    ALPHAZERO, CODECS, LC0, MAX_HISTORY, NETWORK, PIECES12, Snapshot, bit_mask_bytes, history_length, index_move,
    move_count, move_index, plane_count, take_snapshot, write_bit_mask, write_byte_planes, write_mask,
    write_planes,
)
from kiwipete._core.game_board cimport GameBoard
from kiwipete._core.hot cimport find_threats, is_legal
from kiwipete._core.kernel.move cimport Move, NULL_MOVE
from kiwipete._core.kernel.squares cimport BLACK, PAWN, ROOK, WHITE, bit, pop_first, popcount, u8, u16, u64
from kiwipete._core.kernel.types cimport Position, Threats, times_before
from kiwipete._core.move cimport bits_of_move, move_object
from kiwipete._core.position_board cimport state_of
from kiwipete._core.records cimport (
    BLACK_TO_MOVE, FLAGS, PIECES, RECORD_BYTES, read_position,
)
from kiwipete._core.rules cimport find_legal, is_trusted
from kiwipete._core.training.features cimport (
    CASTLING_ROOK, EN_PASSANT_PAWN, FEATURES, MAX_PIECES, OTHERS, Record, read_features,
)

from kiwipete.errors import ImpossiblePositionError

# The numbers of the codecs, by name.
NUMBERS = {"alphazero": <int> ALPHAZERO, "lc0": <int> LC0, "pieces12": <int> PIECES12, "network": <int> NETWORK}


cdef Py_ssize_t check(int codec, Py_ssize_t size, Py_ssize_t each, Py_ssize_t answers) except -1:
    """Return the number of positions of `each` records, which must be that of the answers."""
    if not 0 <= codec < CODECS:
        raise ValueError(f"no codec has the number {codec}")
    if not 1 <= each <= MAX_HISTORY:
        raise ValueError(f"a history has 1 to {MAX_HISTORY} positions, not {each}")
    if size % (each * RECORD_BYTES):
        raise ValueError(f"{size} bytes are not a whole number of positions of {each} records")
    if answers != size // (each * RECORD_BYTES):
        raise ValueError(f"there is room for {answers} answers to {size // (each * RECORD_BYTES)} positions")
    return answers


cdef int check_width(Py_ssize_t width, Py_ssize_t wanted) except -1:
    if width != wanted:
        raise ValueError(f"each answer has {wanted} numbers, not {width}")
    return 0


# Planes.

cdef inline u64 occupied_squares(const u8* record) noexcept nogil:
    cdef u64 occupied = 0
    cdef int rank
    for rank in range(8):
        occupied |= <u64> record[rank] << (8 * rank)
    return occupied


cdef bint read_snapshot(const u8* record, int repetitions, Snapshot* to) noexcept nogil:
    """Read where the pieces of a record stand; False if it has more than 32."""
    cdef u64 occupied = occupied_squares(record)
    cdef int us = BLACK if record[FLAGS] & BLACK_TO_MOVE else WHITE
    cdef int flip = 56 if us == BLACK else 0
    cdef int count = 0
    cdef int code, kind
    if popcount(occupied) > MAX_PIECES:
        return False
    for kind in range(6):
        to.pieces[WHITE][kind] = to.pieces[BLACK][kind] = 0
    while occupied:
        code = record[PIECES + (count >> 1)] >> (4 * (count & 1)) & 15
        kind = code & 7
        if kind == CASTLING_ROOK:
            kind = ROOK
        elif kind == EN_PASSANT_PAWN:
            kind = PAWN
        to.pieces[us ^ (code >= OTHERS)][kind] |= bit(pop_first(&occupied) ^ flip)
        count += 1
    to.repetitions = <u8> min(repetitions, 2)
    return True


cdef int read_history(
    int codec, const u8* records, const u8* repetitions, int each, Position* p, Snapshot* history,
) noexcept nogil:
    """Read a position and those before it; returns how many the codec shows, 0 if it is not a position.

    A record without pieces ends the history.
    """
    cdef int most = min(each, history_length(codec))
    cdef int count = 0
    if read_position(records, p):
        return 0
    while count < most and occupied_squares(records + count * RECORD_BYTES):
        if not read_snapshot(
            records + count * RECORD_BYTES, repetitions[count] if repetitions != NULL else 0, &history[count],
        ):
            return 0
        count += 1
    return count


cdef Py_ssize_t check_planes(
    int codec, const u8[::1] records, int each, const u8[::1] repetitions, Py_ssize_t answers, Py_ssize_t width,
) except -1:
    cdef Py_ssize_t count = check(codec, records.shape[0], each, answers)
    check_width(width, 64 * plane_count(codec))
    if repetitions is not None and repetitions.shape[0] != count * each:
        raise ValueError(f"{repetitions.shape[0]} repetitions do not fit {count * each} records")
    return count


cdef Py_ssize_t encode_all(
    int codec, const u8* records, Py_ssize_t count, int each, const u8* repetitions, float* floats, u8* numbers,
) noexcept nogil:
    """Write planes as floats, or as bytes if there is no room for floats; returns how many positions were done."""
    cdef Py_ssize_t size = 64 * plane_count(codec)
    cdef Snapshot[MAX_HISTORY] history
    cdef Position p
    cdef Py_ssize_t i
    cdef int length
    for i in range(count):
        length = read_history(codec, records + i * each * RECORD_BYTES, repetitions, each, &p, history)
        if length == 0:
            return i
        if floats != NULL:
            write_planes(codec, &p, history, length, floats + i * size)
        else:
            write_byte_planes(codec, &p, history, length, numbers + i * size)
        if repetitions != NULL:
            repetitions += each
    return count


def encode_planes(
    int codec, const u8[::1] records not None, int each, const u8[::1] repetitions, float[:, ::1] out not None,
):
    """Write the planes of positions, `each` of which is a record and those of the positions before it."""
    cdef Py_ssize_t count = check_planes(codec, records, each, repetitions, out.shape[0], out.shape[1])
    cdef const u8* repeated = &repetitions[0] if count and repetitions is not None else NULL
    if count:
        with nogil:
            count = encode_all(codec, &records[0], count, each, repeated, &out[0, 0], NULL)
    return count


def encode_byte_planes(
    int codec, const u8[::1] records not None, int each, const u8[::1] repetitions, u8[:, ::1] out not None,
):
    """Write the planes of positions as bytes, in which counts end at 255."""
    cdef Py_ssize_t count = check_planes(codec, records, each, repetitions, out.shape[0], out.shape[1])
    cdef const u8* repeated = &repetitions[0] if count and repetitions is not None else NULL
    if count:
        with nogil:
            count = encode_all(codec, &records[0], count, each, repeated, NULL, &out[0, 0])
    return count


def encode_features(const u8[::1] records not None, u16[:, :, ::1] out not None):
    """Write the features of our network as the side to move sees them, then as the other; unused places are 768."""
    cdef Py_ssize_t count = check(NETWORK, records.shape[0], 1, out.shape[0])
    cdef Py_ssize_t i
    cdef Position p
    cdef Record record
    cdef int n
    if out.shape[1] != 2 or out.shape[2] != MAX_PIECES:
        raise ValueError(f"features have two views of {MAX_PIECES} numbers")
    with nogil:
        for i in range(count):
            if read_position(&records[i * RECORD_BYTES], &p):
                count = i
                break
            memcpy(&record, &records[i * RECORD_BYTES], RECORD_BYTES)
            n = read_features(&record, &out[i, 0, 0], &out[i, 1, 0])
            while n < MAX_PIECES:
                out[i, 0, n] = out[i, 1, n] = FEATURES
                n += 1
    return count


# Moves.

cdef i64 legal_index(int codec, Position* p, Move move) noexcept nogil:
    """The index of a move, castling written in either way; -1 if it is not legal."""
    cdef Threats threats
    if move == NULL_MOVE:
        return -1
    find_threats(&p.boards, p.turn, &threats)
    if not is_legal(p, &threats, move):
        p.boards.chess960 ^= 1
        if not is_legal(p, &threats, move):
            return -1
    return move_index(codec, p, move)


def encode_moves(
    int codec, const u8[::1] records not None, const u16[::1] moves not None, i64[::1] out not None,
):
    """Write the index of each position's move, -1 for one that is not legal."""
    cdef Py_ssize_t count = check(codec, records.shape[0], 1, out.shape[0])
    cdef Py_ssize_t i
    cdef Position p
    check(codec, records.shape[0], 1, moves.shape[0])
    with nogil:
        for i in range(count):
            if read_position(&records[i * RECORD_BYTES], &p):
                count = i
                break
            out[i] = legal_index(codec, &p, moves[i])
    return count


def decode_moves(
    int codec, const u8[::1] records not None, const i64[::1] indices not None, u16[::1] out not None,
):
    """Write the legal move that each position's index means, 0 if there is none."""
    cdef Py_ssize_t count = check(codec, records.shape[0], 1, out.shape[0])
    cdef Py_ssize_t i
    cdef Position p
    check(codec, records.shape[0], 1, indices.shape[0])
    with nogil:
        for i in range(count):
            if read_position(&records[i * RECORD_BYTES], &p):
                count = i
                break
            out[i] = index_move(codec, &p, <int> indices[i]) if 0 <= indices[i] < move_count(codec) else 0
    return count


def encode_masks(int codec, const u8[::1] records not None, u8[:, ::1] out not None, bint packed):
    """Write a byte for each index, 1 for legal moves; or a bit."""
    cdef Py_ssize_t count = check(codec, records.shape[0], 1, out.shape[0])
    cdef Py_ssize_t i
    cdef Position p
    check_width(out.shape[1], bit_mask_bytes(codec) if packed else move_count(codec))
    if move_count(codec) == 0:
        raise ValueError("the codec has no moves")
    with nogil:
        for i in range(count):
            if read_position(&records[i * RECORD_BYTES], &p):
                count = i
                break
            if packed:
                write_bit_mask(codec, &p, &out[i, 0])
            else:
                write_mask(codec, &p, &out[i, 0])
    return count


# One board.

cdef const Position* position_of(int codec, object board) except NULL:
    if not 0 <= codec < CODECS:
        raise ValueError(f"no codec has the number {codec}")
    if not is_trusted(state_of(board)):
        raise ImpossiblePositionError(f"a codec needs a position that can be counted, not {board.fen()}")
    return &state_of(board).position


def encode_board(int codec, GameBoard board not None, float[::1] out not None):
    """Write the planes of a board, with the positions that its moves have passed."""
    cdef const Position* p = position_of(codec, board)
    cdef Snapshot[MAX_HISTORY] history
    cdef size_t length = board.length
    cdef int count = 1
    check_width(out.shape[0], 64 * plane_count(codec))
    take_snapshot(p, times_before(board.history, length, p, 2), &history[0])
    while length > 0 and count < history_length(codec):
        length -= 1
        p = &board.history[length].state.position
        take_snapshot(p, times_before(board.history, length, p, 2), &history[count])
        count += 1
    write_planes(codec, &board.state.position, history, count, &out[0])


def board_index(int codec, board, move):
    """Return the index of a board's legal move; ValueError if it is not legal or the codec has no moves."""
    cdef const Position* p = position_of(codec, board)
    cdef Move legal = find_legal(state_of(board), bits_of_move(move), True)
    cdef int index = move_index(codec, p, legal) if legal != NULL_MOVE else -1
    if index < 0:
        raise ValueError(f"illegal move: {move} in {board.fen()}" if legal == NULL_MOVE else "the codec has no moves")
    return index


def board_move(int codec, board, i64 index):
    """Return the legal move of a board that has an index; ValueError if none has."""
    cdef const Position* p = position_of(codec, board)
    cdef Move move = index_move(codec, p, <int> index) if 0 <= index < move_count(codec) else 0
    if move == NULL_MOVE:
        raise ValueError(f"no legal move has the index {index} in {board.fen()}")
    return move_object(move)
