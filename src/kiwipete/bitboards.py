"""Bitboards: sets of squares as 64-bit numbers, and attack tables by square, as in python-chess.

Bit 0 is a1, bit 63 is h8. The tables of leapers and of lines are small and created at import.
Those of sliders contain every set of blockers and are created on first use.

>>> [square for square in scan_forward(BB_RANK_1 & BB_LIGHT_SQUARES)]
[1, 3, 5, 7]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kiwipete.squares import SQUARES, Bitboard, Square

TYPE_CHECKING = False

# The tables of sliders are left out: `import *` would create them.
# fmt: off
__all__ = [
    "BB_A1", "BB_A2", "BB_A3", "BB_A4", "BB_A5", "BB_A6", "BB_A7", "BB_A8", "BB_ALL",
    "BB_B1", "BB_B2", "BB_B3", "BB_B4", "BB_B5", "BB_B6", "BB_B7", "BB_B8", "BB_BACKRANKS",
    "BB_C1", "BB_C2", "BB_C3", "BB_C4", "BB_C5", "BB_C6", "BB_C7", "BB_C8", "BB_CENTER",
    "BB_CORNERS",
    "BB_D1", "BB_D2", "BB_D3", "BB_D4", "BB_D5", "BB_D6", "BB_D7", "BB_D8", "BB_DARK_SQUARES",
    "BB_E1", "BB_E2", "BB_E3", "BB_E4", "BB_E5", "BB_E6", "BB_E7", "BB_E8", "BB_EMPTY",
    "BB_F1", "BB_F2", "BB_F3", "BB_F4", "BB_F5", "BB_F6", "BB_F7", "BB_F8",
    "BB_FILES", "BB_FILE_A", "BB_FILE_B", "BB_FILE_C", "BB_FILE_D", "BB_FILE_E", "BB_FILE_F",
    "BB_FILE_G", "BB_FILE_H",
    "BB_G1", "BB_G2", "BB_G3", "BB_G4", "BB_G5", "BB_G6", "BB_G7", "BB_G8",
    "BB_H1", "BB_H2", "BB_H3", "BB_H4", "BB_H5", "BB_H6", "BB_H7", "BB_H8",
    "BB_KING_ATTACKS", "BB_KNIGHT_ATTACKS", "BB_LIGHT_SQUARES", "BB_PAWN_ATTACKS",
    "BB_RANKS", "BB_RANK_1", "BB_RANK_2", "BB_RANK_3", "BB_RANK_4", "BB_RANK_5", "BB_RANK_6",
    "BB_RANK_7", "BB_RANK_8", "BB_RAYS", "BB_SQUARES",
    "between", "flip_anti_diagonal", "flip_diagonal", "flip_horizontal", "flip_vertical", "lsb",
    "msb", "popcount", "ray", "scan_forward", "scan_reversed", "shift_2_down", "shift_2_left",
    "shift_2_right", "shift_2_up", "shift_down", "shift_down_left", "shift_down_right",
    "shift_left", "shift_right", "shift_up", "shift_up_left", "shift_up_right",
]
# fmt: on

BB_EMPTY: Bitboard = 0
BB_ALL: Bitboard = 0xFFFF_FFFF_FFFF_FFFF

BB_SQUARES: list[Bitboard] = [1 << square for square in SQUARES]
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]

BB_CORNERS: Bitboard = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER: Bitboard = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_LIGHT_SQUARES: Bitboard = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES: Bitboard = 0xAA55_AA55_AA55_AA55

BB_FILES: list[Bitboard] = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D = BB_FILES[0:4]
BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES[4:8]

BB_RANKS: list[Bitboard] = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4 = BB_RANKS[0:4]
BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS[4:8]
BB_BACKRANKS: Bitboard = BB_RANK_1 | BB_RANK_8

# Count the squares of a bitboard.
popcount: Callable[[Bitboard], int] = int.bit_count


def lsb(bb: Bitboard) -> int:
    """Return the first square of a bitboard, or -1 if it is empty.

    >>> lsb(BB_E4 | BB_A8)
    28
    """
    return (bb & -bb).bit_length() - 1


def msb(bb: Bitboard) -> int:
    """Return the last square of a bitboard, or -1 if it is empty.

    >>> msb(BB_E4 | BB_A8)
    56
    """
    return bb.bit_length() - 1


def scan_forward(bb: Bitboard) -> Iterator[Square]:
    """Yield the squares of a bitboard, from a1 to h8.

    >>> list(scan_forward(BB_E4 | BB_A8))
    [28, 56]
    """
    bb &= BB_ALL if bb < 0 else bb  # a complement (~BB_E4) has infinitely many bits
    while bb:
        lowest = bb & -bb
        yield lowest.bit_length() - 1
        bb ^= lowest


def scan_reversed(bb: Bitboard) -> Iterator[Square]:
    """Yield the squares of a bitboard, from h8 to a1.

    >>> list(scan_reversed(BB_E4 | BB_A8))
    [56, 28]
    """
    bb &= BB_ALL if bb < 0 else bb
    while bb:
        square = bb.bit_length() - 1
        yield square
        bb ^= BB_SQUARES[square]


def flip_vertical(bb: Bitboard) -> Bitboard:
    """Flip the board vertically: rank 1 swaps with rank 8.

    >>> flip_vertical(BB_B1) == BB_B8
    True
    """
    bb = bb >> 8 & 0x00FF_00FF_00FF_00FF | (bb & 0x00FF_00FF_00FF_00FF) << 8
    bb = bb >> 16 & 0x0000_FFFF_0000_FFFF | (bb & 0x0000_FFFF_0000_FFFF) << 16
    return bb >> 32 | (bb & 0xFFFF_FFFF) << 32


def flip_horizontal(bb: Bitboard) -> Bitboard:
    """Flip the board horizontally: the a-file swaps with the h-file.

    >>> flip_horizontal(BB_B1) == BB_G1
    True
    """
    bb = bb >> 1 & 0x5555_5555_5555_5555 | (bb & 0x5555_5555_5555_5555) << 1
    bb = bb >> 2 & 0x3333_3333_3333_3333 | (bb & 0x3333_3333_3333_3333) << 2
    return bb >> 4 & 0x0F0F_0F0F_0F0F_0F0F | (bb & 0x0F0F_0F0F_0F0F_0F0F) << 4


def flip_diagonal(bb: Bitboard) -> Bitboard:
    """Flip the board about the diagonal from a1 to h8: files and ranks swap.

    >>> flip_diagonal(BB_B1) == BB_A2
    True
    """
    swap = (bb ^ bb >> 7) & 0x00AA_00AA_00AA_00AA
    bb = bb ^ swap ^ swap << 7
    swap = (bb ^ bb >> 14) & 0x0000_CCCC_0000_CCCC
    bb = bb ^ swap ^ swap << 14
    swap = (bb ^ bb >> 28) & 0xF0F0_F0F0
    return bb ^ swap ^ swap << 28


def flip_anti_diagonal(bb: Bitboard) -> Bitboard:
    """Flip the board about the diagonal from a8 to h1.

    >>> flip_anti_diagonal(BB_B1) == BB_H7
    True
    """
    swap = (bb ^ bb >> 9) & 0x0055_0055_0055_0055
    bb = bb ^ swap ^ swap << 9
    swap = (bb ^ bb >> 18) & 0x0000_3333_0000_3333
    bb = bb ^ swap ^ swap << 18
    swap = (bb ^ bb >> 36) & 0x0F0F_0F0F
    return bb ^ swap ^ swap << 36


def shift_down(b: Bitboard) -> Bitboard:
    """Move every square one rank down; what leaves the board is lost.

    >>> shift_down(BB_E4 | BB_A1) == BB_E3
    True
    """
    return b >> 8


def shift_2_down(b: Bitboard) -> Bitboard:
    """Move every square two ranks down; what leaves the board is lost.

    >>> shift_2_down(BB_E4) == BB_E2
    True
    """
    return b >> 16


def shift_up(b: Bitboard) -> Bitboard:
    """Move every square one rank up; what leaves the board is lost.

    >>> shift_up(BB_E4 | BB_A8) == BB_E5
    True
    """
    return b << 8 & BB_ALL


def shift_2_up(b: Bitboard) -> Bitboard:
    """Move every square two ranks up; what leaves the board is lost.

    >>> shift_2_up(BB_E4) == BB_E6
    True
    """
    return b << 16 & BB_ALL


def shift_right(b: Bitboard) -> Bitboard:
    """Move every square one file right; what leaves the board is lost.

    >>> shift_right(BB_E4 | BB_H4) == BB_F4
    True
    """
    return b << 1 & ~BB_FILE_A & BB_ALL


def shift_2_right(b: Bitboard) -> Bitboard:
    """Move every square two files right; what leaves the board is lost.

    >>> shift_2_right(BB_E4 | BB_G4) == BB_G4
    True
    """
    return b << 2 & ~(BB_FILE_A | BB_FILE_B) & BB_ALL


def shift_left(b: Bitboard) -> Bitboard:
    """Move every square one file left; what leaves the board is lost.

    >>> shift_left(BB_E4 | BB_A4) == BB_D4
    True
    """
    return b >> 1 & ~BB_FILE_H


def shift_2_left(b: Bitboard) -> Bitboard:
    """Move every square two files left; what leaves the board is lost.

    >>> shift_2_left(BB_E4 | BB_B4) == BB_C4
    True
    """
    return b >> 2 & ~(BB_FILE_G | BB_FILE_H)


def shift_up_left(b: Bitboard) -> Bitboard:
    """Move every square one step up and left; what leaves the board is lost.

    >>> shift_up_left(BB_E4 | BB_A4) == BB_D5
    True
    """
    return b << 7 & ~BB_FILE_H & BB_ALL


def shift_up_right(b: Bitboard) -> Bitboard:
    """Move every square one step up and right; what leaves the board is lost.

    >>> shift_up_right(BB_E4 | BB_H4) == BB_F5
    True
    """
    return b << 9 & ~BB_FILE_A & BB_ALL


def shift_down_left(b: Bitboard) -> Bitboard:
    """Move every square one step down and left; what leaves the board is lost.

    >>> shift_down_left(BB_E4 | BB_A4) == BB_D3
    True
    """
    return b >> 9 & ~BB_FILE_H


def shift_down_right(b: Bitboard) -> Bitboard:
    """Move every square one step down and right; what leaves the board is lost.

    >>> shift_down_right(BB_E4 | BB_H4) == BB_F3
    True
    """
    return b >> 7 & ~BB_FILE_A


# Attack tables.

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
_SLIDER_TABLES = {
    f"BB_{line}_{kind}" for line in ("DIAG", "FILE", "RANK") for kind in ("MASKS", "ATTACKS")
}


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
        if name not in _SLIDER_TABLES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        table = globals()[name] = _slider_table(name)
        return table
