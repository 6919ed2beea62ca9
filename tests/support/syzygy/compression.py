"""Numbers in compressed form, as tables hold them: random ones that repeat after a power of two.

So a table of seven pieces fits in a small file, and every index in it is told from its neighbours.
"""

from __future__ import annotations

import heapq
import itertools
import random
import struct
from dataclasses import dataclass, field

LONGEST_SYMBOL = 256
LARGEST_BLOCK = 65536  # numbers in one block
LEAF = 0xFFF


@dataclass
class Pairs:
    """The parts of compressed numbers, which a file keeps in four places."""

    header: bytes
    spans: bytes = b""
    lengths: bytes = b""
    codes: bytes = b""
    flags: int = field(default=0)


def single_value(value: int, flags: int = 0) -> Pairs:
    return Pairs(bytes([0x80 | flags, value]), flags=flags)


def compress(
    rng: random.Random, numbers: list[int], size: int, *, flags: int = 0, block_bits: int = 6
) -> Pairs:
    """Choose random numbers, as many as repeat in `size`, and compress them."""
    # Large tables have larger spans: no more than a hundred thousand of them.
    span_bits = max(10, (size // 100_000).bit_length())
    symbols, code_lengths = _make_symbols(rng, numbers)
    codes, first_symbols = _assign_codes(code_lengths)
    sizes = _measure(symbols)
    blocks = _fill_blocks(rng, sizes, codes, 1 << span_bits, 8 << block_bits)
    longest, shortest = max(code_lengths), min(code_lengths)
    header = struct.pack("<BBBBI", flags, block_bits, span_bits, 2, len(blocks))
    header += bytes([longest, shortest])
    header += struct.pack(f"<{len(first_symbols)}H", *first_symbols)
    header += struct.pack("<H", len(symbols))
    for first, second in symbols:
        header += bytes([first & 255, first >> 8 | (second & 15) << 4, second >> 4])
    header += b"\0" * (len(symbols) % 2)
    span = struct.pack("<IH", *_locate(blocks, 1 << (span_bits - 1)))
    count = -(-size // (1 << span_bits))
    lengths = [length - 1 for length, _ in blocks] + [0, 0]
    return Pairs(
        header,
        span * count,
        struct.pack(f"<{len(lengths)}H", *lengths),
        b"".join(content for _, content in blocks),
        flags,
    )


def _make_symbols(
    rng: random.Random, numbers: list[int]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return numbers and random pairs of symbols, those with the longest codes first."""
    symbols = [(number, LEAF) for number in numbers]
    lengths = [1] * len(symbols)
    for _ in range(60):
        pair = tuple(rng.choices(range(len(symbols)), weights=lengths, k=2))
        if (length := lengths[pair[0]] + lengths[pair[1]]) <= LONGEST_SYMBOL:
            symbols.append(pair)
            lengths.append(length)
    code_lengths = _huffman([rng.random() ** 3 + 0.001 for _ in symbols])
    order = sorted(range(len(symbols)), key=lambda number: -code_lengths[number])
    place = {number: new for new, number in enumerate(order)}
    ordered = [
        symbols[number]
        if symbols[number][1] == LEAF
        else (place[symbols[number][0]], place[symbols[number][1]])
        for number in order
    ]
    return ordered, [code_lengths[number] for number in order]


def _huffman(weights: list[float]) -> list[int]:
    """Return the length of each symbol's code."""
    tie = itertools.count()
    heap = [(weight, next(tie), [number]) for number, weight in enumerate(weights)]
    heapq.heapify(heap)
    lengths = [0] * len(weights)
    while len(heap) > 1:
        one, other = heapq.heappop(heap), heapq.heappop(heap)
        members = one[2] + other[2]
        for number in members:
            lengths[number] += 1
        heapq.heappush(heap, (one[0] + other[0], next(tie), members))
    return lengths


def _assign_codes(code_lengths: list[int]) -> tuple[list[str], list[int]]:
    """Return the codes in bits, and the first symbol of each length from the shortest up."""
    longest, shortest = code_lengths[0], code_lengths[-1]
    codes, first_symbols = [], {}
    code = 0
    for length in range(longest, shortest - 1, -1):
        first_symbols[length] = len(codes)
        for _ in range(code_lengths.count(length)):
            codes.append(f"{code:0{length}b}")
            code += 1
        code //= 2
    return codes, [first_symbols[length] for length in range(shortest, longest + 1)]


def _measure(symbols: list[tuple[int, int]]) -> list[int]:
    """Return how many numbers each symbol stands for."""

    def measure(symbol: int) -> int:
        first, second = symbols[symbol]
        return 1 if second == LEAF else measure(first) + measure(second)

    return [measure(symbol) for symbol in range(len(symbols))]


def _fill_blocks(
    rng: random.Random, sizes: list[int], codes: list[str], period: int, bits: int
) -> list[tuple[int, bytes]]:
    """Return blocks of random symbols as numbers of numbers and bytes."""
    blocks = []
    while period > 0:
        content, length = "", 0
        while period > 0:
            symbol = rng.choices(range(len(sizes)), weights=sizes)[0]
            if len(content) + len(codes[symbol]) > bits or length + sizes[symbol] > LARGEST_BLOCK:
                break
            content += codes[symbol]
            length += sizes[symbol]
            period -= sizes[symbol]
        blocks.append((length, int(content.ljust(bits, "0"), 2).to_bytes(bits // 8, "big")))
    return blocks


def _locate(blocks: list[tuple[int, bytes]], index: int) -> tuple[int, int]:
    """Return the block of a number and how many of the block's come before it."""
    for block, (length, _) in enumerate(blocks):
        if index < length:
            return block, index
        index -= length
    raise IndexError(index)
