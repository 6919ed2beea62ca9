"""Castling: whether a king's move means it, and which rule forbids it."""

from __future__ import annotations

from typing import NamedTuple

from kiwipete.bitboards import BB_SQUARES, between, scan_forward
from kiwipete.explain.explanation import Explanation, Rule, because, first
from kiwipete.explain.words import Board, at, is_own, piece, pieces, squares_of
from kiwipete.squares import (
    A1,
    A8,
    C1,
    D1,
    E1,
    F1,
    G1,
    H1,
    KING,
    ROOK,
    Bitboard,
    Square,
    square_distance,
)


class Castling(NamedTuple):
    """The squares of king and rook. The rook may be missing."""

    king_from: Square
    king_to: Square
    rook_from: Square
    rook_to: Square

    @property
    def side(self) -> str:
        """Kingside or queenside."""
        return "kingside" if self.king_to > self.rook_to else "queenside"


def meant(board: Board, origin: Square, target: Square) -> Castling | None:
    """Return the castling that a king's move means, or None.

    A king castles by moving onto its rook, or to its castling square unless
    that is an ordinary king's move.

    >>> meant(kiwipete.Board(), 4, 6)
    Castling(king_from=4, king_to=6, rook_from=7, rook_to=5)
    >>> meant(kiwipete.Board(), 4, 7) == meant(kiwipete.Board(), 4, 6)
    True
    """
    home = home_rank(board)
    if origin not in home or target not in home:
        return None
    # On a board with several kings, the right may belong to another king than the one on e1.
    right = board.clean_castling_rights() & BB_SQUARES[target]
    if not (board.chess960 or origin == home[E1] or right):
        return None
    kingside = target > origin
    king_to, rook_to = (home[G1], home[F1]) if kingside else (home[C1], home[D1])
    corner = home[H1] if kingside else home[A1]
    to_rook = is_own(board, ROOK, target) and (board.chess960 or target == corner)
    if not to_rook and (target != king_to or square_distance(origin, target) < 2):
        return None
    rook = target if to_rook else corner
    if board.chess960 and not to_rook:
        rook = _rook_with_right(board, origin, corner)
    return Castling(origin, king_to, rook, rook_to)


def home_rank(board: Board) -> range:
    """Return the squares of the rank on which the side to move castles."""
    return range(A1, A1 + 8) if board.turn else range(A8, A8 + 8)


def _rook_with_right(board: Board, king: Square, corner: Square) -> Square:
    """Return the rook between king and corner that may castle, or the corner without one."""
    outside = between(king, corner) & board.clean_castling_rights()
    return next(scan_forward(outside), corner)


def find_fault(board: Board, castling: Castling, target: Square) -> Explanation | None:
    """Explain by the first rule that forbids castling by a move to a target; None if legal."""
    king, king_to, rook, _ = castling
    tests = (_no_right, _path_not_empty, _out_of_check, _through_check, _into_check)
    fault = first(test(board, castling) for test in tests)
    if fault is not None or target == rook or not board.chess960:
        return fault
    sentence = (
        f"In Chess960 the {piece(board, king)} castles by moving onto "
        f"the {piece(board, rook)}, not to {at(king_to)}."
    )
    return because(Rule.CASTLING_NOTATION, sentence, king, rook, king_to)


def _no_right(board: Board, castling: Castling) -> Explanation | None:
    king, _, rook, _ = castling
    # Of several kings at home the first may castle.
    castling_king = next(square for square in home_rank(board) if is_own(board, KING, square))
    if king == castling_king and board.clean_castling_rights() & BB_SQUARES[rook]:
        return None
    sentence = f"The {piece(board, king)} has no right to castle {castling.side}"
    if not is_own(board, ROOK, rook):
        return because(Rule.CASTLING_NO_RIGHT, f"{sentence}.", king)
    sentence += f" with the {piece(board, rook)}."
    return because(Rule.CASTLING_NO_RIGHT, sentence, king, rook)


def _path_not_empty(board: Board, castling: Castling) -> Explanation | None:
    king, king_to, rook, rook_to = castling
    path = between(king, king_to) | between(rook, rook_to)
    path |= BB_SQUARES[king_to] | BB_SQUARES[rook_to]
    others = board.occupied & ~BB_SQUARES[king] & ~BB_SQUARES[rook]
    blockers = _nearest_first(path & others, king)
    if not blockers:
        return None
    sentence = (
        f"The {piece(board, king)} cannot castle {castling.side}: {pieces(board, blockers)} "
        f"{'is' if len(blockers) == 1 else 'are'} in the way."
    )
    return because(Rule.CASTLING_PATH_NOT_EMPTY, sentence, king, *blockers)


def _out_of_check(board: Board, castling: Castling) -> Explanation | None:
    king = castling.king_from
    checkers = _attackers(board, king, board.occupied)
    if not checkers:
        return None
    sentence = (
        f"The {piece(board, king)} cannot castle out of check from {pieces(board, checkers)}."
    )
    return because(Rule.CASTLING_OUT_OF_CHECK, sentence, king, *checkers)


def _through_check(board: Board, castling: Castling) -> Explanation | None:
    king = castling.king_from
    for square in _nearest_first(between(king, castling.king_to), king):
        attackers = _attackers(board, square, board.occupied)
        if attackers:
            sentence = (
                f"The {piece(board, king)} cannot castle {castling.side} through {at(square)}, "
                f"which {pieces(board, attackers)} attack{'s' if len(attackers) == 1 else ''}."
            )
            return because(Rule.CASTLING_THROUGH_CHECK, sentence, king, square, *attackers)
    return None


def _into_check(board: Board, castling: Castling) -> Explanation | None:
    king, king_to, rook, rook_to = castling
    # In Chess960 the rook may have shielded the king's new square, and no longer does.
    castled = board.occupied & ~BB_SQUARES[king] & ~BB_SQUARES[rook] | BB_SQUARES[rook_to]
    attackers = _attackers(board, king_to, castled)
    if not attackers:
        return None
    sentence = (
        f"The {piece(board, king)} cannot castle {castling.side} into check "
        f"on {at(king_to)} from {pieces(board, attackers)}."
    )
    return because(Rule.CASTLING_INTO_CHECK, sentence, king, king_to, *attackers)


def _attackers(board: Board, square: Square, occupied: Bitboard) -> list[Square]:
    """Return the squares of the enemy pieces that attack a square."""
    return squares_of(board, board.attackers_mask(not board.turn, square, occupied))


def _nearest_first(squares: Bitboard, king: Square) -> list[Square]:
    return sorted(scan_forward(squares), key=lambda square: abs(square - king))
