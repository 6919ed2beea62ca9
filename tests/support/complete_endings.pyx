# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Whether a side can ever give mate in an ending of up to five pieces, by looking at all positions.

This is the complete answer that `can_win` is compared with. tests/support/cython_modules.py compiles
it; it isn't part of the package. It shares no code with the kernel and has rules of its own.

`can_mate` follows every legal move of both sides until there is a mate or nothing is left, however
many positions that takes. It doesn't follow moves to material with which no mate exists: `scan`
looks at every position with that material, and with what captures leave of it.

The question is always whether White can give mate; for Black the board is turned round. There is no
castling here.
"""

from libc.stdlib cimport calloc, free, realloc

include "ending_rules.pxi"

cdef enum:
    FIRST_SLOTS = 1 << 10

# All positions that were met, in order, and a hash table of them.
cdef struct Met:
    u64* keys
    u64* slots
    u64 count
    u64 slot_count       # a power of two; the keys have room for half as many

cdef unsigned char[1 << 20] barren_memo  # by material: 0 unknown, 1 barren, 2 not


# Material without any mate.

cdef bint is_barren(int material) noexcept nogil:
    """Is there no mate of Black with this material, nor with what captures leave of it?"""
    if barren_memo[material] == 0:
        barren_memo[material] = 1 if scan(material) else 2
    return barren_memo[material] == 1


cdef bint scan(int material) noexcept nogil:
    """Look for mates with this material. With pawns it counts as not barren, because they may become anything."""
    cdef Ending e
    cdef int[MOST] codes
    cdef int white = 0
    cdef int i, count, below, order
    for i in range(MOST):
        codes[i] = material >> 4 * (MOST - 1 - i) & 15
        white += 0 < codes[i] < KING
    if white == 0:
        return True  # a king alone gives no check
    for i in range(MOST):
        if codes[i] == PAWN or codes[i] == BLACK + PAWN:
            return False
    for i in range(MOST):
        below = 4 * (MOST - 1 - i)
        if codes[i] != NOTHING and codes[i] != KING and codes[i] != BLACK + KING:
            # The same without this piece: the codes after it move up.
            if not is_barren(material >> below + 4 << below + 4 | (material & (1 << below) - 1) << 4):
                return False
    count = 0
    for order in range(4):
        for i in range(MOST):
            if codes[i] != NOTHING and order == placing_order(codes[i]):
                e.code[count] = codes[i]
                count += 1
    e.count = count
    e.black = True
    e.passant = 0
    e.occupied = 0
    return not any_mate(&e, 0, white)


cdef int placing_order(int code) noexcept nogil:
    """The black king comes first, then the white pieces, the white king, and the other black pieces."""
    if code >= KING:
        return 0 if code == BLACK + KING else 2 if code == KING else 3
    return 1


cdef bint any_mate(Ending* e, int placed, int white) noexcept nogil:
    """Is there a mate, wherever those pieces stand that aren't placed yet?"""
    cdef int code = e.code[placed]
    cdef int square, i
    cdef bint found = False
    if placed == 1 + white:
        for i in range(1, placed):
            found = found or reach[e.code[i]][e.square[i]] & bit(e.square[0])
        if not found:
            return False  # no white piece will give check
    for square in range(64):
        if e.occupied & bit(square):
            continue
        if placed == 0 and (square // 8 > square % 8 or square // 8 + square % 8 > 7):
            continue  # turning the board, or reflecting it in a diagonal, leads to one of the others
        if code % BLACK == (DARK_BISHOP if is_light(square) else LIGHT_BISHOP):
            continue
        if placed and code == e.code[placed - 1] and square < e.square[placed - 1]:
            continue  # the same with these two swapped
        e.square[placed] = square
        e.occupied |= bit(square)
        if placed + 1 < e.count:
            found = any_mate(e, placed + 1, white)
        else:
            found = not is_attacked(e, False) and is_mate(e)
        e.occupied &= ~bit(square)
        if found:
            return True
    return False


# All positions that can be reached.

cdef bint grow(Met* met) noexcept nogil:
    cdef u64 count = met.slot_count * 2 if met.slot_count else FIRST_SLOTS
    cdef u64* keys = <u64*> realloc(met.keys, count // 2 * sizeof(u64))
    cdef u64* slots = <u64*> calloc(count, sizeof(u64))
    cdef u64 i
    if keys != NULL:
        met.keys = keys
    if keys == NULL or slots == NULL:
        free(slots)
        return False
    free(met.slots)
    met.slots = slots
    met.slot_count = count
    for i in range(met.count):
        slots[slot_of(met, met.keys[i])] = met.keys[i]
    return True


cdef u64 slot_of(const Met* met, u64 key) noexcept nogil:
    """Where a key is, or the empty slot where it belongs."""
    cdef u64 slot = key * <u64> 0x9e3779b97f4a7c15u >> 20
    slot &= met.slot_count - 1
    while met.slots[slot] and met.slots[slot] != key:
        slot = slot + 1 & (met.slot_count - 1)
    return slot


cdef int follow_all(Met* met, u64 root) noexcept nogil:
    """1 if a mate can be reached, 0 if not, -1 if there is no memory for the positions."""
    cdef u64[MANY_MOVES] children
    cdef Ending e
    cdef u64 number = 0
    cdef u64 slot
    cdef int i, count
    if is_barren(material_of(root)):
        return 0
    met.keys[0] = met.slots[slot_of(met, root)] = root
    met.count = 1
    while number < met.count:
        unpack(met.keys[number], &e)
        number += 1
        count = list_children(&e, children, MANY_MOVES)
        if count == 0 and e.black and is_attacked(&e, True):
            return 1
        for i in range(count):
            if is_barren(material_of(children[i])):
                continue
            slot = slot_of(met, children[i])
            if met.slots[slot]:
                continue
            if met.count == met.slot_count // 2:
                if not grow(met):
                    return -1
                slot = slot_of(met, children[i])
            met.keys[met.count] = met.slots[slot] = children[i]
            met.count += 1
    return 0


# From Python.

CODE_OF_LETTER = {"p": PAWN, "n": KNIGHT, "b": LIGHT_BISHOP, "r": ROOK, "q": QUEEN, "k": KING}


cdef u64 read_fen(str fen, bint turned) except 0:
    """Pack a position, with its colours swapped if it is to be turned round."""
    placement, turn, castling, passant = fen.split()[:4]
    if castling != "-":
        raise ValueError(f"castling isn't among the rules here: {fen}")
    cdef Ending e
    cdef int square = 56
    e.count = 0
    for letter in placement:
        if letter == "/":
            square -= 16
        elif letter.isdigit():
            square += int(letter)
        else:
            if e.count == MOST:
                raise ValueError(f"more than five pieces: {fen}")
            e.square[e.count] = square ^ 56 if turned else square
            e.code[e.count] = CODE_OF_LETTER[letter.lower()]
            if letter in "bB" and not is_light(e.square[e.count]):
                e.code[e.count] = DARK_BISHOP
            if letter.islower() != turned:
                e.code[e.count] += BLACK
            e.count += 1
            square += 1
    e.black = (turn == "b") != turned
    e.passant = 0
    if passant != "-":
        e.passant = (ord(passant[0]) - ord("a") + 8 * (int(passant[1]) - 1)) ^ (56 if turned else 0)
    return packed(&e)


def can_mate(str fen, bint color):
    """Whether a side can ever give mate, and how many positions were looked at to see that."""
    cdef u64 root = read_fen(fen, not color)
    cdef Met met = Met(NULL, NULL, 0, 0)
    cdef int answer = -1
    try:
        with nogil:
            if grow(&met):
                answer = follow_all(&met, root)
        if answer < 0:
            raise MemoryError(f"no memory for more than {met.count} positions: {fen}")
        return answer == 1, met.count
    finally:
        free(met.keys)
        free(met.slots)


def perft(str fen, int depth):
    """Count the leaves of the tree of legal moves, to check the rules of this file."""
    return count_leaves(read_fen(fen, False), depth)


cdef u64 count_leaves(u64 key, int depth) noexcept nogil:
    cdef u64[MANY_MOVES] children
    cdef Ending e
    cdef u64 leaves = 0
    cdef int i, count
    if depth == 0:
        return 1
    unpack(key, &e)
    count = list_children(&e, children, MANY_MOVES)
    for i in range(count):
        leaves += count_leaves(children[i], depth - 1)
    return leaves
