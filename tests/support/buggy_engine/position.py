"""A position that makes and unmakes moves."""

from __future__ import annotations

from typing import NamedTuple

from .squares import EMPTY, KEYS, PASSED_KEYS, RIGHT_KEYS, TURN_KEY, castled, name, number


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
    move: Move
    captured: str
    rights: frozenset[int]
    passed: int | None
    key: int


class Position:
    """64 letters, the side to move, rooks that may castle, and the en passant square."""

    def __init__(self, fen: str) -> None:
        rows, turn, rights, passed, *_ = fen.split()
        self.board: list[str] = []
        for row in reversed(rows.split("/")):
            for letter in row:
                self.board += EMPTY * int(letter) if letter.isdigit() else letter
        self.white = turn == "w"
        self.kings = [self.board.index("k"), self.board.index("K")]
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
        for rook in self.rights:
            key ^= RIGHT_KEYS[rook]
        if self.passed is not None:
            key ^= PASSED_KEYS[self.passed]
        return key

    @property
    def king(self) -> int:
        return self.kings[self.white]

    @property
    def home(self) -> range:
        """The first rank of the side to move."""
        return range(8) if self.white else range(56, 64)

    def own(self, letter: str) -> bool:
        return letter != EMPTY and letter.isupper() == self.white

    def theirs(self, letter: str) -> bool:
        return letter != EMPTY and letter.isupper() != self.white

    def behind(self, target: int) -> int:
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
        self.undo.append(Undo(move, captured, self.rights, self.passed, self.key))
        self.key ^= self.state_key()
        if kind == "castling":
            self.castle(origin, target)
        else:
            self.put(origin, EMPTY)
            self.put(target, letter)
            if letter in "Kk":
                self.kings[self.white] = target
        if kind == "en passant":
            self.put(self.behind(target), EMPTY)
        if len(kind) == 1:
            self.put(target, kind if self.white else kind.lower())
        self.rights -= self.rights_lost(letter, origin, target)
        self.passed = self.passed_square(move)
        self.white = not self.white
        self.key ^= self.state_key()

    def castle(self, king: int, rook: int) -> None:
        pieces = self.board[king], self.board[rook]
        self.put(king, EMPTY)
        self.put(rook, EMPTY)
        king_to, rook_to = castled(king, rook)
        self.put(king_to, pieces[0])
        self.put(rook_to, pieces[1])
        self.kings[self.white] = king_to

    def rights_lost(self, letter: str, origin: int, target: int) -> set[int]:
        """The rooks that may not castle any more after a move; a target may be a rook's square."""
        if letter in "Kk":
            return {*self.home, target}
        return {origin, target}

    def passed_square(self, move: Move) -> int | None:
        if move.kind == "double":
            return (move.origin + move.target) // 2
        return None

    def unmake(self) -> None:
        undo = self.undo.pop()
        origin, target, kind = undo.move
        self.white = not self.white
        if kind == "castling":
            self.uncastle(origin, target)
        else:
            self.board[origin] = self.board[target]
            self.board[target] = undo.captured
            if self.board[origin] in "Kk":
                self.kings[self.white] = origin
        if kind == "en passant":
            self.board[self.behind(target)] = "p" if self.white else "P"
        if len(kind) == 1:
            self.board[origin] = "P" if self.white else "p"
        self.rights = undo.rights
        self.passed = undo.passed
        self.key = undo.key

    def uncastle(self, king: int, rook: int) -> None:
        king_to, rook_to = castled(king, rook)
        pieces = self.board[king_to], self.board[rook_to]
        self.board[king_to] = EMPTY
        self.board[rook_to] = EMPTY
        self.board[king] = pieces[0]
        self.board[rook] = pieces[1]
        self.kings[self.white] = king
