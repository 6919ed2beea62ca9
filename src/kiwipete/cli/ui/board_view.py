"""A board drawn in text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from kiwipete.board import Board

DIM = "\033[2m"
PLAIN = "\033[0m"

_FILES = "abcdefgh"
_LETTERS = " PNBRQK"
# Filled shapes for both sides: outlines are hard to see on a coloured square.
_SHAPES = " ♟♞♝♜♛♚"
# Between two letters, by whether the squares before and after are marked.
_SEPARATORS = {(False, False): " ", (False, True): "[", (True, True): "|", (True, False): "]"}

# From the 256 colours that nearly every terminal has.
_LIGHT, _DARK, _CHECK = 103, 60, 160
_MARKED_LIGHT, _MARKED_DARK = 136, 94
_WHITE, _BLACK = 231, 16


def draw(
    board: Board,
    *,
    colours: bool,
    pieces: bool,
    marked: Collection[int] = (),
    orientation: bool = True,
) -> list[str]:
    """Return the lines of the drawing, with the side of `orientation` at the bottom.

    `colours` paints the squares, `pieces` draws shapes instead of letters.
    `marked` squares are highlighted, or in brackets without colours.
    """
    ranks, files = (range(7, -1, -1), range(8)) if orientation else (range(8), range(7, -1, -1))
    rows = [[8 * rank + file for file in files] for rank in ranks]
    names = [_FILES[file] for file in files]
    if not colours:
        signs = [_shape(board, s) if pieces else _letter(board, s) for s in range(64)]
        lines = [f"{row[0] // 8 + 1}{_bracketed(signs, row, marked)}" for row in rows]
        return [*lines, f"  {' '.join(names)}"]
    checked = _king_in_check(board)
    grounds = [_CHECK if s == checked else _ground(s, marked) for s in range(64)]
    painted = ["".join(_painted(board, s, pieces, grounds[s]) for s in row) for row in rows]
    lines = [f"{DIM}{r + 1}{PLAIN} {row}{PLAIN}" for r, row in zip(ranks, painted, strict=True)]
    return [*lines, f"{DIM}   {'  '.join(names)} {PLAIN}"]


def _bracketed(signs: list[str], row: list[int], marked: Collection[int]) -> str:
    """Write the signs of a row, with brackets around the marked ones."""
    text, inside = "", False
    for square in row:
        was_inside, inside = inside, square in marked
        text += _SEPARATORS[was_inside, inside] + signs[square]
    return text + _SEPARATORS[inside, False].rstrip()


def _shape(board: Board, square: int) -> str:
    piece = board.piece_at(square)
    return "." if piece is None else piece.unicode_symbol()


def _letter(board: Board, square: int) -> str:
    kind = board.piece_type_at(square)
    if kind is None:
        return "."
    return _LETTERS[kind] if board.color_at(square) else _LETTERS[kind].lower()


def _ground(square: int, marked: Collection[int]) -> int:
    dark, light = (_MARKED_DARK, _MARKED_LIGHT) if square in marked else (_DARK, _LIGHT)
    return light if (square + square // 8) % 2 else dark


def _painted(board: Board, square: int, pieces: bool, ground: int) -> str:
    kind = board.piece_type_at(square) or 0
    shape = _SHAPES[kind] if pieces else _letter(board, square).replace(".", " ")
    ink = _WHITE if board.color_at(square) else _BLACK
    return f"\033[1;38;5;{ink};48;5;{ground}m {shape} "


def _king_in_check(board: Board) -> int | None:
    """Return the square of the king to move if it is in check."""
    if not board.is_valid() or not board.is_check():
        return None
    kings = (
        s for s in range(64) if board.piece_type_at(s) == 6 and board.color_at(s) == board.turn
    )
    return next(kings)
