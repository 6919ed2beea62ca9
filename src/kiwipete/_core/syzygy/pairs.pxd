"""Pairs: a compressed array of small numbers with random access.

The numbers were replaced by symbols, a symbol being a number or a pair of
symbols, and the symbols written in Huffman codes. The codes fill blocks of one
size. An index of spans gives the block of a number, and a list the count of
numbers in each block.

Nothing in the file is trusted: every offset is checked before use.
"""

from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc

from kiwipete._core.kernel.squares cimport u8, u16, u32, u64
from kiwipete._core.syzygy.file_bytes cimport (
    Fault, FileBytes, NO_FAULT, UNREADABLE, WRONG_CODE, WRONG_LAYOUT, align, code_at, take, take_u16, take_u32,
    take_u8, u16_at, u32_at,
)

cdef enum:
    LONGEST_CODE = 32
    NO_SYMBOL = 0xfff     # in place of a pair's second half: the first is a number
    LONGEST_SYMBOL = 256  # numbers that a symbol stands for
    SPAN_BYTES = 6
    SINGLE_VALUE = 0x80   # a flag of pairs that are all one number

cdef struct Symbol:
    u16 first             # of a pair, or a number
    u16 second            # or NO_SYMBOL
    u16 length            # the count of numbers it stands for

cdef struct Pairs:
    u64 size                               # numbers in all
    u8 flags
    u8 only_value                          # if they are all the same
    u8 block_bits
    u8 span_bits
    u8 shortest                            # code
    u8 longest
    u32 blocks
    u32 listed_blocks                      # the list goes on a little after them
    u16 symbol_count
    Symbol* symbols
    u16[LONGEST_CODE + 1] first_symbol     # by the length of its code
    u64[LONGEST_CODE + 1] lowest_code      # of that length, its bits at the upper end
    const u8* spans
    const u8* block_lengths
    const u8* codes


cdef inline bint is_single(const Pairs* pairs) noexcept nogil:
    return (pairs.flags & SINGLE_VALUE) != 0


cdef inline bint measure_symbols(Pairs* pairs) noexcept nogil:
    """Compute the length of every symbol; False if one contains itself or is too long.

    A pair is measured once both of its halves are, pass by pass.
    """
    cdef Symbol* symbol
    cdef int left = pairs.symbol_count
    cdef int before = -1
    cdef int i, length
    while left and left != before:
        before = left
        for i in range(pairs.symbol_count):
            symbol = &pairs.symbols[i]
            if symbol.length:
                continue
            if symbol.second == NO_SYMBOL:
                symbol.length = 1
            else:
                if symbol.first >= pairs.symbol_count or symbol.second >= pairs.symbol_count:
                    return False
                if pairs.symbols[symbol.first].length == 0 or pairs.symbols[symbol.second].length == 0:
                    continue
                length = pairs.symbols[symbol.first].length + pairs.symbols[symbol.second].length
                if length > LONGEST_SYMBOL:
                    return False
                symbol.length = <u16> length
            left -= 1
    return left == 0


cdef inline Fault read_symbols(Pairs* pairs, FileBytes* file) noexcept nogil:
    cdef const u8* text
    cdef int i
    pairs.symbol_count = take_u16(file)
    text = take(file, 3 * <u64> pairs.symbol_count)
    align(file, 2)
    if file.overrun:
        return WRONG_LAYOUT
    if pairs.symbol_count == 0 or pairs.symbol_count > NO_SYMBOL:
        return WRONG_CODE
    pairs.symbols = <Symbol*> malloc(pairs.symbol_count * sizeof(Symbol))
    if pairs.symbols == NULL:
        return UNREADABLE
    for i in range(pairs.symbol_count):
        pairs.symbols[i].first = <u16> ((text[1] & 15) << 8 | text[0])
        pairs.symbols[i].second = <u16> (text[2] << 4 | text[1] >> 4)
        pairs.symbols[i].length = 0
        text += 3
    return NO_FAULT if measure_symbols(pairs) else WRONG_CODE


cdef inline void find_lowest_codes(Pairs* pairs) noexcept nogil:
    """Longer codes are lower, and there are as many as it takes to begin where they end."""
    cdef int length
    cdef u64 code = 0
    pairs.lowest_code[pairs.longest] = 0
    for length in range(pairs.longest - 1, pairs.shortest - 1, -1):
        code = (code + pairs.first_symbol[length] - pairs.first_symbol[length + 1]) // 2
        pairs.lowest_code[length] = code << (64 - length)


cdef inline Fault read_pairs(Pairs* pairs, FileBytes* file, u64 size) noexcept nogil:
    """Read the parameters of the compression; the positions of the data are found later."""
    cdef int length
    pairs.size = size
    pairs.symbols = NULL
    pairs.flags = take_u8(file)
    if is_single(pairs):
        pairs.only_value = take_u8(file)
        return WRONG_LAYOUT if file.overrun else NO_FAULT
    pairs.block_bits = take_u8(file)
    pairs.span_bits = take_u8(file)
    pairs.listed_blocks = take_u8(file)
    pairs.blocks = take_u32(file)
    pairs.listed_blocks += pairs.blocks
    pairs.longest = take_u8(file)
    pairs.shortest = take_u8(file)
    if file.overrun or pairs.block_bits > 30 or not 1 <= pairs.span_bits <= 30 or pairs.listed_blocks < pairs.blocks:
        return WRONG_LAYOUT
    if not 1 <= pairs.shortest <= pairs.longest <= LONGEST_CODE:
        return WRONG_CODE
    for length in range(pairs.shortest, pairs.longest + 1):
        pairs.first_symbol[length] = take_u16(file)
    find_lowest_codes(pairs)
    return read_symbols(pairs, file)


