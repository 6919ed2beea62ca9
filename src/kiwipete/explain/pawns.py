"""How pawns move, capture and promote, and why they sometimes do not."""

from __future__ import annotations

from kiwipete._core.move import Move
from kiwipete.explain.board_protocol import Board
from kiwipete.explain.explanation import Explanation, Rule, because, first
from kiwipete.explain.words import at, piece
from kiwipete.squares import (
    BISHOP,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Color,
    Square,
    piece_name,
    square,
    square_file,
    square_rank,
)

_PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT)


def find_fault(board: Board, move: Move) -> Explanation | None:
    """Explain why a pawn cannot move like that; return None if it can."""
    return first(test(board, move) for test in (_cannot_get_there, _cannot_promote_so))


def victim(board: Board, move: Move) -> Square | None:
    """Return the square of the pawn that a move captures en passant, or None.

    On a set-up board that square may be empty.

    >>> board = kiwipete.Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    >>> victim(board, kiwipete.Move.from_uci("e5d6"))
    35
    """
    origin, target = move.from_square, move.to_square
    if (
        board.piece_type_at(origin) != PAWN
        or target != board.ep_square
        or board.piece_type_at(target) is not None
        or square_file(origin) == square_file(target)
    ):
        return None
    return square(square_file(target), square_rank(origin))


def _rank(color: Color, square: Square) -> int:
    """Return the rank from the side's point of view, 0 for its own back rank."""
    return square_rank(square) if color else 7 - square_rank(square)


def _cannot_get_there(board: Board, move: Move) -> Explanation | None:
    origin, target = move.from_square, move.to_square
    ranks = _rank(board.turn, target) - _rank(board.turn, origin)
    files = abs(square_file(target) - square_file(origin))
    subject = f"The {piece(board, origin)}"
    if ranks < 0:
        sentence = f"{subject} cannot go back to {at(target)}: pawns only move forwards."
        return because(Rule.PAWN_BACKWARDS, sentence, origin, target)
    if (ranks, files) == (1, 1):
        return _cannot_capture(board, origin, target)
    if files or ranks not in (1, 2):
        sentence = (
            f"{subject} cannot reach {at(target)}: "
            "a pawn moves straight ahead and captures one square diagonally ahead."
        )
        return because(Rule.NO_SUCH_MOVE, sentence, origin, target)
    # A pawn set up on its own back rank may step twice as well, as in python-chess.
    if ranks == 2 and _rank(board.turn, origin) > 1:
        sentence = (
            f"{subject} cannot advance two squares to {at(target)}: "
            "a pawn may do so only from where it starts."
        )
        return because(Rule.PAWN_DOUBLE_STEP_TOO_LATE, sentence, origin, target)
    step = (target - origin) // ranks
    for ahead in range(origin + step, target + step, step):
        if board.piece_type_at(ahead) is not None:
            sentence = f"{subject} is blocked by the {piece(board, ahead)}."
            return because(Rule.PAWN_BLOCKED, sentence, origin, ahead)
    return None


def _cannot_capture(board: Board, origin: Square, target: Square) -> Explanation | None:
    """Explain a pawn's move of one square diagonally ahead."""
    subject = f"The {piece(board, origin)}"
    owner = board.color_at(target)
    if owner == board.turn:
        sentence = f"{subject} cannot take the {piece(board, target)}, which is on its own side."
        return because(Rule.OWN_PIECE_ON_TARGET, sentence, origin, target)
    # Only on this rank can a pawn have been passed by a double step.
    passing = _rank(board.turn, origin) == 4
    if owner is not None or (passing and target == board.ep_square):
        return None
    beside = square(square_file(target), square_rank(origin))
    if passing and board.piece_type_at(beside) == PAWN and board.color_at(beside) != board.turn:
        sentence = (
            f"{subject} cannot take the {piece(board, beside)} en passant: "
            "that is allowed only right after its advance by two squares."
        )
        return because(Rule.EN_PASSANT_EXPIRED, sentence, origin, beside)
    sentence = f"{subject} moves diagonally only to capture, and {at(target)} is empty."
    return because(Rule.PAWN_CAPTURES_NOTHING, sentence, origin, target)


def _cannot_promote_so(board: Board, move: Move) -> Explanation | None:
    origin, target = move.from_square, move.to_square
    subject = f"The {piece(board, origin)}"
    wanted = move.promotion
    if _rank(board.turn, target) < 7:
        if wanted is None:
            return None
        sentence = f"{subject} cannot promote on {at(target)}, which is not on the last rank."
        return because(Rule.PROMOTION_NOT_ON_LAST_RANK, sentence, origin, target)
    if wanted is None:
        sentence = f"{subject} must become a queen, rook, bishop or knight on {at(target)}."
        return because(Rule.PROMOTION_PIECE_MISSING, sentence, origin, target)
    if wanted not in _PROMOTIONS:
        sentence = (
            f"{subject} cannot become a {piece_name(wanted)}, only a queen, rook, bishop or knight."
        )
        return because(Rule.PROMOTION_TO_WRONG_PIECE, sentence, origin)
    return None
