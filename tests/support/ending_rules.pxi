"""The rules of chess for complete_endings.pyx: few pieces, no castling, and plain code."""

ctypedef unsigned long long u64

cdef enum:
    NOTHING
    PAWN
    KNIGHT
    LIGHT_BISHOP     # bishops of each square colour are pieces of their own
    DARK_BISHOP
    ROOK
    QUEEN
    KING
    BLACK = 7        # what a code of a black piece has on top
    CODES = 15
    MOST = 5         # pieces
    MANY_MOVES = 256

# A position in 57 bits: five pieces of ten bits, code and square, the greatest first; who is to move; where a
# pawn can be captured in passing, or 0. The codes alone, in 20 bits, are the material.
cdef struct Ending:
    int count
    int[MOST] code
    int[MOST] square
    bint black           # to move
    int passant
    u64 occupied

cdef u64[CODES][64] reach      # what each piece attacks on an empty board
cdef u64[64][64] between       # the squares between two on a line


# Tables.

cdef void fill_ray(int code, int square, int dx, int dy, int most):
    cdef int x = square % 8 + dx
    cdef int y = square // 8 + dy
    cdef u64 passed = 0
    while 0 <= x < 8 and 0 <= y < 8 and most:
        reach[code][square] |= <u64> 1 << (8 * y + x)
        between[square][8 * y + x] = passed
        passed |= <u64> 1 << (8 * y + x)
        x += dx
        y += dy
        most -= 1


cdef void fill_tables():
    cdef int square, dx, dy, side
    for square in range(64):
        for dx in range(-2, 3):
            for dy in range(-2, 3):
                for side in range(0, BLACK + 1, BLACK):
                    if abs(dx * dy) == 2:
                        fill_ray(side + KNIGHT, square, dx, dy, 1)
                    if max(abs(dx), abs(dy)) != 1:
                        continue
                    fill_ray(side + KING, square, dx, dy, 1)
                    fill_ray(side + QUEEN, square, dx, dy, 7)
                    if dx and dy:
                        fill_ray(side + LIGHT_BISHOP, square, dx, dy, 7)
                        fill_ray(side + DARK_BISHOP, square, dx, dy, 7)
                        if dy == (-1 if side else 1):
                            fill_ray(side + PAWN, square, dx, dy, 1)
                    else:
                        fill_ray(side + ROOK, square, dx, dy, 7)


fill_tables()


# Positions.

cdef u64 bit(int square) noexcept nogil:
    return <u64> 1 << square


cdef bint is_black(int code) noexcept nogil:
    return code > BLACK


cdef bint is_light(int square) noexcept nogil:
    return (square ^ square >> 3) & 1


cdef u64 packed(const Ending* e) noexcept nogil:
    cdef int[MOST] entries
    cdef int i, j, entry
    cdef u64 key = <u64> e.passant << 51 | <u64> e.black << 50
    for i in range(e.count):
        entry = e.code[i] << 6 | e.square[i]
        j = i
        while j and entries[j - 1] < entry:
            entries[j] = entries[j - 1]
            j -= 1
        entries[j] = entry
    for i in range(e.count):
        key |= <u64> entries[i] << 10 * (MOST - 1 - i)
    return key


cdef void unpack(u64 key, Ending* e) noexcept nogil:
    cdef int i, entry
    e.count = 0
    e.occupied = 0
    e.black = key >> 50 & 1
    e.passant = key >> 51
    for i in range(MOST):
        entry = key >> 10 * (MOST - 1 - i) & 1023
        if entry:
            e.code[e.count] = entry >> 6
            e.square[e.count] = entry & 63
            e.occupied |= bit(entry & 63)
            e.count += 1


cdef int material_of(u64 key) noexcept nogil:
    cdef int material = 0
    cdef int i
    for i in range(MOST - 1, -1, -1):
        material = material << 4 | <int> (key >> (10 * i + 6) & 15)
    return material


cdef int piece_on(const Ending* e, int square) noexcept nogil:
    """The number of the piece on a square, or -1."""
    cdef int i
    for i in range(e.count):
        if e.square[i] == square:
            return i
    return -1


