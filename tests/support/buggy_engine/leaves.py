"""How many moves there are, counted without a list of them."""

from __future__ import annotations

from .attacks import Danger, en_passant_is_safe, king_can_go, look
from .castling import castlings
from .moves import PROMOTIONS, pawn_targets, piece_targets
from .position import Position
from .squares import EMPTY, LINES


def count_leaves(position: Position) -> int:
    """Count the legal moves."""
    danger = look(position)
    total = count_king_moves(position)
    if len(danger.checkers) > 1:
        return total
    for origin, letter in enumerate(position.board):
        if letter in "Kk" or not position.own(letter):
            continue
        if letter in "Pp":
            total += count_pawn_moves(position, origin, danger)
        else:
            targets = piece_targets(position, origin)
            total += sum(is_legal(origin, target, danger) for target in targets)
    if not danger.checkers:
        total += len(castlings(position))
    return total


def is_legal(origin: int, target: int, danger: Danger) -> bool:
    return target in danger.answers and target in danger.pins.get(origin, danger.answers)


def count_king_moves(position: Position) -> int:
    targets = [target for line in LINES["K"][position.king] for target in line]
    free = [target for target in targets if not position.own(position.board[target])]
    return sum(king_can_go(position, target) for target in free)


def count_pawn_moves(position: Position, origin: int, danger: Danger) -> int:
    board, white = position.board, position.white
    rank = origin // 8 if white else 7 - origin // 8
    if not 0 < rank < 7:
        return 0  # left there by a bug
    step = 8 if white else -8
    ahead = origin + step
    targets = [t for t in pawn_targets(origin, ahead) if position.theirs(board[t])]
    if board[ahead] == EMPTY:
        targets.append(ahead)
        if rank == 1 and board[ahead + step] == EMPTY:
            targets.append(ahead + step)
    total = sum(is_legal(origin, target, danger) for target in targets)
    if rank == 6:
        total *= len(PROMOTIONS)
    if position.passed in pawn_targets(origin, ahead):
        total += en_passant_is_safe(position, origin, position.passed)
    return total
