"""Records of positions to train on: made from games, set up as boards again, and checked.

Everything in a game or a record is checked before it is used: a file may have any bytes.
"""

from libc.string cimport memset

from kiwipete._core.game_board cimport board_at
from kiwipete._core.hot cimport find_threats, is_legal, play, tables
from kiwipete._core.kernel.attacks cimport adopt_attack_tables
from kiwipete._core.kernel.edit cimport forget_vain_names, settle
from kiwipete._core.kernel.move cimport Move, is_capture, is_promotion
from kiwipete._core.kernel.position cimport put_piece
from kiwipete._core.kernel.scores cimport adopt_score_tables
from kiwipete._core.kernel.squares cimport (
    BLACK, NO_SQUARE, PAWN, ROOK, WHITE, bit, file_of, i16, pop_first, popcount, rank_of, step, u8, u16, u64,
)
from kiwipete._core.kernel.status cimport status, trusted
from kiwipete._core.kernel.types cimport (
    Position, State, Threats, UNKNOWN, clear_position, colour_of, kind_of, piece_of,
)
from kiwipete._core.kernel.zobrist cimport BLACK_KEY, adopt_key_tables
from kiwipete._core.position_board cimport state_of

from kiwipete._core.game_board import GameBoard
from kiwipete.positions import back_rank

adopt_attack_tables(tables().attacks)
adopt_key_tables(tables().keys)
adopt_score_tables(tables().scores)

# What can be wrong with a record, by the numbers that `faults` returns.
FAULTS = ("", "impossible pieces", "impossible flags", "impossible position", "illegal move")

# Positions that a game's records leave out unless they are wanted.
cdef enum:
    WITH_CHECKS = 1        # the side to move is in check
    WITH_CAPTURES = 2      # the move captures or promotes
    WITH_MATES = 4         # the score is beyond LARGEST_SCORE

CHECKS, CAPTURES, MATES, MOST_SCORE = WITH_CHECKS, WITH_CAPTURES, WITH_MATES, LARGEST_SCORE

cdef enum:
    MOST_PLIES = 512    # of a game
    CASTLING_ROOK = 6
    EN_PASSANT_PAWN = 7
    OTHERS = 8          # added for the other side's pieces

cdef Position[STARTS] starts


cdef const Position* start_position(int number) noexcept nogil:
    return &starts[number]


cdef int fill_starts() except -1:
    for number in range(STARTS):
        rank = back_rank(number)
        board = GameBoard(
            f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1", chess960=number != STANDARD_START,
        )
        starts[number] = state_of(board).position
    return 0


fill_starts()


# Writing records.

cdef inline u64 byteswap(u64 squares) noexcept nogil:
    """Flip the ranks."""
    squares = (squares >> 8 & <u64> 0x00ff00ff00ff00ffu) | (squares & <u64> 0x00ff00ff00ff00ffu) << 8
    squares = (squares >> 16 & <u64> 0x0000ffff0000ffffu) | (squares & <u64> 0x0000ffff0000ffffu) << 16
    return squares >> 32 | squares << 32


cdef bint fits_record(const Position* p) noexcept nogil:
    cdef Position counting
    if not trusted(p):
        return False
    if status(p) == 0:
        return True
    counting = p[0]
    forget_vain_names(&counting)
    return status(&counting) == 0


