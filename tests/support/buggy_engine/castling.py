"""Castling, in chess and in Chess960."""

from __future__ import annotations

from .attacks import attackers
from .position import Move, Position
from .squares import EMPTY, castled, path


def castlings(position: Position) -> list[Move]:
    """All castlings of a side that is not in check."""
    king = position.king
    rooks = sorted(rook for rook in position.rights if rook in position.home)
    return [Move(king, rook, "castling") for rook in rooks if can_castle(position, king, rook)]


def can_castle(position: Position, king: int, rook: int) -> bool:
    return way_is_free(position, king, rook) and way_is_safe(position, king, rook)


def way_is_free(position: Position, king: int, rook: int) -> bool:
    king_to, rook_to = castled(king, rook)
    crossed = (path(king, king_to) | path(rook, rook_to)) - {king, rook}
    return all(position.board[square] == EMPTY for square in crossed)


def way_is_safe(position: Position, king: int, rook: int) -> bool:
    """Return True if the king meets no attack on its way; the rook may."""
    after, theirs = list(position.board), not position.white
    king_to, rook_to = castled(king, rook)
    after[king] = EMPTY
    after[rook] = EMPTY
    crossed = path(king, king_to) - {king, king_to}
    if any(attackers(after, square, theirs) for square in crossed):
        return False
    after[rook_to] = "R" if position.white else "r"
    return not attackers(after, king_to, theirs)
