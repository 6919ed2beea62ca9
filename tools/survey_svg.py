"""Draw what the enemy's replies depend on, and how a few moves change them, as SVG.

This made docs/two-plies.svg:

    python tools/survey_svg.py docs/two-plies.svg

The sets are computed here from attacks alone, so the picture is an independent
check of kernel/survey.pxd.
"""

from __future__ import annotations

import sys
from pathlib import Path

import kiwipete
from kiwipete.positions import NAMED_POSITIONS
from kiwipete.svg import Arrow

SIZE = 480
SLIDERS, PAWNS, KING = "#8fb3d9", "#e3c878", "#d98f8f"

# White moves in Kiwipete's position: they change nothing, change something, or must be made.
STILL = ["d2f4", "a1d1"]
CORRECTED = ["c3b5", "f3f6", "e2b5"]
MADE = ["e1g1"]


def slider_squares(board: kiwipete.Board, color: kiwipete.Color) -> kiwipete.SquareSet:
    """Return what bishops, rooks and queens attack."""
    squares = kiwipete.SquareSet()
    for kind in (kiwipete.BISHOP, kiwipete.ROOK, kiwipete.QUEEN):
        for square in board.pieces(kind, color):
            squares |= board.attacks(square)
    return squares


def pawn_squares(board: kiwipete.Board, color: kiwipete.Color) -> kiwipete.SquareSet:
    """Return where pawns step, or would step, and what they attack."""
    squares = kiwipete.SquareSet()
    ahead, home = (8, 1) if color else (-8, 6)
    for square in board.pieces(kiwipete.PAWN, color):
        squares |= board.attacks(square)
        squares.add(square + ahead)
        if kiwipete.square_rank(square) == home:
            squares.add(square + 2 * ahead)
    return squares


def king_squares(board: kiwipete.Board, color: kiwipete.Color) -> kiwipete.SquareSet:
    """Return the squares that the king may go to, one step or castling."""
    moves = board.generate_legal_moves(kiwipete.SquareSet([board.king(color)]))
    return kiwipete.SquareSet(move.to_square for move in moves)


def picture(board: kiwipete.Board) -> str:
    """Draw a survey: the enemy's sliders, pawns and king, each with its squares."""
    after_a_pass = board.copy()
    after_a_pass.push(kiwipete.Move.null())
    enemy = after_a_pass.turn
    fill = dict.fromkeys(slider_squares(after_a_pass, enemy), SLIDERS)
    fill |= dict.fromkeys(pawn_squares(after_a_pass, enemy), PAWNS)
    fill |= dict.fromkeys(king_squares(after_a_pass, enemy), KING)
    arrows = []
    for color, texts in (("green", STILL), ("yellow", CORRECTED), ("red", MADE)):
        for text in texts:
            move = kiwipete.Move.from_uci(text)
            arrows.append(Arrow(move.from_square, move.to_square, color=color))
    return kiwipete.svg.board(board, fill=fill, arrows=arrows, size=SIZE)


def main() -> None:
    """Write the picture to the given file."""
    if len(sys.argv) != 2:
        raise SystemExit("usage: python tools/survey_svg.py FILE.svg")
    board = kiwipete.Board(NAMED_POSITIONS["kiwipete"])
    Path(sys.argv[1]).write_text(picture(board) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
