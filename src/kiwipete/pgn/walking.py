"""Walking a visitor through a game in the order of its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete.board import Board
from kiwipete.pgn.visitors import SKIP, BaseVisitor

if TYPE_CHECKING:
    from kiwipete.pgn.nodes import ChildNode

__all__ = ["walk"]


class _Line:
    """A line that the walk is in: its current node, and the variations beside it."""

    __slots__ = ("first", "is_variation", "node", "plies", "seen", "sidelines")

    def __init__(self, node: ChildNode, *, is_variation: bool) -> None:
        self.first = self.node = self.seen = node
        self.is_variation = is_variation
        self.plies = 0  # played on the board since the line began
        self.sidelines: list[ChildNode] = []  # the next one last

    def go_on(self) -> None:
        """Go to the next node of the line; raises ValueError if the line loops."""
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
    """Walk a visitor through a node and all that follows.

    `board` has the position before the node, and is left as it was. `sidelines`
    includes the variations beside the first node, and `all_sidelines` those
    beside later ones. A node that is its own ancestor raises ValueError.
    """
    from kiwipete.pgn.exporters import write_quickly

    if write_quickly(visitor, node, board, sidelines=sidelines, all_sidelines=all_sidelines):
        return
    lines = [_Line(node, is_variation=False)]
    begun: set[int] = set()  # the first nodes of the variations that the walk is in
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
    """Call the visitor for one move and its annotations."""
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
