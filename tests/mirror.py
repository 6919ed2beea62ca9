"""Exchange the colours of a position: the same game with black and white swapped."""

from __future__ import annotations


def mirrored(fen: str) -> str:
    """Return the FEN with its ranks upside down and its colours exchanged.

    >>> mirrored("8/8/8/8/2pP4/8/8/R3K2k b Q d3 0 7")
    'r3k2K/8/8/2Pp4/8/8/8/8 w q d6 0 7'
    """
    placement, side, castling, en_passant, *counters = fen.split(" ")
    placement = "/".join(reversed(placement.split("/"))).swapcase()
    side = {"w": "b", "b": "w"}[side]
    # Small letters follow capitals in the castling field, so the halves change places.
    capitals = "".join(letter for letter in castling if letter.isupper())
    smalls = "".join(letter for letter in castling if letter.islower())
    castling = (smalls + capitals).swapcase() or "-"
    if en_passant != "-":
        en_passant = en_passant[0] + str(9 - int(en_passant[1]))
    return " ".join([placement, side, castling, en_passant, *counters])