cdef inline void close_pairs(Pairs* pairs) noexcept nogil:
    free(pairs.symbols)
    pairs.symbols = NULL


# Where the parts are: all spans of a table come first, then all lists, then all blocks.

cdef inline void find_spans(Pairs* pairs, FileBytes* file) noexcept nogil:
    if not is_single(pairs):
        pairs.spans = take(file, SPAN_BYTES * ((pairs.size + (<u64> 1 << pairs.span_bits) - 1) >> pairs.span_bits))


cdef inline void find_block_lengths(Pairs* pairs, FileBytes* file) noexcept nogil:
    if not is_single(pairs):
        pairs.block_lengths = take(file, 2 * <u64> pairs.listed_blocks)


cdef inline void find_codes(Pairs* pairs, FileBytes* file) noexcept nogil:
    if not is_single(pairs):
        align(file, 64)
        pairs.codes = take(file, <u64> pairs.blocks << pairs.block_bits)


# Reading.

cdef struct Codes:
    const u8* next
    const u8* end
    u64 window          # the bits to be read, at the upper end
    int missing         # bits at the lower end


cdef inline u32 more_code(Codes* codes) noexcept nogil:
    """Thirty-two more bits; zeros after the end."""
    cdef u8[4] rest
    cdef u32 bits
    cdef int i
    if codes.end - codes.next >= 4:
        bits = code_at(codes.next)
        codes.next += 4
        return bits
    for i in range(4):
        rest[i] = 0
        if codes.next < codes.end:
            rest[i] = codes.next[0]
            codes.next += 1
    return code_at(rest)


cdef inline void open_codes(Codes* codes, const Pairs* pairs, u32 block) noexcept nogil:
    codes.next = pairs.codes + (<u64> block << pairs.block_bits)
    codes.end = codes.next + (<u64> 1 << pairs.block_bits)
    codes.window = <u64> more_code(codes) << 32
    codes.window |= more_code(codes)
    codes.missing = 0


cdef inline u32 next_symbol(Codes* codes, const Pairs* pairs) noexcept nogil:
    """The number of the next symbol; a damaged table may have none of that number."""
    cdef int length = pairs.shortest
    cdef u32 symbol
    while codes.window < pairs.lowest_code[length]:  # the longest code's is 0
        length += 1
    symbol = pairs.first_symbol[length] + <u32> ((codes.window - pairs.lowest_code[length]) >> (64 - length))
    codes.window <<= length
    codes.missing += length
    if codes.missing >= 32:
        codes.missing -= 32
        codes.window |= <u64> more_code(codes) << codes.missing
    return symbol


cdef inline bint find_block(const Pairs* pairs, u64 index, u32* block, int64_t* offset) noexcept nogil:
    """In which block a number is, and how many of the block's come before it."""
    cdef const u8* span = pairs.spans + SPAN_BYTES * (index >> pairs.span_bits)
    cdef u64 middle = <u64> 1 << (pairs.span_bits - 1)
    cdef int64_t left = <int64_t> (index & (2 * middle - 1)) - <int64_t> middle + u16_at(span + 4)
    cdef u32 at = u32_at(span)
    while left < 0:
        if at == 0 or at > pairs.listed_blocks:
            return False
        at -= 1
        left += u16_at(pairs.block_lengths + 2 * <u64> at) + 1
    while at < pairs.blocks and left > u16_at(pairs.block_lengths + 2 * <u64> at):
        left -= u16_at(pairs.block_lengths + 2 * <u64> at) + 1
        at += 1
    block[0] = at
    offset[0] = left
    return at < pairs.blocks


cdef inline Fault read_number(const Pairs* pairs, u64 index, int* number) noexcept nogil:
    """The number at an index."""
    cdef Codes codes
    cdef u32 block, symbol
    cdef int64_t left
    if is_single(pairs):
        number[0] = pairs.only_value
        return NO_FAULT
    if index >= pairs.size or not find_block(pairs, index, &block, &left):
        return WRONG_CODE
    open_codes(&codes, pairs, block)
    while True:
        symbol = next_symbol(&codes, pairs)
        if symbol >= pairs.symbol_count:
            return WRONG_CODE
        if left < pairs.symbols[symbol].length:
            break
        left -= pairs.symbols[symbol].length
    while pairs.symbols[symbol].second != NO_SYMBOL:
        if left < pairs.symbols[pairs.symbols[symbol].first].length:
            symbol = pairs.symbols[symbol].first
        else:
            left -= pairs.symbols[pairs.symbols[symbol].first].length
            symbol = pairs.symbols[symbol].second
    number[0] = pairs.symbols[symbol].first
    return NO_FAULT
