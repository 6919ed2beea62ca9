"""Records of positions to train on: made from games, set up as boards again, and checked.

Everything in a game or a record is checked before it is used: a file may have any bytes.
"""

from libc.string cimport memset

from kiwipete._core.game_board cimport board_at
from kiwipete._core.hot cimport find_threats, is_legal, play, tables
from kiwipete._core.kernel.attacks cimport adopt_attack_tables
from kiwipete._core.kernel.edit cimport forget_vain_names, settle
from kiwipete._core.kernel.move cimport Move, is_capture, is_promotion
from kiwipete._core.kernel.position cimport Tally, clear_tally, put_tally, tally_piece
from kiwipete._core.kernel.scores cimport adopt_score_tables
from kiwipete._core.kernel.squares cimport (
    BLACK, KING, NO_SQUARE, PAWN, ROOK, WHITE, bit, file_of, first_square, i16, pop_first, popcount, promise, rank_of,
    several, step, u8, u16, u64,
)
from kiwipete._core.kernel.status cimport one_king_each, status, trusted
from kiwipete._core.kernel.types cimport (
    Position, State, Threats, UNKNOWN, clear_position, piece_of,
)
from kiwipete._core.kernel.zobrist cimport BLACK_KEY, adopt_key_tables
from kiwipete._core.position_board cimport state_of
from kiwipete._core.training.features cimport CASTLING_ROOK, EN_PASSANT_PAWN, OTHERS, RESULT_BITS

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

cdef Position[STARTS] starts
cdef u8[2][12] CODES             # of a piece, by the side to move
cdef u8[2][16] PIECES_BY_CODE


cdef int fill_codes() noexcept:
    cdef int us, code, kind
    for us in range(2):
        for code in range(16):
            kind = code % OTHERS
            kind = ROOK if kind == CASTLING_ROOK else PAWN if kind == EN_PASSANT_PAWN else kind
            PIECES_BY_CODE[us][code] = <u8> piece_of(us ^ (code >= OTHERS), kind)
            if code % OTHERS < CASTLING_ROOK:
                CODES[us][piece_of(us ^ (code >= OTHERS), kind)] = <u8> code
    return 0


fill_codes()


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
    if status(p) == 0 and one_king_each(p):
        return True   # and trusted, which asks for less
    if not trusted(p):
        return False
    counting = p[0]
    forget_vain_names(&counting)
    return status(&counting) == 0


cdef inline void write_long(u8* to, u64 word) noexcept nogil:
    cdef int i
    for i in range(8):
        to[i] = <u8> (word >> (8 * i))


cdef inline u64 read_long(const u8* at) noexcept nogil:
    return (
        <u64> at[0] | <u64> at[1] << 8 | <u64> at[2] << 16 | <u64> at[3] << 24
        | <u64> at[4] << 32 | <u64> at[5] << 40 | <u64> at[6] << 48 | <u64> at[7] << 56
    )


cdef void write_record(const Position* p, int score, Move move, int ply, int result, u8* record) noexcept nogil:
    cdef int flip = 56 if p.turn == BLACK else 0
    cdef u64 squares = p.boards.side[WHITE] | p.boards.side[BLACK]
    cdef int victim = p.boards.en_passant + step(p.turn ^ 1) if p.boards.en_passant else NO_SQUARE
    cdef u64[2] pieces = [0, 0]
    cdef int count = 0
    cdef int square
    cdef u64 code
    if flip:
        squares = byteswap(squares)
    write_long(record, squares)
    while squares:
        square = pop_first(&squares) ^ flip
        code = CODES[p.turn][p.mailbox[square]]
        code += (p.boards.castling >> square & 1) * (CASTLING_ROOK - ROOK)
        if square == victim:
            code += EN_PASSANT_PAWN - PAWN
        pieces[count >> 4] |= code << (4 * (count & 15))
        count += 1
    write_long(record + PIECES, pieces[0])
    write_long(record + PIECES + 8, pieces[1])
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

cdef Fault place_pieces(u64 occupied, u64 low, u64 high, Position* p) noexcept nogil:
    """Put the pieces on an empty board whose turn is set, and write down rights and the en passant square.

    `low` and `high` have the codes of the pieces, four bits each.
    """
    cdef int flip = 56 if p.turn == BLACK else 0
    cdef u64[16] places      # by code
    cdef Tally tally
    cdef int square
    cdef u64 code, victims
    memset(places, 0, sizeof(places))
    clear_tally(&tally)
    while occupied:
        square = pop_first(&occupied) ^ flip
        code = low & 15
        low = low >> 4 | high << 60
        high >>= 4
        places[code] |= bit(square)
        tally_piece(p, &tally, PIECES_BY_CODE[p.turn][code], square)
    put_tally(p, &tally)
    p.castling_rights = places[CASTLING_ROOK] | places[CASTLING_ROOK + OTHERS]
    if places[KING] and places[KING + OTHERS]:
        p.boards.king[p.turn] = <u8> first_square(places[KING])
        p.boards.king[p.turn ^ 1] = <u8> first_square(places[KING + OTHERS])
    victims = places[EN_PASSANT_PAWN + OTHERS]
    if victims | places[EN_PASSANT_PAWN]:
        if places[EN_PASSANT_PAWN] or several(victims) or rank_of(first_square(victims)) != (4 if flip == 0 else 3):
            return BAD_PIECES
        p.en_passant_square = <u8> (first_square(victims) - step(p.turn ^ 1))
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


cdef inline bint ends_with_zeros(u64 low, u64 high, int count) noexcept nogil:
    """Are the codes beyond a number of pieces zero?"""
    if count < 16:
        return high == 0 and low >> (4 * count) == 0
    return count == 32 or high >> (4 * (count - 16)) == 0


cdef Fault read_position(const u8* record, Position* p) noexcept nogil:
    cdef u64 occupied = read_long(record)
    cdef u64 low = read_long(record + PIECES)
    cdef u64 high = read_long(record + PIECES + 8)
    cdef int count = popcount(occupied)
    cdef Fault fault
    if count > 32 or not ends_with_zeros(low, high, count):
        return BAD_PIECES
    if record[FLAGS] & RESULT_BITS == 3 or record[FLAGS] > (RESULT_BITS | BLACK_TO_MOVE):
        return BAD_FLAGS
    clear_position(p)
    if record[FLAGS] & BLACK_TO_MOVE:
        p.turn = BLACK
        p.key ^= BLACK_KEY
    fault = place_pieces(occupied, low, high, p)
    if fault:
        return fault
    p.halfmove_clock = record[CLOCK]
    p.fullmove_number = 1 + read_word(record + PLY) // 2
    p.boards.chess960 = need_chess960(p, p.castling_rights)
    settle(p)
    if status(p) != 0:
        return IMPOSSIBLE_POSITION
    promise(trusted(p))   # which asks for less
    return SOUND


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
