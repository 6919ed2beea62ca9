"""The legal moves."""

from __future__ import annotations

from collections.abc import Iterator

from .attacks import Danger, en_passant_is_safe, is_beside, king_can_go, look
from .castling import castlings
from .position import Move, Position
from .squares import EMPTY, LINES

PROMOTIONS = "QRBN"


def legal_moves(position: Position) -> list[Move]:
    danger = look(position)
    moves = []
    if len(danger.checkers) < 2:
        pseudo_legal = [*pawn_moves(position), *piece_moves(position)]
        moves = [move for move in pseudo_legal if is_legal(position, move, danger)]
    moves += king_moves(position)
    if not danger.checkers:
        moves += castlings(position)
    return moves


def is_legal(position: Position, move: Move, danger: Danger) -> bool:
    """Return True if a move of another piece than the king leaves the king safe."""
    if move.kind == "en passant":
        return en_passant_is_safe(position, move.origin, move.target)
    if move.target not in danger.answers:
        return False
    return move.origin not in danger.pins or move.target in danger.pins[move.origin]


def pawn_moves(position: Position) -> Iterator[Move]:
    board, white = position.board, position.white
    pawn, step = ("P", 8) if white else ("p", -8)
    for origin in range(64):
        rank = origin // 8 if white else 7 - origin // 8
        if board[origin] != pawn or not 0 < rank < 7:
            continue
        ahead = origin + step
        if board[ahead] == EMPTY:
            yield from arrivals(position, origin, ahead)
            if rank == 1 and board[ahead + step] == EMPTY:
                yield Move(origin, ahead + step, "double")
        for target in pawn_targets(origin, ahead):
            if position.theirs(board[target]):
                yield from arrivals(position, origin, target)
            elif target == position.passed:
                yield Move(origin, target, "en passant")


def pawn_targets(origin: int, ahead: int) -> list[int]:
    """Where a pawn captures."""
    return [target for target in (ahead - 1, ahead + 1) if is_beside(target, origin)]


def arrivals(position: Position, origin: int, target: int) -> list[Move]:
    """A pawn's move, in as many ways as it can be played."""
    if target // 8 in (0, 7):
        return [Move(origin, target, letter) for letter in PROMOTIONS]
    return [Move(origin, target)]


def piece_moves(position: Position) -> Iterator[Move]:
    """The moves of knights, bishops, rooks and queens."""
    for origin, letter in enumerate(position.board):
        if position.own(letter) and letter not in "PpKk":
            for target in piece_targets(position, origin):
                yield Move(origin, target)


def piece_targets(position: Position, origin: int) -> Iterator[int]:
    board = position.board
    for line in LINES[board[origin].upper()][origin]:
        for target in line:
            if board[target] == EMPTY:
                yield target
                continue
            if position.theirs(board[target]):
                yield target
            break


def king_moves(position: Position) -> Iterator[Move]:
    for line in LINES["K"][position.king]:
        for target in line:
            if not position.own(position.board[target]) and king_can_go(position, target):
                yield Move(position.king, target)
