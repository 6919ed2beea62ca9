"""Positions as FEN text: random placements, mostly impossible, and colours exchanged."""

from __future__ import annotations

import random

import chess

PIECES = "PPPPNNBBRRQQppppnnbbrrqq"


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


def placement_text(pieces: dict[int, str]) -> str:
    """Write the placement field for letters by square."""
    board = chess.BaseBoard.empty()
    for square, letter in pieces.items():
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    return board.board_fen()


def put_anywhere(rng: random.Random, pieces: dict[int, str], letters: str, *, home: bool) -> None:
    """Put pieces on random squares, those that can castle at home if asked to."""
    for letter in letters:
        rank = (0 if letter.isupper() else 7) if home and letter in "KRkr" else rng.randrange(8)
        pieces[8 * rank + rng.randrange(8)] = letter


def castling_field(rng: random.Random) -> str:
    """Choose castling letters of both notations, never one rook twice in a row."""
    white = rng.choice(["", "", "K", "Q", "KQ", "".join(rng.sample("ABCDEFGH", 2))])
    black = rng.choice(["", "", "k", "q", "kq", "".join(rng.sample("abcdefgh", 2))])
    return white + black or "-"


def scattered(rng: random.Random) -> str:
    """Scatter some pieces, with kings most of the time, and add random rights."""
    pieces: dict[int, str] = {}
    home = rng.random() < 0.5
    count = rng.choice([0, 1, 3, 6, 12, 24, 48])
    put_anywhere(rng, pieces, "".join(rng.choices(PIECES, k=count)), home=home)
    if home:
        put_anywhere(rng, pieces, "RRrr", home=True)
        if rng.random() < 0.5:  # where standard chess wants them
            pieces |= {chess.A1: "R", chess.H1: "R", chess.A8: "r", chess.H8: "r"}
    kings = rng.choice(["Kk"] * 8 + ["", "K", "k", "KKk", "Kkk", "KK"])
    put_anywhere(rng, pieces, kings, home=home)
    if home and kings == "Kk" and rng.random() < 0.5:
        for square in [square for square, letter in pieces.items() if letter in "Kk"]:
            del pieces[square]
        pieces |= {chess.E1: "K", chess.E8: "k"}
    side = rng.choice("wb")
    en_passant = "-"
    if rng.random() < 0.5:
        en_passant = _en_passant_field(rng, pieces, side)
    return f"{placement_text(pieces)} {side} {castling_field(rng)} {en_passant} 0 1"


def crowded(rng: random.Random) -> str:
    """Give both sides up to 16 pieces, most of them to the side that has moved: many give check."""
    side = rng.choice("wb")
    letters = rng.choice(["PNBRQ", "QQQQR", "PPPPQ", "BBRRQ", "NNNPQ"])
    squares = rng.sample(range(64), k=32)
    pieces = {squares[0]: "K", squares[16]: "k"}
    for letters_of, others in ((letters, squares[1:16]), (letters.lower(), squares[17:])):
        to_move = letters_of.isupper() == (side == "w")
        for square in others[: rng.choice([0, 1, 3, 15] if to_move else [3, 8, 15])]:
            letter = rng.choice(letters_of)
            if letter not in "Pp" or 8 <= square < 56:
                pieces[square] = letter
    en_passant = _en_passant_field(rng, pieces, side) if rng.random() < 0.3 else "-"
    return f"{placement_text(pieces)} {side} {castling_field(rng)} {en_passant} 0 1"


def _en_passant_field(rng: random.Random, pieces: dict[int, str], side: str) -> str:
    """Name a square: any, or one behind a pawn that we put there, with the way mostly free."""
    if rng.random() < 0.3:
        return chess.square_name(rng.randrange(64))
    file = rng.randrange(8)
    home, skipped, landed = (6, 5, 4) if side == "w" else (1, 2, 3)
    pieces[8 * landed + file] = "p" if side == "w" else "P"
    if rng.random() < 0.8:
        pieces.pop(8 * skipped + file, None)
        pieces.pop(8 * home + file, None)
    return chess.square_name(8 * skipped + file)
