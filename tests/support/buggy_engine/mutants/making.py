"""Mistakes in making and unmaking moves, and in the keys of positions."""

from __future__ import annotations

from .mutant import Mutant

CAPTURED = "            self.board[target] = undo.captured\n"
PROMOTED = "self.put(target, kind if self.white else kind.lower())"
RIGHT_KEY = "key ^= RIGHT_KEYS[rook]"

MAKING = {
    "make-promotion": Mutant(
        "a promoted pawn stays a pawn on the board", PROMOTED, "self.put(target, letter)"
    ),
    "make-promotion-queen": Mutant(
        "every promoted pawn becomes a queen on the board",
        PROMOTED,
        'self.put(target, "Q" if self.white else "q")',
    ),
    "make-promotion-white": Mutant(
        "a black pawn becomes a white piece", PROMOTED, "self.put(target, kind)"
    ),
    "make-castling-rook": Mutant(
        "castling leaves the rook where it was",
        "self.put(rook_to, pieces[1])\n",
        "self.put(rook, pieces[1])\n",
    ),
    "make-castling-rook-lost": Mutant(
        "castling takes the rook off the board",
        "self.put(rook_to, pieces[1])\n",
        "self.put(rook_to, EMPTY)\n",
    ),
    "make-castling-long": Mutant(
        "castling queenside takes the king to b1",
        "else (home + 2, home + 3)",
        "else (home + 1, home + 2)",
    ),
    "make-king-square": Mutant(
        "the king's square is not kept up when it moves",
        "                self.kings[self.white] = target",
        "                self.kings[self.white] = origin",
    ),
    "make-castled-king": Mutant(
        "the king's square is not kept up when it castles",
        "        self.kings[self.white] = king_to",
        "        self.kings[self.white] = king",
    ),
    "make-turn": Mutant(
        "after castling the same side moves again",
        "        self.white = not self.white\n        self.key ^= self.state_key()",
        '        self.white = self.white if kind == "castling" else not self.white\n'
        "        self.key ^= self.state_key()",
    ),
}

UNMAKING = {
    "unmake-capture": Mutant(
        "a captured piece does not come back", CAPTURED, CAPTURED.replace("undo.captured", "EMPTY")
    ),
    "unmake-capture-promotion": Mutant(
        "a piece that a promoted pawn has taken does not come back",
        CAPTURED,
        CAPTURED.replace("undo.captured", "EMPTY if len(kind) == 1 else undo.captured"),
    ),
    "unmake-capture-colour": Mutant(
        "a captured piece comes back as a white one",
        CAPTURED,
        CAPTURED.replace("captured", "captured.upper()"),
    ),
    "unmake-promotion": Mutant(
        "a promoted piece does not become a pawn again",
        '            self.board[origin] = "P" if self.white else "p"\n',
        "            pass\n",
    ),
    "unmake-promotion-colour": Mutant(
        "a promoted black piece becomes a white pawn",
        'self.board[origin] = "P" if self.white else "p"',
        'self.board[origin] = "P"',
    ),
    "unmake-en-passant": Mutant(
        "a pawn taken en passant does not come back",
        '            self.board[self.behind(target)] = "p" if self.white else "P"\n',
        "            pass\n",
    ),
    "unmake-en-passant-colour": Mutant(
        "a pawn taken en passant changes its side",
        'self.board[self.behind(target)] = "p" if self.white else "P"',
        'self.board[self.behind(target)] = "P" if self.white else "p"',
    ),
    "unmake-en-passant-square": Mutant(
        "a pawn taken en passant comes back where it was passed",
        'self.board[self.behind(target)] = "p" if self.white else "P"',
        'self.board[target] = "p" if self.white else "P"',
    ),
    "unmake-castling": Mutant(
        "the rook stays where castling took it",
        "        self.board[rook_to] = EMPTY\n"
        "        self.board[king] = pieces[0]\n"
        "        self.board[rook] = pieces[1]\n",
        "        self.board[king] = pieces[0]\n",
    ),
    "unmake-castling-doubled": Mutant(
        "the rook comes back from castling and stays there too",
        "        self.board[rook_to] = EMPTY\n        self.board[king] = pieces[0]\n",
        "        self.board[king] = pieces[0]\n",
    ),
    "unmake-rights": Mutant(
        "castling rights do not come back", "self.rights = undo.rights", "self.rights = self.rights"
    ),
    "unmake-rights-captured": Mutant(
        "the right of a captured rook does not come back",
        "self.rights = undo.rights",
        "self.rights = undo.rights - {target}",
    ),
    "unmake-king-square": Mutant(
        "the king's square does not come back",
        "                self.kings[self.white] = origin",
        "                self.kings[self.white] = target",
    ),
    "unmake-castled-king": Mutant(
        "the king's square does not come back from castling",
        "        self.kings[self.white] = king\n",
        "        self.kings[self.white] = king_to\n",
    ),
    "unmake-turn": Mutant(
        "after en passant is taken back the wrong side moves",
        '            self.board[self.behind(target)] = "p" if self.white else "P"\n',
        '            self.board[self.behind(target)] = "p" if self.white else "P"\n'
        "            self.white = not self.white\n",
    ),
    "unmake-one-buffer": Mutant(
        "what is needed to take a move back is kept for one move only",
        "self.undo.append(Undo(move, captured, self.rights, self.passed, self.key))",
        "self.undo.append(Undo(move, captured, self.rights, self.passed, self.key))\n"
        "        self.undo = [self.undo[-1]._replace(move=undo.move) for undo in self.undo]",
    ),
    "unmake-key": Mutant(
        "the key does not come back", "self.key = undo.key", "self.key = self.key"
    ),
}

KEYS = {
    "key-promotion": Mutant(
        "the key still has the pawn that was promoted",
        PROMOTED,
        "self.board[target] = kind if self.white else kind.lower()",
    ),
    "key-promotion-queen": Mutant(
        "in the key every promoted pawn is a queen",
        PROMOTED,
        'self.put(target, "Q" if self.white else "q")\n'
        "            self.board[target] = kind if self.white else kind.lower()",
    ),
    "key-en-passant": Mutant(
        "the key does not know the en passant square",
        "            key ^= PASSED_KEYS[self.passed]\n",
        "            key ^= 0\n",
    ),
    "key-castling": Mutant("the key does not know the castling rights", RIGHT_KEY, "key ^= 0"),
    "key-castling-black": Mutant(
        "the key does not know the castling rights of black",
        RIGHT_KEY,
        "key ^= RIGHT_KEYS[rook] if rook < 8 else 0",
    ),
    "key-shared": Mutant(
        "bishops and knights have the same keys",
        "TURN_KEY = _random.getrandbits(64)",
        'TURN_KEY = _random.getrandbits(64)\nKEYS["N"], KEYS["n"] = KEYS["B"], KEYS["b"]',
    ),
    "key-moved": Mutant(
        "the key does not know where a king went",
        "KEYS[piece][square] if piece != EMPTY else 0",
        'KEYS[piece][square] if piece not in ".Kk" else 0',
    ),
}
