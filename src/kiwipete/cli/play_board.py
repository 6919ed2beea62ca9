"""The board and the words of a game in the terminal."""

from __future__ import annotations

import os
import select
import sys
from typing import TYPE_CHECKING, TextIO

from kiwipete.cli.picture import draw
from kiwipete.cli.terminal import fitted, has_colours, has_unicode

if TYPE_CHECKING:
    from kiwipete.board import Board

_TICK = 0.1  # seconds

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


def wait_for_line(terminal: TextIO) -> None:
    """Wait until a line has been typed; Ctrl-C is heard at any time."""
    if os.name != "posix":
        return  # only sockets can be waited for, and reading hears Ctrl-C
    # A signal right before a read that blocks would be heard only after the next line.
    while not select.select([terminal], [], [], _TICK)[0]:
        pass


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
