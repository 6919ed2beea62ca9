"""Find the rule that a move breaks.

Three checks in this order, and within each the order of `Rule`: is there a piece
to move, can it move like that, and is its king safe afterwards?
"""

from __future__ import annotations

from kiwipete._core.move import Move
from kiwipete.bitboards import (
    BB_KING_ATTACKS,
    BB_KNIGHT_ATTACKS,
    BB_SQUARES,
    between,
    lsb,
    popcount,
    ray,
    scan_forward,
)
from kiwipete.explain import castling
from kiwipete.explain.explanation import Explanation, Rule, because, first
from kiwipete.explain.words import Board, at, piece, pieces, side, squares_of
from kiwipete.squares import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    Bitboard,
    Color,
    PieceType,
    Square,
    piece_name,
    square,
    square_distance,
    square_file,
    square_rank,
)


def find_fault(board: Board, move: Move) -> Explanation | None:
    """Explain by the first rule that a move breaks; return None if it is legal."""
    questions = (_nothing_to_move, _cannot_move, _leaves_king_in_check)
    return first(question(board, move) for question in questions)


def _nothing_to_move(board: Board, move: Move) -> Explanation | None:
    origin = move.from_square
    if not move:
        return because(Rule.NULL_MOVE, "A null move passes, and the side to move must move.")
    if origin == move.to_square:
        return because(Rule.SAME_SQUARE, f"A move must leave its square, {at(origin)}.", origin)
    if board.piece_type_at(origin) is None:
        return because(Rule.EMPTY_SQUARE, f"There is no piece on {at(origin)}.", origin)
    if board.color_at(origin) != board.turn:
        sentence = (
            f"The {piece(board, origin)} belongs to {side(not board.turn)}, "
            f"and {side(board.turn)} is to move."
        )
        return because(Rule.WRONG_SIDE, sentence, origin)
    return None


# Can the piece move like that?

_WAYS = {
    KNIGHT: "a knight moves two squares straight and one to the side",
    BISHOP: "a bishop moves along diagonals",
    ROOK: "a rook moves along files and ranks",
    QUEEN: "a queen moves along files, ranks and diagonals",
    KING: "a king moves one square",
}


def _cannot_move(board: Board, move: Move) -> Explanation | None:
    """Explain why a piece cannot move like that; return None if it can."""
    origin, target = move.from_square, move.to_square
    kind = board.piece_type_at(origin)
    assert kind is not None
    if kind == PAWN:
        return _cannot_move_pawn(board, move)
    if move.promotion is not None:
        sentence = f"The {piece(board, origin)} cannot promote: only pawns do."
        return because(Rule.PROMOTION_NOT_A_PAWN, sentence, origin)
    wanted = castling.meant(board, origin, target) if kind == KING else None
    if wanted is not None:
        return castling.find_fault(board, wanted, target)
    if not _reaches(kind, origin, target):
        sentence = f"The {piece(board, origin)} cannot reach {at(target)}: {_WAYS[kind]}."
        return because(Rule.NO_SUCH_MOVE, sentence, origin, target)
    return _in_the_way(board, origin, target)


def _reaches(kind: PieceType, origin: Square, target: Square) -> bool:
    """Return True if a piece other than a pawn could make the move on an empty board."""
    if kind == KNIGHT:
        return bool(BB_KNIGHT_ATTACKS[origin] & BB_SQUARES[target])
    if kind == KING:
        return bool(BB_KING_ATTACKS[origin] & BB_SQUARES[target])
    straight = square_file(origin) == square_file(target) or square_rank(origin) == square_rank(
        target
    )
    diagonal = not straight and ray(origin, target) != 0
    return (straight and kind != BISHOP) or (diagonal and kind != ROOK)


def _in_the_way(board: Board, origin: Square, target: Square) -> Explanation | None:
    blockers = scan_forward(between(origin, target) & board.occupied)
    blocker = min(blockers, key=lambda square: square_distance(origin, square), default=None)
    if blocker is not None:
        sentence = (
            f"The {piece(board, origin)} cannot reach {at(target)}: "
            f"the {piece(board, blocker)} is in the way."
        )
        return because(Rule.PATH_BLOCKED, sentence, origin, target, blocker)
    if board.color_at(target) == board.turn:
        return _takes_own_piece(board, origin, target)
    return None


def _takes_own_piece(board: Board, origin: Square, target: Square) -> Explanation:
    sentence = (
        f"The {piece(board, origin)} cannot take the {piece(board, target)}, "
        "which is on its own side."
    )
    return because(Rule.OWN_PIECE_ON_TARGET, sentence, origin, target)


# Pawns.

_PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT)


def _cannot_move_pawn(board: Board, move: Move) -> Explanation | None:
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
        return _takes_own_piece(board, origin, target)
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


# Is the king safe afterwards?


def _leaves_king_in_check(board: Board, move: Move) -> Explanation | None:
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
    attackers = _attackers_after(board, king, move, victim(board, move))
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
    passed = victim(board, move)
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
