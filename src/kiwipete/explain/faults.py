"""Find the rule that a move breaks.

Three checks in this order, and within each the order of `Rule`: is there a piece
to move, can it move like that, and is its king safe afterwards?
"""

from __future__ import annotations

from kiwipete._core.move import Move
from kiwipete.explain import king_safety, movement
from kiwipete.explain.board_protocol import Board
from kiwipete.explain.explanation import Explanation, Rule, because, first
from kiwipete.explain.words import at, piece, side


def find_fault(board: Board, move: Move) -> Explanation | None:
    """Explain by the first rule that a move breaks; return None if it is legal."""
    questions = (_nothing_to_move, movement.find_fault, king_safety.find_fault)
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
