"""The board and the words of a game in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kiwipete.cli.picture import draw
from kiwipete.cli.terminal import fitted, has_colours, has_unicode

if TYPE_CHECKING:
    from kiwipete.board import Board

HELP = """\
Type a move: e4, Nf3, O-O, e8=Q; or e2e4, g1f3, e1g1, e7e8q.
moves       the legal moves
hint        what the engine would play for you
eval        what the engine thinks of the position
undo        take back your last move
board       draw the board; flip: from the other side
fen         the position as FEN
draw?       offer a draw
resign      give up
save FILE   add the game to a PGN file
quit        leave"""


def say(text: str) -> None:
    """Print a text, broken between words."""
    for line in text.splitlines():
        print(fitted(line, sys.stdout, " " * 4))
    sys.stdout.flush()


def show(board: Board, *, orientation: bool, shapes: bool) -> None:
    """Print the board with the last move marked."""
    colours = has_colours(sys.stdout)
    last = board.move_stack[-1] if board.move_stack else None
    picture = draw(
        board,
        colours=colours,
        pieces=has_unicode(sys.stdout) and (colours or shapes),
        marked={last.from_square, last.to_square} if last else (),
        orientation=orientation,
    )
    print("\n".join(["", *picture, ""]), flush=True)
