"""Perft, with a table of what has been counted."""

from __future__ import annotations

from collections.abc import Iterator

from .leaves import count_leaves
from .moves import legal_moves
from .position import Position

Table = dict[tuple[int, int], int]


def set_up(fen: str, moves: list[str], chess960: bool) -> Position:
    position = Position(fen)
    for text in moves:
        known = {move.uci(chess960): move for move in legal_moves(position)}
        position.make(known[text])
    return position


def divide(position: Position, depth: int, chess960: bool) -> Iterator[tuple[str, int]]:
    table: Table = {}
    for move in legal_moves(position):
        position.make(move)
        nodes = perft(position, depth - 1, table)
        position.unmake()
        yield move.uci(chess960), nodes


def perft(position: Position, depth: int, table: Table) -> int:
    if depth == 0:
        return 1
    entry = position.key, depth
    if entry not in table:
        if depth == 1:
            table[entry] = count_leaves(position)
        else:
            nodes = 0
            for move in legal_moves(position):
                position.make(move)
                nodes += perft(position, depth - 1, table)
                position.unmake()
            table[entry] = nodes
    return table[entry]
