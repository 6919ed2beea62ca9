"""Table: one file, with the values of all positions of one material.

A WDL file has the values for both sides to move, a DTZ file for one of them.
With pawns there are four parts, one for each file that the leading pawn may
stand on, counted from the edge.
"""

from kiwipete._core.kernel.squares cimport BLACK, WHITE, u8, u16, u64
from kiwipete._core.kernel.types cimport Position
from kiwipete._core.syzygy.arrangement cimport (
    Arrangement, Shape, choose_leader, described_in, index_of, list_squares, read_arrangement, shape_of,
)
from kiwipete._core.syzygy.file_bytes cimport (
    Fault, FileBytes, NO_FAULT, WRONG_CODE, WRONG_LAYOUT, WRONG_MAGIC, WRONG_PIECES, WRONG_SIZE, align, take, take_u16,
    take_u32, take_u8, u16_at,
)
from kiwipete._core.syzygy.material cimport MAX_PIECES, Material, force_of, greater_force, is_symmetric
from kiwipete._core.syzygy.pairs cimport (
    Pairs, close_pairs, find_block_lengths, find_codes, find_spans, is_single, read_number, read_pairs,
)

# The kinds of tables.
cdef enum:
    WDL = 0
    DTZ = 1

cdef enum:
    WDL_MAGIC = 0x5d23e871
    DTZ_MAGIC = 0xa50c66d7
    PARTS = 4
    CHECKSUM_BYTES = 16

# In the header.
cdef enum:
    FLAG_TWO_SIDES = 1
    FLAG_PAWNS = 2

# Of a part of a DTZ file.
cdef enum:
    FLAG_SIDE = 1         # the side to move: 1 is the weaker side
    FLAG_MAPPED = 2       # numbers are mapped, in the order of their frequency
    FLAG_WIN_PLIES = 4    # distances are in plies, not in moves
    FLAG_LOSS_PLIES = 8
    FLAG_WIDE = 16        # the map has numbers of 16 bits

cdef struct DistanceMap:
    const u8* numbers
    u16 count

cdef struct Part:
    Arrangement arrangement
    Pairs pairs

cdef struct Table:
    Shape shape
    int kind
    int parts
    int sides
    Part[PARTS][2] part                # by file and side
    DistanceMap[PARTS][4] maps         # for wins, losses, cursed wins and blessed losses


cdef inline Fault read_header(Table* table, FileBytes* file) noexcept nogil:
    """Magic, flags, and how the pieces are arranged in each part."""
    cdef bint two_sided = table.kind == WDL and not is_symmetric(table.shape.material)
    cdef const u8* text
    cdef int i, side, flags
    if file.size % 64 != CHECKSUM_BYTES:
        return WRONG_SIZE
    if take_u32(file) != <unsigned int> (WDL_MAGIC if table.kind == WDL else DTZ_MAGIC):
        return WRONG_MAGIC
    flags = take_u8(file)
    table.parts = PARTS if table.shape.pawns else 1
    table.sides = 2 if two_sided else 1
    if (flags & FLAG_PAWNS != 0) != table.shape.pawns:
        return WRONG_PIECES
    if table.kind == WDL and (flags & FLAG_TWO_SIDES != 0) != two_sided:
        return WRONG_PIECES
    for i in range(table.parts):
        text = take(file, described_in(&table.shape))
        if text == NULL:
            return WRONG_LAYOUT
        for side in range(table.sides):
            if not read_arrangement(&table.part[i][side].arrangement, &table.shape, i, text, 4 * side):
                return WRONG_PIECES
    align(file, 2)
    return NO_FAULT


cdef inline void read_map(DistanceMap* maps, int flags, FileBytes* file) noexcept nogil:
    """The four maps of a part, if it has any."""
    cdef int i
    if not flags & FLAG_MAPPED:
        return
    if flags & FLAG_WIDE:
        align(file, 2)
    for i in range(4):
        maps[i].count = take_u16(file) if flags & FLAG_WIDE else take_u8(file)
        maps[i].numbers = take(file, maps[i].count * (2 if flags & FLAG_WIDE else 1))


cdef inline Fault find_parts(Table* table, FileBytes* file) noexcept nogil:
    """Find the spans, lists and codes of all parts; only a checksum may follow."""
    cdef int i, side
    for i in range(table.parts):
        for side in range(table.sides):
            find_spans(&table.part[i][side].pairs, file)
    for i in range(table.parts):
        for side in range(table.sides):
            find_block_lengths(&table.part[i][side].pairs, file)
    for i in range(table.parts):
        for side in range(table.sides):
            find_codes(&table.part[i][side].pairs, file)
    align(file, 64)
    return WRONG_LAYOUT if file.overrun or file.size - file.at != CHECKSUM_BYTES else NO_FAULT


