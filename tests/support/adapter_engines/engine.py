"""A generator that knows kings and knights and nothing else, with the API of adapter.py."""

from __future__ import annotations

from typing import NamedTuple

JUMPS = {
    "k": [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y],
    "n": [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)],
}


class Move(NamedTuple):
    origin: int
    target: int
    captured: str

    def __str__(self):
        return "".join(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in self[:2])


class Board:
    def __init__(self, squares, white):
        self.squares = squares
        self.white = white

    @classmethod
    def from_fen(cls, fen):
        placement, side, *_ = fen.split()
        ranks = reversed(placement.split("/"))
        letters = "".join("." * int(c) if c.isdigit() else c for rank in ranks for c in rank)
        return cls(list(letters), side == "w")

    def legal_moves(self):
        for move in self._moves():
            self.make(move)
            legal = all(answer.captured.lower() != "k" for answer in self._moves())
            self.unmake(move)
            if legal:
                yield move

    def make(self, move):
        self.squares[move.target] = self.squares[move.origin]
        self.squares[move.origin] = "."
        self.white = not self.white

    def unmake(self, move):
        self.squares[move.origin] = self.squares[move.target]
        self.squares[move.target] = move.captured
        self.white = not self.white

    def _moves(self):
        moves = []
        for origin in filter(self._is_mine, range(64)):
            for x, y in JUMPS.get(self.squares[origin].lower(), ()):
                file, rank = origin % 8 + x, origin // 8 + y
                target = 8 * rank + file
                if file in range(8) and rank in range(8) and not self._is_mine(target):
                    moves.append(Move(origin, target, self.squares[target]))
        return moves

    def _is_mine(self, square):
        piece = self.squares[square]
        return piece.isalpha() and piece.isupper() == self.white
