"""The bugs that can be switched on."""

from __future__ import annotations

from .mutants.castling import CASTLING, RIGHTS
from .mutants.checks import ATTACKS, CHECKS, KING, NOTICED
from .mutants.chess960 import CHESS960
from .mutants.en_passant import EN_PASSANT, SAFETY, SQUARE
from .mutants.leaves import LEAVES
from .mutants.making import KEYS, MAKING, UNMAKING
from .mutants.pawns import CAPTURES, PROMOTIONS, STEPS
from .mutants.pieces import LEAPERS, SLIDERS
from .mutants.pins import PINS

RULES = {
    "Steps of pawns": STEPS,
    "Captures by pawns": CAPTURES,
    "Promotion": PROMOTIONS,
    "En passant": EN_PASSANT,
    "En passant and the king": SAFETY,
    "The en passant square": SQUARE,
    "Knights and kings": LEAPERS,
    "Bishops, rooks and queens": SLIDERS,
    "Attacks": ATTACKS,
    "Where the king may go": KING,
    "Answers to check": CHECKS,
    "Noticing check": NOTICED,
    "Pins": PINS,
    "Castling": CASTLING,
    "Castling rights": RIGHTS,
    "Castling in Chess960": CHESS960,
    "Making moves": MAKING,
    "Unmaking moves": UNMAKING,
    "Keys": KEYS,
    "The last ply": LEAVES,
}
BUGS = {name: mutant for mutants in RULES.values() for name, mutant in mutants.items()}

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