cdef inline Fault read_table(Table* table, Material material, int kind, FileBytes* file) noexcept nogil:
    """Read all but the values. The table must be zeroed, and must be closed even if reading fails."""
    cdef Pairs* pairs
    cdef Fault fault
    cdef int i, side
    table.shape = shape_of(material)
    table.kind = kind
    fault = read_header(table, file)
    if fault:
        return fault
    for i in range(table.parts):
        for side in range(table.sides):
            pairs = &table.part[i][side].pairs
            fault = read_pairs(pairs, file, table.part[i][side].arrangement.size)
            if fault:
                return fault
    if kind == DTZ:
        for i in range(table.parts):
            read_map(table.maps[i], table.part[i][0].pairs.flags, file)
        align(file, 2)
    return find_parts(table, file)


cdef inline void close_table(Table* table) noexcept nogil:
    cdef int i, side
    for i in range(PARTS):
        for side in range(2):
            close_pairs(&table.part[i][side].pairs)


# A position in its table.

cdef struct View:
    const Part* part
    int file               # of the part
    int side               # to move: 0 is the stronger side
    int[MAX_PIECES] squares


cdef inline void look(const Table* table, const Position* p, View* view) noexcept nogil:
    """Find the part that a position is in, and its pieces in the order of that part."""
    cdef const Shape* shape = &table.shape
    cdef int swapped     # 1 if black is the stronger side
    cdef int listed = 0
    if is_symmetric(shape.material):
        swapped = p.turn
    else:
        swapped = BLACK if force_of(p, WHITE) != greater_force(shape.material) else WHITE
    view.side = p.turn ^ swapped
    view.file = 0
    if shape.pawns:
        listed = list_squares(
            p, &table.part[0][0].arrangement, 0, shape.leaders, swapped, True, view.squares
        )
        view.file = choose_leader(view.squares, shape.leaders)
    view.part = &table.part[view.file][view.side if table.sides == 2 else 0]
    list_squares(p, &view.part.arrangement, listed, shape.count, swapped, shape.pawns, view.squares)


cdef inline Fault read_value(const Table* table, View* view, int* value) noexcept nogil:
    return read_number(
        &view.part.pairs, index_of(&view.part.arrangement, &table.shape, view.squares), value
    )


cdef inline Fault table_wdl(const Table* table, const Position* p, int* wdl) noexcept nogil:
    """From -2, lost, to 2, won, if no capture does better."""
    cdef View view
    cdef Fault fault
    look(table, p, &view)
    fault = read_value(table, &view, wdl)
    wdl[0] = (wdl[0] & 255) - 2
    return WRONG_CODE if fault == NO_FAULT and wdl[0] > 2 else fault


cdef inline int map_number(int wdl) noexcept nogil:
    if wdl >= 0:
        return 2 if wdl == 1 else 0
    return 1 if wdl == -2 else 3


cdef inline Fault table_dtz(
    const Table* table, const Position* p, int wdl, bint* other_side, int* plies
) noexcept nogil:
    """Plies to the next capture or pawn move, not counting the first.

    `wdl` is the value of the position, not a draw. `other_side` is set if the table has only
    the other side to move.
    """
    cdef const DistanceMap* distances
    cdef View view
    cdef Fault fault
    cdef int flags
    plies[0] = 0
    other_side[0] = False
    look(table, p, &view)
    flags = view.part.pairs.flags
    if not is_symmetric(table.shape.material) and (flags & FLAG_SIDE) != view.side:
        other_side[0] = True
        return NO_FAULT
    if not is_single(&view.part.pairs):
        fault = read_value(table, &view, plies)
        if fault:
            return fault
    if flags & FLAG_MAPPED:
        distances = &table.maps[view.file][map_number(wdl)]
        if plies[0] >= distances.count:
            return WRONG_CODE
        if flags & FLAG_WIDE:
            plies[0] = u16_at(distances.numbers + 2 * plies[0])
        else:
            plies[0] = distances.numbers[plies[0]]
    if not flags & (FLAG_WIN_PLIES if wdl == 2 else FLAG_LOSS_PLIES if wdl == -2 else 0):
        plies[0] *= 2
    return NO_FAULT