cdef void write_record(const Position* p, int score, Move move, int ply, int result, u8* record) noexcept nogil:
    cdef int flip = 56 if p.turn == BLACK else 0
    cdef u64 squares = p.boards.side[WHITE] | p.boards.side[BLACK]
    cdef u64 occupied = 0
    cdef int victim = p.boards.en_passant + step(p.turn ^ 1) if p.boards.en_passant else NO_SQUARE
    cdef int count = 0
    cdef int rank, square, piece, code
    memset(record, 0, RECORD_BYTES)
    if flip:
        squares = byteswap(squares)
    occupied = squares
    while squares:
        square = pop_first(&squares) ^ flip
        piece = p.mailbox[square]
        code = kind_of(piece)
        if p.boards.castling & bit(square):
            code = CASTLING_ROOK
        elif square == victim:
            code = EN_PASSANT_PAWN
        if colour_of(piece) != p.turn:
            code += OTHERS
        record[PIECES + (count >> 1)] |= <u8> (code << (4 * (count & 1)))
        count += 1
    for rank in range(8):
        record[rank] = <u8> (occupied >> (8 * rank))
    write_word(record + SCORE, <u16> score)
    write_word(record + MOVE, move)
    write_word(record + PLY, <u16> min(ply, 0xffff))
    record[CLOCK] = <u8> min(p.halfmove_clock, <unsigned int> 0xff)
    record[FLAGS] = <u8> (2 - result | BLACK_TO_MOVE if p.turn == BLACK else result)


cdef int write_game(
    int start, int random_plies, int result, const u8* plies, int count, unsigned int wanted, u8* records, int* written,
) noexcept nogil:
    """Write the records of a game; return how many plies are legal, which should be all."""
    cdef Position p = starts[start]
    cdef Threats threats
    cdef Move move
    cdef i16 score
    cdef int ply
    written[0] = 0
    for ply in range(count):
        move = read_word(plies + ply * PLY_BYTES)
        score = <i16> read_word(plies + ply * PLY_BYTES + 2)
        find_threats(&p.boards, p.turn, &threats)
        if not is_legal(&p, &threats, move):
            return ply
        if (
            ply >= random_plies
            and (wanted & WITH_CHECKS or not threats.checkers)
            and (wanted & WITH_CAPTURES or not (is_capture(move) or is_promotion(move)))
            and (wanted & WITH_MATES or -LARGEST_SCORE <= score <= LARGEST_SCORE)
        ):
            write_record(&p, score, move, ply, result, records + written[0] * RECORD_BYTES)
            written[0] += 1
        play(&p, move)
    return count


