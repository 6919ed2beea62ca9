"""Attack tables by square, with python-chess's names, for code that works on bitboards.

The tables of leapers and of lines are small and created at import. Those of
sliders contain every set of blockers and are created on first use.
"""

from __future__ import annotations

from kiwipete.squares import SQUARES, Bitboard, Square

# The tables of sliders are left out: `import *` would create them.
__all__ = [
    "BB_KING_ATTACKS",
    "BB_KNIGHT_ATTACKS",
    "BB_PAWN_ATTACKS",
    "BB_RAYS",
    "between",
    "ray",
]

TYPE_CHECKING = False

_Steps = list[tuple[int, int]]

_RANK: _Steps = [(1, 0), (-1, 0)]
_FILE: _Steps = [(0, 1), (0, -1)]
_RISING: _Steps = [(1, 1), (-1, -1)]
_FALLING: _Steps = [(1, -1), (-1, 1)]
_KING: _Steps = _RANK + _FILE + _RISING + _FALLING
_KNIGHT: _Steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def _leaps(square: Square, steps: _Steps) -> Bitboard:
    """Collect the squares one step away."""
    file, rank = square & 7, square >> 3
    mask = 0
    for right, up in steps:
        if 0 <= file + right < 8 and 0 <= rank + up < 8:
            mask |= 1 << square + right + 8 * up
    return mask


def _slides(square: Square, steps: _Steps, occupied: Bitboard = 0) -> Bitboard:
    """Collect the squares that repeated steps reach, up to the first occupied one."""
    mask = 0
    for right, up in steps:
        file, rank = (square & 7) + right, (square >> 3) + up
        while 0 <= file < 8 and 0 <= rank < 8:
            mask |= (bit := 1 << 8 * rank + file)
            if occupied & bit:
                break
            file, rank = file + right, rank + up
    return mask


def _rays(a: Square) -> list[Bitboard]:
    """List, for every square, the whole line through it and `a`."""
    row = [0] * 64
    for steps in (_RANK, _FILE, _RISING, _FALLING):
        others = _slides(a, steps)
        line = others | 1 << a
        while others:
            row[others.bit_length() - 1] = line
            others ^= 1 << others.bit_length() - 1
    return row


BB_KNIGHT_ATTACKS: list[Bitboard] = [_leaps(square, _KNIGHT) for square in SQUARES]
BB_KING_ATTACKS: list[Bitboard] = [_leaps(square, _KING) for square in SQUARES]
BB_PAWN_ATTACKS: list[list[Bitboard]] = [
    [_leaps(square, [(-1, up), (1, up)]) for square in SQUARES] for up in (-1, 1)
]
BB_RAYS: list[list[Bitboard]] = [_rays(a) for a in SQUARES]

# Created by __getattr__: the squares whose occupation matters, and the attacks by occupied squares.
BB_DIAG_MASKS: list[Bitboard]
BB_DIAG_ATTACKS: list[dict[Bitboard, Bitboard]]
BB_FILE_MASKS: list[Bitboard]
BB_FILE_ATTACKS: list[dict[Bitboard, Bitboard]]
BB_RANK_MASKS: list[Bitboard]
BB_RANK_ATTACKS: list[dict[Bitboard, Bitboard]]


def ray(a: Square, b: Square) -> Bitboard:
    """Return the whole rank, file or diagonal through two squares, or 0 if there is none.

    >>> hex(ray(0, 9))
    '0x8040201008040201'
    """
    return BB_RAYS[a][b]


def between(a: Square, b: Square) -> Bitboard:
    """Return the squares strictly between two squares, or 0 if they are not on a line.

    >>> bin(between(0, 4))
    '0b1110'
    """
    low, high = (a, b) if a < b else (b, a)
    return BB_RAYS[a][b] & (1 << high) - (2 << low)


def _inner(square: Square, steps: _Steps) -> Bitboard:
    """Collect the squares a slider passes: all it reaches except the last in each direction."""
    mask = 0
    for step in steps:
        reached = _slides(square, [step])
        for target in SQUARES:
            if reached >> target & 1 and _leaps(target, [step]):
                mask |= 1 << target
    return mask


def _attacks(square: Square, steps: _Steps, mask: Bitboard) -> dict[Bitboard, Bitboard]:
    """Map every subset of the mask to the squares attacked past those blockers."""
    table = {}
    subset = 0
    while True:
        table[subset] = _slides(square, steps, subset)
        subset = (subset - mask) & mask
        if not subset:
            return table


def _slider_table(name: str) -> list[Bitboard] | list[dict[Bitboard, Bitboard]]:
    """Create the table with a name like BB_DIAG_MASKS or BB_DIAG_ATTACKS."""
    steps = {"DIAG": _RISING + _FALLING, "FILE": _FILE, "RANK": _RANK}[name.split("_")[1]]
    masks = [_inner(square, steps) for square in SQUARES]
    if name.endswith("MASKS"):
        return masks
    return [_attacks(square, steps, masks[square]) for square in SQUARES]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Create a table of sliders on first use."""
        if name not in __annotations__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        table = globals()[name] = _slider_table(name)
        return table
