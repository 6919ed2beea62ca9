"""How pieces move, and what is in their way."""

from __future__ import annotations

from kiwipete._core.move import Move
from kiwipete.bitboards import (
    BB_KING_ATTACKS,
    BB_KNIGHT_ATTACKS,
    BB_SQUARES,
    between,
    ray,
    scan_forward,
)
from kiwipete.explain import castling, pawns
from kiwipete.explain.board_protocol import Board
from kiwipete.explain.explanation import Explanation, Rule, because
from kiwipete.explain.words import at, piece
from kiwipete.squares import (
    BISHOP,
    KING,
    KNIGHT,
    PAWN,
    QUEEN,
    ROOK,
    PieceType,
    Square,
    square_distance,
    square_file,
    square_rank,
)

_WAYS = {
    KNIGHT: "a knight moves two squares straight and one to the side",
    BISHOP: "a bishop moves along diagonals",
    ROOK: "a rook moves along files and ranks",
    QUEEN: "a queen moves along files, ranks and diagonals",
    KING: "a king moves one square",
}


def find_fault(board: Board, move: Move) -> Explanation | None:
    """Explain why a piece cannot move like that; return None if it can."""
    origin, target = move.from_square, move.to_square
    kind = board.piece_type_at(origin)
    assert kind is not None
    if kind == PAWN:
        return pawns.find_fault(board, move)
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
    subject = f"The {piece(board, origin)} cannot"
    if blocker is not None:
        sentence = f"{subject} reach {at(target)}: the {piece(board, blocker)} is in the way."
        return because(Rule.PATH_BLOCKED, sentence, origin, target, blocker)
    if board.color_at(target) == board.turn:
        sentence = f"{subject} take the {piece(board, target)}, which is on its own side."
        return because(Rule.OWN_PIECE_ON_TARGET, sentence, origin, target)
    return None
