"""Positions for a report: still pictures, and moves as changes of squares.

The page has no rules of chess: to step through a game it only puts pieces on squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from kiwipete import svg
from kiwipete.squares import SQUARE_NAMES, SQUARES, square_name

if TYPE_CHECKING:
    from kiwipete.board import Board, Move

_DRAWINGS = re.compile("<defs>.*?</defs>", re.DOTALL)


def board_element(
    board: Board,
    *,
    label: str,
    arrows: Iterable[svg.Arrow] = (),
    key: str = "",
) -> str:
    """Return the board as an element; without scripts it is a still picture.

    The page has the drawings of the pieces once, so the picture only refers to them. By its
    `key` the script finds what else to show.
    """
    check = board.king(board.turn) if board.is_check() else None
    last = board.peek() if board.move_stack else None
    image = svg.board(board, arrows=arrows, lastmove=last, check=check)
    image = _DRAWINGS.sub("", image).replace("<svg", '<svg role="img"', 1)
    name, data = escape(label), f' data-key="{key}"' if key else ""
    return (
        f'<kiwipete-board fen="{escape(board.fen(en_passant="fen"))}" label="{name}"{data}>'
        f"{image.replace('<desc>', f'<title>{name}</title><desc>', 1)}</kiwipete-board>"
    )


def check_square(board: Board) -> str | None:
    """Return the square of a king in check."""
    king = board.king(board.turn) if board.is_check() else None
    return None if king is None else square_name(king)


def placement(board: Board) -> list[str]:
    """Return the piece on each square, a dash for none."""
    pieces = board.piece_map()
    return [pieces[square].symbol() if square in pieces else "-" for square in SQUARES]


def changes(before: Sequence[str], after: Sequence[str]) -> str:
    """Return what a move changes: for each square its name and its new piece, or a dash.

    >>> board = kiwipete.Board()
    >>> before = placement(board)
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> changes(before, placement(board))
    'e2-e4P'
    """
    return "".join(
        SQUARE_NAMES[square] + after[square]
        for square in SQUARES
        if before[square] != after[square]
    )


def steps(board: Board, moves: Iterable[Move]) -> list[list[str]]:
    """Return moves for the page: each in SAN and UCI, and what it changes.

    >>> steps(kiwipete.Board(), [kiwipete.Move.from_uci("g1f3")])
    [['Nf3', 'g1f3', 'g1-f3N']]
    """
    board = board.copy(stack=False)
    before = placement(board)
    found = []
    for move in moves:
        uci = board.uci(move)
        san = board.san_and_push(move)
        after = placement(board)
        found.append([san, uci, changes(before, after)])
        before = after
    return found
