"""Find the magic multipliers of the attack tables and write magics.pxd.

    python tools/find_magics.py > src/kiwipete/_core/kernel/magics.pxd

For each square and each kind of table there is a mask of relevant squares
(n of them). A multiplier is magic if the top n bits of (subset * multiplier)
are a perfect index: two subsets share one only if they have the same answer.
Candidates are random words with few bits set, from a fixed seed, so the
script always writes the same file. It takes about half a minute.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

WORD = (1 << 64) - 1
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))


def ray(square: int, occupied: int, step: tuple[int, int]) -> Iterator[int]:
    """Walk from a square in one direction up to the edge or the first piece."""
    file, rank = square % 8 + step[0], square // 8 + step[1]
    while 0 <= file < 8 and 0 <= rank < 8:
        yield 8 * rank + file
        if occupied >> (8 * rank + file) & 1:
            return
        file, rank = file + step[0], rank + step[1]


def slider(steps: tuple[tuple[int, int], ...]) -> Callable[[int, int], int]:
    """Return the attack function of a slider that moves in these directions."""

    def attacks(square: int, occupied: int) -> int:
        return sum(1 << target for step in steps for target in ray(square, occupied, step))

    return attacks


def slider_mask(steps: tuple[tuple[int, int], ...], square: int) -> int:
    """Return the squares whose occupation matters: the rays without their last squares."""
    return sum(1 << target for step in steps for target in list(ray(square, 0, step))[:-1])


def ring(square: int) -> int:
    """Return the neighbours of a square."""
    return sum(
        1 << other
        for other in range(64)
        if other != square
        and abs(other % 8 - square % 8) <= 1
        and abs(other // 8 - square // 8) <= 1
    )


def subsets(mask: int) -> Iterator[int]:
    """Yield every subset of a set of squares, the empty one first."""
    subset = 0
    while True:
        yield subset
        subset = (subset - mask) & mask
        if subset == 0:
            return


def find_magic(mask: int, answers: list[int], rng: random.Random) -> int:
    """Search for a multiplier that maps each subset of the mask to a slot with its answer."""
    keys = list(subsets(mask))
    bits = mask.bit_count()
    while True:
        magic = rng.getrandbits(64) & rng.getrandbits(64) & rng.getrandbits(64)
        if ((mask * magic & WORD) >> 56).bit_count() < min(6, bits - 1):
            continue  # too few bits reach the index
        table: dict[int, int] = {}
        for key, answer in zip(keys, answers, strict=True):
            if table.setdefault((key * magic & WORD) >> (64 - bits), answer) != answer:
                break
        else:
            return magic


def table(name: str, magics: list[int]) -> str:
    """Format 64 multipliers as a C array."""
    rows = [
        "    " + " ".join(f"0x{magic:016x}ULL," for magic in magics[start : start + 4])
        for start in range(0, 64, 4)
    ]
    return f"static const uint64_t {name}[64] = {{\n" + "\n".join(rows) + "\n};"


HEADER = '''"""Magic multipliers, written by tools/find_magics.py. Do not edit by hand."""

from kiwipete._core.kernel.squares cimport u64

cdef extern from *:
    """
'''
FOOTER = '''
    """
    const u64[64] BISHOP_MAGICS "KW_BISHOP_MAGICS"
    const u64[64] ROOK_MAGICS "KW_ROOK_MAGICS"
    const u64[64] RING_MAGICS "KW_RING_MAGICS"
'''


def main() -> None:
    """Find all three sets and print the file."""
    rng = random.Random(2039)
    tables = []
    for name, steps in (("KW_BISHOP_MAGICS", DIAGONAL), ("KW_ROOK_MAGICS", STRAIGHT)):
        attacks = slider(steps)
        magics = []
        for square in range(64):
            mask = slider_mask(steps, square)
            magics.append(find_magic(mask, [attacks(square, s) for s in subsets(mask)], rng))
        tables.append(table(name, magics))
    # The king's neighbours: every subset has its own answer.
    rings = [find_magic(ring(square), list(subsets(ring(square))), rng) for square in range(64)]
    tables.append(table("KW_RING_MAGICS", rings))
    body = "\n".join(tables)
    print(HEADER + "\n".join("    " + line for line in body.splitlines()) + FOOTER, end="")


if __name__ == "__main__":
    main()