cdef bint is_attacked(const Ending* e, bint black_king) noexcept nogil:
    """Is the king of a side in check? Either side may be to move."""
    cdef int king = 0
    cdef int i
    while e.code[king] != (BLACK + KING if black_king else KING):
        king += 1
    king = e.square[king]
    for i in range(e.count):
        if is_black(e.code[i]) != black_king and reach[e.code[i]][e.square[i]] & bit(king):
            if not between[e.square[i]][king] & e.occupied:
                return True
    return False


# Moves.

cdef int add_move(const Ending* e, int mover, int code, int to, int taken, u64* children, int count) noexcept nogil:
    """Play a move, and store the position after it if it is legal; returns how many there are then.

    The piece becomes `code`, and the piece of the number `taken` disappears unless that is -1.
    """
    cdef Ending after = e[0]
    cdef int i
    after.code[mover] = code
    after.square[mover] = to
    after.black = not e.black
    after.passant = 0
    if code % BLACK == PAWN and abs(to - e.square[mover]) == 16:
        for i in range(e.count):
            if e.code[i] == (PAWN if e.black else BLACK + PAWN) and reach[e.code[i]][e.square[i]] & bit(
                (to + e.square[mover]) // 2
            ):
                after.passant = (to + e.square[mover]) // 2
    if taken >= 0:
        after.count -= 1
        after.code[taken] = after.code[after.count]
        after.square[taken] = after.square[after.count]
    after.occupied = 0
    for i in range(after.count):
        after.occupied |= bit(after.square[i])
    if is_attacked(&after, e.black):
        return count
    children[count] = packed(&after)
    return count + 1


cdef int add_pawn_move(const Ending* e, int mover, int to, int taken, u64* children, int count) noexcept nogil:
    cdef int side = BLACK if e.black else 0
    if 8 <= to < 56:
        return add_move(e, mover, side + PAWN, to, taken, children, count)
    count = add_move(e, mover, side + KNIGHT, to, taken, children, count)
    count = add_move(e, mover, side + (LIGHT_BISHOP if is_light(to) else DARK_BISHOP), to, taken, children, count)
    count = add_move(e, mover, side + ROOK, to, taken, children, count)
    return add_move(e, mover, side + QUEEN, to, taken, children, count)


cdef int add_pawn_moves(const Ending* e, int mover, u64* children, int count) noexcept nogil:
    cdef int square = e.square[mover]
    cdef int ahead = -8 if e.black else 8
    cdef int side, to, taken
    if not e.occupied & bit(square + ahead):
        count = add_pawn_move(e, mover, square + ahead, -1, children, count)
        if square // 8 == (6 if e.black else 1) and not e.occupied & bit(square + 2 * ahead):
            count = add_pawn_move(e, mover, square + 2 * ahead, -1, children, count)
    for side in range(-1, 2, 2):
        to = square + ahead + side
        if not 0 <= square % 8 + side < 8:
            continue
        taken = piece_on(e, to)
        if taken >= 0 and is_black(e.code[taken]) != e.black:
            count = add_pawn_move(e, mover, to, taken, children, count)
        elif e.passant and to == e.passant:
            count = add_pawn_move(e, mover, to, piece_on(e, to - ahead), children, count)
    return count


cdef int list_children(const Ending* e, u64* children, int enough) noexcept nogil:
    """Store the positions after the legal moves; stops when there are enough."""
    cdef int count = 0
    cdef int i, to, taken
    for i in range(e.count):
        if is_black(e.code[i]) != e.black:
            continue
        if e.code[i] % BLACK == PAWN:
            count = add_pawn_moves(e, i, children, count)
            continue
        for to in range(64):
            if not reach[e.code[i]][e.square[i]] & bit(to) or between[e.square[i]][to] & e.occupied:
                continue
            taken = piece_on(e, to)
            if taken < 0 or is_black(e.code[taken]) != e.black:
                count = add_move(e, i, e.code[i], to, taken, children, count)
                if count >= enough:
                    return count
    return count


cdef bint is_mate(const Ending* e) noexcept nogil:
    """Is Black mated?"""
    cdef u64[MANY_MOVES] children
    return e.black and is_attacked(e, True) and list_children(e, children, 1) == 0
