"""Which pieces attack a square, and which pieces are pinned."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from .position import Position
from .squares import BETWEEN, EMPTY, EVERYWHERE, LINES


class Danger(NamedTuple):
    """What threatens the king of the side to move."""

    checkers: list[int]
    answers: Collection[int]  # where other pieces than the king may go
    pins: dict[int, Collection[int]]  # pinned pieces, and where they may go


def look(position: Position) -> Danger:
    checkers = attackers(position.board, position.king, not position.white)
    return Danger(checkers, answers(position.king, checkers), pins(position))


def attackers(board: list[str], square: int, white: bool) -> list[int]:
    """The squares of a side's pieces that attack a square."""
    pawn, knight, bishop, rook, queen, king = "PNBRQK" if white else "pnbrqk"
    found = [line[0] for line in LINES["N"][square] if line and board[line[0]] == knight]
    found += [line[0] for line in LINES["K"][square] if line and board[line[0]] == king]
    for kind, pieces in (("R", (rook, queen)), ("B", (bishop, queen))):
        for line in LINES[kind][square]:
            for origin in line:
                if board[origin] != EMPTY:
                    if board[origin] in pieces:
                        found.append(origin)
                    break
    behind = square - 8 if white else square + 8
    for origin in (behind - 1, behind + 1):
        if is_beside(origin, behind) and board[origin] == pawn:
            found.append(origin)
    return found


def is_beside(square: int, other: int) -> bool:
    return 0 <= square < 64 and abs(square % 8 - other % 8) == 1


def answers(king: int, checkers: list[int]) -> Collection[int]:
    """Where a check is answered: between it and the king, or by taking."""
    if not checkers:
        return EVERYWHERE
    return [*BETWEEN.get((king, checkers[0]), []), checkers[0]]


def pins(position: Position) -> dict[int, Collection[int]]:
    """The pinned pieces, each with the squares that keep the king covered."""
    board, found = position.board, {}
    queen = "q" if position.white else "Q"
    for kind in "RB":
        pinners = (kind.lower() if position.white else kind, queen)
        for line in LINES[kind][position.king]:
            occupied = [square for square in line if board[square] != EMPTY][:2]
            if len(occupied) == 2:
                shield, pinner = occupied
                if position.own(board[shield]) and board[pinner] in pinners:
                    found[shield] = line[: line.index(pinner) + 1]
    return found


def king_can_go(position: Position, target: int) -> bool:
    """Return True if no piece attacks the king where it goes."""
    after = list(position.board)
    after[position.king] = EMPTY
    return not attackers(after, target, not position.white)


def en_passant_is_safe(position: Position, origin: int, target: int) -> bool:
    """Return True if the king is out of check when both pawns have left their squares."""
    after = list(position.board)
    after[origin] = EMPTY
    after[target] = position.board[origin]
    after[position.behind(target)] = EMPTY
    return not attackers(after, position.king, not position.white)
