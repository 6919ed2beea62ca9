"""Why a move is illegal, as a page draws it: squares, lines and arrows beside the sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiwipete.bitboards import between, scan_forward
from kiwipete.explain import Explanation, Rule, explain, read_move
from kiwipete.squares import BISHOP, QUEEN, ROOK, square_name
from kiwipete.untrusted_text import in_short

if TYPE_CHECKING:
    from kiwipete.board import Board, Move
    from kiwipete.squares import Square

_WIDTH = 60  # characters of a quoted text

# Rules by which enemy pieces attack a square: its place among the squares that the sentence names,
# and the place after the last attacker; the attackers follow the square.
_ATTACKED: dict[Rule, tuple[int, int | None]] = {
    Rule.KING_INTO_CHECK: (1, None),
    Rule.CASTLING_THROUGH_CHECK: (1, None),
    Rule.CASTLING_INTO_CHECK: (1, None),
    Rule.CASTLING_OUT_OF_CHECK: (0, None),
    Rule.DOUBLE_CHECK: (0, None),
    Rule.DOES_NOT_ANSWER_CHECK: (0, 2),
    Rule.PINNED: (1, None),
    Rule.EN_PASSANT_EXPOSES_KING: (2, None),
}
_SLIDERS = (BISHOP, ROOK, QUEEN)


def find_move(board: Board, text: str) -> tuple[Move | None, dict[str, Any]]:
    """Read a move; return it if it is legal, and what to send to a page."""
    try:
        move = read_move(board, text)
        found = explain(board, move)
    except ValueError as error:
        return None, {"ok": False, "error": f"{in_short(str(error), 200)}.", "explanation": None}
    if found.legal:
        return move, {"ok": True, "san": board.san(move), "uci": board.uci(move)}
    said = in_short(text, _WIDTH)
    return None, {
        "ok": False,
        "error": f"{said} is illegal. {found.sentence}",
        "explanation": drawing(board, move, found),
    }


def drawing(board: Board, move: Move, found: Explanation) -> dict[str, Any]:
    """Return an explanation as a page draws it."""
    lines: list[list[str]] = []
    arrows = [[square_name(move.from_square), square_name(move.to_square)]] if move else []
    if found.rule is Rule.PATH_BLOCKED:
        lines.append(_line(move.from_square, move.to_square))
    if found.rule in _ATTACKED:
        place, end = _ATTACKED[found.rule]
        attacked = found.squares[place]
        for attacker in found.squares[place + 1 : end]:
            if board.piece_type_at(attacker) in _SLIDERS:
                lines.append(_line(attacker, attacked))
            else:
                arrows.append([square_name(attacker), square_name(attacked)])
    return {
        "rule": found.rule.value,
        "title": found.rule.title,
        "text": found.sentence,
        "squares": [square_name(square) for square in found.squares],
        "lines": lines,
        "arrows": arrows,
    }


def _line(start: Square, end: Square) -> list[str]:
    """Return the squares from one to another."""
    middle = [int(square) for square in scan_forward(int(between(start, end)))]
    if start > end:
        middle.reverse()
    return [square_name(square) for square in (start, *middle, end)]