def game_records(int start, int random_plies, int result, const u8[::1] plies not None, unsigned int wanted=0):
    """Return the records of a game, as bytes; ValueError if a move of it is illegal.

    Random plies have none. Positions in check, positions whose move captures or promotes, and
    mate scores have none unless `wanted` says so, by CHECKS, CAPTURES and MATES.
    """
    cdef u8[MOST_PLIES * RECORD_BYTES] records
    cdef int count = <int> (plies.shape[0] // PLY_BYTES)
    cdef int written = 0
    cdef int legal
    if not 0 <= start < STARTS or not 0 <= result <= 2 or plies.shape[0] % PLY_BYTES or count > MOST_PLIES:
        raise ValueError(f"no game: start {start}, result {result}, {plies.shape[0]} bytes of moves and scores")
    if count == 0:
        return b""
    with nogil:
        legal = write_game(start, random_plies, result, &plies[0], count, wanted, records, &written)
    if legal < count:
        raise ValueError(f"ply {legal + 1} of the game is illegal")
    return (<char*> records)[:written * RECORD_BYTES]


def board_record(board, int score=0, Move move=0, int ply=0, int result=1):
    """Return the record of a board, as bytes; the score is for the side to move, the result White's."""
    cdef u8[RECORD_BYTES] record
    cdef Position* p = &state_of(board).position
    if not fits_record(p):
        raise ValueError(f"no record can have the position {board.fen()}")
    if not 0 <= result <= 2 or not -0x8000 <= score < 0x8000 or ply < 0:
        raise ValueError(f"no record can have the score {score}, the result {result} and the ply {ply}")
    write_record(p, score, move, ply, result, record)
    return (<char*> record)[:RECORD_BYTES]


# Reading records.

cdef Fault place_pieces(const u8* record, u64 occupied, Position* p) noexcept nogil:
    """Put the pieces on an empty board whose turn is set, and write down rights and the en passant square."""
    cdef int flip = 56 if p.turn == BLACK else 0
    cdef int count = 0
    cdef int square, code, kind, colour
    while occupied:
        square = pop_first(&occupied) ^ flip
        code = record[PIECES + (count >> 1)] >> (4 * (count & 1)) & 15
        count += 1
        colour = p.turn ^ (code >= OTHERS)
        kind = code & 7
        if kind == CASTLING_ROOK:
            kind = ROOK
            p.castling_rights |= bit(square)
        elif kind == EN_PASSANT_PAWN:
            kind = PAWN
            if p.en_passant_square != NO_SQUARE or colour == p.turn or rank_of(square) != (4 if flip == 0 else 3):
                return BAD_PIECES
            p.en_passant_square = <u8> (square - step(colour))
        put_piece(p, piece_of(colour, kind), square)
    return SOUND


cdef bint need_chess960(const Position* p, u64 rooks) noexcept nogil:
    cdef int square
    while rooks:
        square = pop_first(&rooks)
        if file_of(square) != 0 and file_of(square) != 7:
            return True
        if p.boards.king[WHITE if rank_of(square) == 0 else BLACK] & 7 != 4:
            return True
    return False


cdef Fault read_position(const u8* record, Position* p) noexcept nogil:
    cdef u64 occupied = 0
    cdef int rank, count, i
    cdef Fault fault
    for rank in range(8):
        occupied |= <u64> record[rank] << (8 * rank)
    count = popcount(occupied)
    if count > 32:
        return BAD_PIECES
    for i in range(count, 32):
        if record[PIECES + (i >> 1)] >> (4 * (i & 1)) & 15:
            return BAD_PIECES
    if record[FLAGS] & RESULT_BITS == 3 or record[FLAGS] > (RESULT_BITS | BLACK_TO_MOVE):
        return BAD_FLAGS
    clear_position(p)
    if record[FLAGS] & BLACK_TO_MOVE:
        p.turn = BLACK
        p.key ^= BLACK_KEY
    fault = place_pieces(record, occupied, p)
    if fault:
        return fault
    p.halfmove_clock = record[CLOCK]
    p.fullmove_number = 1 + read_word(record + PLY) // 2
    p.boards.chess960 = need_chess960(p, p.castling_rights)
    settle(p)
    return SOUND if status(p) == 0 and trusted(p) else IMPOSSIBLE_POSITION


cdef Fault fault_of(const u8* record) noexcept nogil:
    """Check a position and its move. Castling may be written as in Chess960 whatever the position is."""
    cdef Position p
    cdef Threats threats
    cdef Move move = read_word(record + MOVE)
    cdef Fault fault = read_position(record, &p)
    if fault or not move:
        return fault
    find_threats(&p.boards, p.turn, &threats)
    if is_legal(&p, &threats, move):
        return SOUND
    p.boards.chess960 = 1
    return SOUND if is_legal(&p, &threats, move) else ILLEGAL_MOVE


def faults(const u8[::1] records not None):
    """Return a byte for each record: 0, or what is wrong with it as an index of FAULTS."""
    cdef Py_ssize_t count = records.shape[0] // RECORD_BYTES
    cdef Py_ssize_t i
    found = bytearray(count)
    cdef u8[::1] out = found
    with nogil:
        for i in range(count):
            out[i] = <u8> fault_of(&records[i * RECORD_BYTES])
    return bytes(found)


def record_board(const u8[::1] record not None):
    """Return the position of a record as a GameBoard; ValueError if it has none."""
    cdef State state
    cdef Fault fault
    if record.shape[0] != RECORD_BYTES:
        raise ValueError(f"a record has {RECORD_BYTES} bytes, not {record.shape[0]}")
    fault = read_position(&record[0], &state.position)
    if fault:
        raise ValueError(f"the record has an {FAULTS[fault]}" if fault > 2 else f"the record has {FAULTS[fault]}")
    state.trust = UNKNOWN
    return board_at(&state)
