"""The bugs that can be switched on."""

from __future__ import annotations

BUGS = {
    "en-passant-pin": "en passant does not look at the line that both pawns leave",
    "en-passant-kept": "the en passant square is kept when the next move is played",
    "en-passant-evasion": "a pawn that gives check is not taken en passant",
    "castling-through-check": "the king may pass an attacked square",
    "castling-out-of-check": "the king may castle when in check",
    "castling-into-check": "the king may castle into check",
    "castling-over-knight": "queenside only two squares have to be empty",
    "castling-safe-rook": "the rook may not pass an attacked square either",
    "castling-bare-king": "in Chess960 the rook still shelters the king that it has left",
    "rights-after-capture": "a captured rook leaves its castling right behind",
    "rights-after-move": "a rook that has moved may castle",
    "king-on-ray": "the king may retreat along the line of a check",
    "king-takes-guarded": "the king may take a guarded piece",
    "pinned-knight": "a pinned knight may move",
    "pinned-slider": "a pinned piece may not move at all",
    "double-check": "a double check may be answered by blocking one of them",
    "queen-only": "pawns become nothing but queens",
    "no-promotion": "a pawn may stay a pawn on the last rank",
    "double-push": "a pawn may jump over a piece",
    "double-push-late": "a pawn may advance two squares from its third rank",
    "wrapped-pawns": "pawns on the edge capture around the board",
    "wrapped-knights": "knights leave the board on one side and enter it on the other",
    "twice": "a rook's captures are listed twice",
    "unmake-en-passant": "a pawn taken en passant does not come back",
    "unmake-promotion": "a promoted piece does not become a pawn again",
    "unmake-castling": "the rook stays where castling took it",
    "unmake-rights": "castling rights do not come back",
    "unmake-capture": "a captured piece does not come back",
    "key-promotion": "the key still has the pawn that was promoted",
    "key-en-passant": "the key does not know the en passant square",
    "key-castling": "the key does not know the castling rights",
}

# What it does not read of the position that it is given.
DEAF = {
    "deaf-position": "it answers for the start position",
    "deaf-side": "it is always white's turn",
    "deaf-en-passant": "there is no en passant square",
    "deaf-castling": "there are no castling rights",
    "bold-castling": "a king and a rook at home have the right to castle",
}

# How it answers.
MANNERS = {
    "totals-only": "it lists no moves",
    "in-a-thread": "it is ready before it has counted",
}

# Bad manners, shown when a pawn may promote.
FAILURES = {
    "crash": "it crashes",
    "hang": "it falls silent",
    "noise": "it writes without end",
    "nonsense": "it writes no moves",
    "wrong-total": "its moves do not add up",
    "half-answer": "it ends in the middle of its answer",
}
