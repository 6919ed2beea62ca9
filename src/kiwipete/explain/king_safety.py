"""The safety of the mover's own king after a move."""

from __future__ import annotations

from kiwipete._core.move import Move
from kiwipete.bitboards import BB_SQUARES, lsb, popcount
from kiwipete.explain import castling, pawns
from kiwipete.explain.board_protocol import Board
from kiwipete.explain.explanation import Explanation, Rule, because
from kiwipete.explain.words import at, piece, pieces, squares_of
from kiwipete.squares import KING, Bitboard, Square


def find_fault(board: Board, move: Move) -> Explanation | None:
    """Explain how an otherwise legal move leaves the king in check; return None if it does not.

    Of several kings, the one that `Board.king` returns must be safe.
    """
    king = board.king(board.turn)
    if king is None:
        return None
    if move.from_square != king:
        return _piece_unsafe(board, move, king)
    if castling.meant(board, king, move.to_square) is not None:
        return None  # castling checks the king's safety itself
    return _king_unsafe(board, king, move.to_square)


def _king_unsafe(board: Board, king: Square, target: Square) -> Explanation | None:
    # Without the king, which does not shield the squares behind it from a checking slider.
    occupied = board.occupied & ~BB_SQUARES[king] | BB_SQUARES[target]
    attackers = squares_of(board, board.attackers_mask(not board.turn, target, occupied))
    if not attackers:
        return None
    subject = f"The {piece(board, king)}"
    by = pieces(board, attackers)
    if board.piece_type_at(target) is None:
        sentence = f"{subject} would stand in check on {at(target)} from {by}."
    else:
        sentence = f"{subject} cannot take the {piece(board, target)}, which is guarded by {by}."
    return because(Rule.KING_INTO_CHECK, sentence, king, target, *attackers)


def _piece_unsafe(board: Board, move: Move, king: Square) -> Explanation | None:
    checkers = board.checkers_mask()
    if popcount(checkers) > 1:
        squares = squares_of(board, checkers)
        sentence = (
            f"The {piece(board, king)} is in double check from {pieces(board, squares)}, "
            "so only it may move."
        )
        return because(Rule.DOUBLE_CHECK, sentence, king, *squares)
    attackers = _attackers_after(board, king, move, pawns.victim(board, move))
    # A second king, on a board that no game can reach, answers no check.
    second_king = board.piece_type_at(move.from_square) == KING
    if checkers & attackers or (checkers and second_king):
        return _check_unanswered(board, move, king, lsb(checkers))
    return _line_opened(board, move, king, squares_of(board, attackers)) if attackers else None


def _check_unanswered(board: Board, move: Move, king: Square, checker: Square) -> Explanation:
    origin, target = move.from_square, move.to_square
    sentence = (
        f"The {piece(board, king)} is in check from the {piece(board, checker)}, "
        f"and moving the {piece(board, origin)} to {at(target)} does not stop it."
    )
    return because(Rule.DOES_NOT_ANSWER_CHECK, sentence, king, checker, origin, target)


def _line_opened(board: Board, move: Move, king: Square, attackers: list[Square]) -> Explanation:
    origin = move.from_square
    by = pieces(board, attackers)
    passed = pawns.victim(board, move)
    # En passant takes two pawns off a line; the mover is pinned if it alone blocks the line.
    if passed is None or _attackers_after(board, king, move, None) & ~BB_SQUARES[passed]:
        sentence = f"The {piece(board, origin)} is pinned against the {piece(board, king)} by {by}."
        return because(Rule.PINNED, sentence, origin, king, *attackers)
    sentence = (
        f"The {piece(board, origin)} cannot take the {piece(board, passed)} en passant: "
        f"the {piece(board, king)} would be in check from {by}."
    )
    return because(Rule.EN_PASSANT_EXPOSES_KING, sentence, origin, passed, king, *attackers)


def _attackers_after(board: Board, king: Square, move: Move, passed: Square | None) -> Bitboard:
    """Return the attackers of the king after a move, with or without en passant."""
    target = BB_SQUARES[move.to_square]
    taken = target if passed is None else BB_SQUARES[passed]
    occupied = board.occupied & ~BB_SQUARES[move.from_square] & ~taken | target
    return board.attackers_mask(not board.turn, king, occupied) & ~taken
