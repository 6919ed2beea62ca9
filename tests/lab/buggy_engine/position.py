"""A position that makes and unmakes moves."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from squares import EMPTY, KEYS, PASSED_KEYS, RIGHT_KEYS, TURN_KEY, castled, name, number


class Move(NamedTuple):
    origin: int
    target: int  # of castling: where the rook is
    kind: str = ""  # "double", "en passant", "castling", or the letter promoted to

    def uci(self, chess960: bool) -> str:
        target = self.target
        if self.kind == "castling" and not chess960:
            target = castled(self.origin, target)[0]
        promotion = self.kind.lower() if len(self.kind) == 1 else ""
        return name(self.origin) + name(target) + promotion


class Undo(NamedTuple):
    captured: str
    rights: frozenset[int]
    passed: int | None
    key: int


class Position:
    """64 letters, the side to move, rooks that may castle, and the en passant square."""

    def __init__(self, fen: str, bugs: Collection[str] = ()) -> None:
        rows, turn, rights, passed, *_ = fen.split()
        self.bugs = bugs
        self.board: list[str] = []
        for row in reversed(rows.split("/")):
            for letter in row:
                self.board += EMPTY * int(letter) if letter.isdigit() else letter
        self.white = turn == "w"
        self.rights = frozenset(self.rook_with_right(letter) for letter in rights.strip("-"))
        self.passed = None if passed == "-" else number(passed)
        self.undo: list[Undo] = []
        self.key = self.state_key()
        for square, letter in enumerate(self.board):
            self.key ^= KEYS[letter][square] if letter != EMPTY else 0

    def rook_with_right(self, letter: str) -> int:
        home = 0 if letter.isupper() else 56
        if letter.upper() not in "KQ":
            return home + "ABCDEFGH".index(letter.upper())
        rook = "R" if letter.isupper() else "r"
        rooks = [square for square in range(home, home + 8) if self.board[square] == rook]
        return max(rooks) if letter.upper() == "K" else min(rooks)

    def state_key(self) -> int:
        """The part of the key that is not about pieces."""
        key = TURN_KEY if self.white else 0
        if "key-castling" not in self.bugs:
            for rook in self.rights:
                key ^= RIGHT_KEYS[rook]
        if self.passed is not None and "key-en-passant" not in self.bugs:
            key ^= PASSED_KEYS[self.passed]
        return key

    def own(self, letter: str) -> bool:
        return letter != EMPTY and letter.isupper() == self.white

    def home(self) -> range:
        return range(8) if self.white else range(56, 64)

    def king(self) -> int:
        return self.board.index("K" if self.white else "k")

    def beside(self, target: int) -> int:
        """Where a pawn stands that is taken en passant."""
        return target - 8 if self.white else target + 8

    def put(self, square: int, letter: str) -> None:
        """Change what stands on a square, and the key with it."""
        for piece in (self.board[square], letter):
            self.key ^= KEYS[piece][square] if piece != EMPTY else 0
        self.board[square] = letter

    def make(self, move: Move) -> None:
        origin, target, kind = move
        letter = self.board[origin]
        captured = EMPTY if kind == "castling" else self.board[target]
        self.undo.append(Undo(captured, self.rights, self.passed, self.key))
        self.key ^= self.state_key()
        if kind == "castling":
            rook = self.board[target]
            self.put(origin, EMPTY)
            self.put(target, EMPTY)
            for square, piece in zip(castled(origin, target), (letter, rook), strict=True):
                self.put(square, piece)
        else:
            self.put(origin, EMPTY)
            self.put(target, letter)
        if kind == "en passant":
            self.put(self.beside(target), EMPTY)
        if len(kind) == 1:
            key = self.key
            self.put(target, kind if self.white else kind.lower())
            self.key = key if "key-promotion" in self.bugs else self.key
        self.rights -= self.rights_lost(letter, origin, target)
        self.passed = self.passed_square(move)
        self.white = not self.white
        self.key ^= self.state_key()

    def rights_lost(self, letter: str, origin: int, target: int) -> set[int]:
        if letter in "Kk":
            return {*self.home(), target}
        moved = set() if "rights-after-move" in self.bugs else {origin}
        return moved | (set() if "rights-after-capture" in self.bugs else {target})

    def passed_square(self, move: Move) -> int | None:
        if move.kind == "double":
            return (move.origin + move.target) // 2
        return self.passed if "en-passant-kept" in self.bugs else None

    def unmake(self, move: Move) -> None:
        board, bugs = self.board, self.bugs
        origin, target, kind = move
        undo = self.undo.pop()
        self.white = not self.white
        if kind == "castling":
            king_to, rook_to = castled(origin, target)
            king, rook = board[king_to], board[rook_to]
            board[king_to] = EMPTY
            if "unmake-castling" not in bugs:
                board[rook_to] = EMPTY
                board[target] = rook
            board[origin] = king
        else:
            board[origin] = board[target]
            board[target] = EMPTY if "unmake-capture" in bugs else undo.captured
        if len(kind) == 1 and "unmake-promotion" not in bugs:
            board[origin] = "P" if self.white else "p"
        if kind == "en passant" and "unmake-en-passant" not in bugs:
            board[self.beside(target)] = "p" if self.white else "P"
        if "unmake-rights" not in bugs:
            self.rights = undo.rights
        self.passed, self.key = undo.passed, undo.key
