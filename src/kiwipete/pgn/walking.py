"""A walk through a game in the order of its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete.board import Board
from kiwipete.pgn.visitors import SKIP, BaseVisitor

if TYPE_CHECKING:
    from kiwipete.pgn.nodes import ChildNode

__all__ = ["walk"]


class _Line:
    """A line of play on the way: its present node, and what stands beside it."""

    __slots__ = ("first", "is_variation", "node", "plies", "seen", "sidelines")

    def __init__(self, node: ChildNode, *, is_variation: bool) -> None:
        self.first = self.node = self.seen = node
        self.is_variation = is_variation
        self.plies = 0  # played on the board since the line began
        self.sidelines: list[ChildNode] = []  # the next one last

    def go_on(self) -> None:
        """Go to the next node of the line; ValueError if it comes back to where it was."""
        self.node = self.node.variations[0]
        if self.node is self.seen:
            raise ValueError("a node of this game is its own ancestor")
        self.plies += 1
        if not self.plies & (self.plies - 1):  # Brent's method: 1, 2, 4, 8 ...
            self.seen = self.node


def walk(
    node: ChildNode,
    board: Board,
    visitor: BaseVisitor[object],
    *,
    sidelines: bool = True,
    all_sidelines: bool = True,
) -> None:
    """Tell a visitor of a node and all that follows.

    `board` is where its move is played, and is left as it was. `sidelines`
    says whether to go into the variations beside the first node, and
    `all_sidelines` whether to go into any. A node that follows itself raises
    ValueError.
    """
    from kiwipete.pgn.exporters import write_quickly

    if write_quickly(visitor, node, board, sidelines=sidelines, all_sidelines=all_sidelines):
        return
    lines = [_Line(node, is_variation=False)]
    begun: set[int] = set()  # the first nodes of the variations on the way
    _tell_node(lines[0], board, visitor, sidelines=sidelines)
    while lines:
        line = lines[-1]
        if line.sidelines:
            side = line.sidelines.pop()
            if visitor.begin_variation() is SKIP:
                visitor.end_variation()
            elif id(side) in begun:
                raise ValueError("a node of this game is its own ancestor")
            else:
                begun.add(id(side))
                lines.append(_Line(side, is_variation=True))
                _tell_node(lines[-1], board, visitor, sidelines=False)
        elif line.node.variations:
            board.push(line.node.move)
            line.go_on()
            _tell_node(line, board, visitor, sidelines=all_sidelines)
        else:
            lines.pop()
            for _ in range(line.plies):
                board.pop()
            if line.is_variation:
                begun.discard(id(line.first))
                visitor.end_variation()


def _tell_node(line: _Line, board: Board, visitor: BaseVisitor[object], *, sidelines: bool) -> None:
    """Tell a visitor of one move and what is said about it."""
    node = line.node
    if node.starting_comment:
        visitor.visit_comment(node.starting_comment)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    board.pop()
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    if node.comment:
        visitor.visit_comment(node.comment)
    if sidelines:
        line.sidelines = node.parent.variations[:0:-1]
