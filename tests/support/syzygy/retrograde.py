"""Endings of a king and one piece against a king, solved backwards from the mates.

Slow, plain, and all its own: nothing here knows tables, Kiwipete or python-chess.
A state is whose turn it is, where white's king, black's king and white's piece stand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

State = tuple[bool, int, int, int]  # white to move, white king, black king, piece

STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
STEPS = {"K": STRAIGHT + DIAGONAL, "N": JUMPS, "P": [(-1, 1), (1, 1)]}
SLIDES = {"Q": STRAIGHT + DIAGONAL, "R": STRAIGHT, "B": DIAGONAL}


def _step(square: int, direction: tuple[int, int]) -> int | None:
    file, rank = square % 8 + direction[0], square // 8 + direction[1]
    return 8 * rank + file if 0 <= file < 8 and 0 <= rank < 8 else None


@cache
def _lines(kind: str, square: int) -> list[list[int]]:
    """Return the lines on which a piece may go until something stands in its way."""
    lines = []
    for direction in STEPS.get(kind, SLIDES.get(kind, [])):
        line, at = [], _step(square, direction)
        while at is not None:
            line.append(at)
            at = _step(at, direction) if kind in SLIDES else None
        lines.append(line)
    return lines


@cache
def _around(square: int) -> frozenset[int]:
    return frozenset(at for (at,) in filter(None, _lines("K", square)))


def _attacked(kind: str, piece: int, blocker: int) -> Iterator[int]:
    """Yield what a piece attacks, with one other piece that may stand in its way."""
    for line in _lines(kind, piece):
        for square in line:
            yield square
            if square == blocker:
                break


class Ending:
    """All states of an ending, and for those that white wins how many plies they last.

    The plies are those to the next capture or pawn move that wins, or to mate.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.promoted = {letter: solved(letter) for letter in "QRBN"} if kind == "P" else {}
        self.plies: dict[State, int] = {}
        ranks = range(7, 0, -1) if kind == "P" else [None]
        for rank in ranks:
            self._solve([state for state in self.states() if rank in (None, state[3] // 8)])

    def states(self) -> Iterator[State]:
        """Yield one of all states that are the same by symmetry."""
        kings = (
            range(64) if self.kind == "P" else [8 * r + f for f in range(4) for r in range(f + 1)]
        )
        pieces = [8 * r + f for f in range(4) for r in range(1, 7)]
        for black in kings:
            for white in range(64):
                for piece in pieces if self.kind == "P" else range(64):
                    for turn in (True, False):
                        if self._is_possible(turn, white, black, piece):
                            yield turn, white, black, piece

    def _is_possible(self, turn: bool, white: int, black: int, piece: int) -> bool:
        if len({white, black, piece}) < 3 or black in _around(white):
            return False
        return not (turn and black in _attacked(self.kind, piece, white))

    def _same(self, turn: bool, white: int, black: int, piece: int) -> State:
        """Return the state among `states` that is the same by symmetry."""
        squares = [white, black, piece]
        first = piece if self.kind == "P" else black
        if first % 8 > 3:
            squares = [square ^ 7 for square in squares]
        if self.kind != "P":
            if squares[1] // 8 > 3:
                squares = [square ^ 56 for square in squares]
            if squares[1] // 8 > squares[1] % 8:
                squares = [square // 8 + square % 8 * 8 for square in squares]
        return (turn, *squares)

    def _white_moves(self, white: int, black: int, piece: int) -> Iterator[State]:
        for to in _around(white) - _around(black) - {piece}:
            yield self._same(False, to, black, piece)
        for line in _lines(self.kind, piece) if self.kind != "P" else []:
            for to in line:
                if to in (white, black):
                    break
                yield self._same(False, white, black, to)

    def _black_moves(self, white: int, black: int, piece: int) -> Iterator[State | None]:
        """Yield the states after black's moves, and None for a capture, which draws."""
        attacked = set(_attacked(self.kind, piece, white))
        for to in _around(black) - _around(white):
            if to == piece:
                yield None
            elif to not in attacked and to != white:
                yield self._same(True, white, to, piece)

    def _wins_by_pawn_move(self, white: int, black: int, pawn: int) -> bool:
        if self.kind != "P" or pawn + 8 in (white, black):
            return False
        if pawn // 8 == 6:
            after = (
                ending.value(False, white, black, pawn + 8) for ending in self.promoted.values()
            )
            return any(value is not None for value in after)
        if self.value(False, white, black, pawn + 8) is not None:
            return True
        if pawn // 8 != 1 or pawn + 16 in (white, black):
            return False
        return self.value(False, white, black, pawn + 16) is not None

    def _solve(self, states: list[State]) -> None:
        """Go back from mates and from winning pawn moves, ply by ply."""
        before = defaultdict(list)
        escapes = {}
        layer, next_layer = [], []
        for state in states:
            turn, *squares = state
            if turn:
                if self._wins_by_pawn_move(*squares):
                    next_layer.append(state)
                for child in self._white_moves(*squares):
                    before[child].append(state)
                continue
            children = list(self._black_moves(*squares))
            escapes[state] = len(children)
            for child in filter(None, children):
                before[child].append(state)
            if not children and squares[1] in _attacked(self.kind, squares[2], squares[0]):
                layer.append(state)
        plies = 0
        while layer or next_layer:
            following = []
            for state in layer:
                if state in self.plies:
                    continue
                self.plies[state] = plies
                for parent in before[state]:
                    if parent[0]:
                        following.append(parent)
                    else:
                        escapes[parent] -= 1
                        if escapes[parent] == 0:
                            following.append(parent)
            layer, next_layer = next_layer + following, []
            plies += 1

    def value(self, turn: bool, white: int, black: int, piece: int) -> int | None:
        """Return the plies of a state that white wins, or None if it is a draw."""
        return self.plies.get(self._same(turn, white, black, piece))


@cache
def solved(kind: str) -> Ending:
    return Ending(kind)
