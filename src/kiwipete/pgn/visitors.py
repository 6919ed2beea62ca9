"""Visitors, called for each part of a game in the order of its text, and walks through games."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from kiwipete.board import Board, Move
    from kiwipete.pgn.headers import Headers
    from kiwipete.pgn.nodes import ChildNode, GameNode

__all__ = [
    "SKIP",
    "BaseVisitor",
    "Mainline",
    "MainlineMapT",
    "ResultT",
    "SkipType",
    "SkipVisitor",
    "walk",
]

ResultT = TypeVar("ResultT", covariant=True)


class SkipType(enum.Enum):
    """The type of SKIP, which a visitor returns to skip a part of a game."""

    SKIP = None


SKIP = SkipType.SKIP


class BaseVisitor(Generic[ResultT]):
    """The base of visitors, for `read_game` and for `accept` of games and nodes.

    Override the methods you need. `begin_game`, `end_headers`, `begin_parse_san`
    and `begin_variation` may return SKIP to skip the game, the moves, the move or
    the variation.

    >>> class Counter(BaseVisitor):
    ...     moves = 0
    ...     def visit_move(self, board, move):
    ...         self.moves += 1
    ...     def result(self):
    ...         return self.moves
    >>> kiwipete.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 *"), Visitor=Counter)
    3
    """

    def begin_game(self) -> SkipType | None:
        """Handle the beginning of a game."""

    def begin_headers(self) -> Headers | None:
        """Handle the beginning of the tags; may return a mapping for them."""

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Handle a tag."""

    def end_headers(self) -> SkipType | None:
        """Handle the end of the tags."""

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """Handle the text of a move before it is parsed, when a game is read."""

    def parse_san(self, board: Board, san: str) -> Move:
        """Parse the text of a move; override this for non-standard notation.

        >>> BaseVisitor().parse_san(kiwipete.Board(), "e4")
        Move.from_uci('e2e4')
        """
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """Handle a move, with the board before it."""

    def visit_board(self, board: Board) -> None:
        """Handle the start position and the position after each move."""

    def visit_comment(self, comment: str) -> None:
        """Handle a comment."""

    def visit_nag(self, nag: int) -> None:
        """Handle a numeric annotation glyph."""

    def begin_variation(self) -> SkipType | None:
        """Handle the beginning of a variation."""

    def end_variation(self) -> None:
        """Handle the end of a variation."""

    def visit_result(self, result: str) -> None:
        """Handle the result."""

    def end_game(self) -> None:
        """Handle the end of the game."""

    def result(self) -> ResultT:
        """Return what `read_game` and `accept` return."""
        raise NotImplementedError

    def handle_error(self, error: Exception) -> None:
        """Handle an error; raises it unless overridden."""
        raise error

    def handle_warning(self, warning: Exception) -> None:
        """Handle unmatched brackets, which have no effect."""


class SkipVisitor(BaseVisitor[Literal[True]]):
    """Skips a game.

    >>> kiwipete.pgn.read_game(io.StringIO("1. e4 *"), Visitor=SkipVisitor)
    True
    """

    def begin_game(self) -> SkipType:
        """Skip the game."""
        return SKIP

    def end_headers(self) -> SkipType:
        """Skip the moves."""
        return SKIP

    def begin_variation(self) -> SkipType:
        """Skip the variation."""
        return SKIP

    def result(self) -> Literal[True]:
        """Return True."""
        return True


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


MainlineMapT = TypeVar("MainlineMapT")


class Mainline(Generic[MainlineMapT]):
    """The main line after a node, as nodes, moves, or a function of them.

    >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 e5 (1... c5) 2. Nf3 *"))
    >>> print(game.mainline())
    1. e4 e5 2. Nf3
    >>> [move.uci() for move in reversed(game.mainline_moves())]
    ['g1f3', 'e7e5', 'e2e4']
    """

    def __init__(self, start: GameNode, f: Callable[[ChildNode], MainlineMapT]) -> None:
        self.start = start
        self.f = f

    def __bool__(self) -> bool:
        return bool(self.start.variations)

    def _nodes(self) -> Iterator[ChildNode]:
        """Yield the nodes; raises ValueError if the line loops."""
        node = self.start
        steps = 64
        while True:
            seen = node  # Brent's method: replaced after 64, 128, 256 ... steps
            for _ in range(steps):
                if not node.variations:
                    return
                node = node.variations[0]
                if node is seen:
                    raise ValueError("a node of this game is its own ancestor")
                yield node
            steps *= 2

    def __iter__(self) -> Iterator[MainlineMapT]:
        return map(self.f, self._nodes())

    def __reversed__(self) -> Iterator[MainlineMapT]:
        return map(self.f, reversed(list(self._nodes())))

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Walk a visitor through the line without its variations; return its result.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 {best} e5 (1... c5) *"))
        >>> game.mainline().accept(kiwipete.pgn.StringExporter())
        '1. e4 { best } 1... e5'
        """
        if self.start.variations:
            walk(
                self.start.variations[0],
                self.start.board(),
                visitor,
                sidelines=False,
                all_sidelines=False,
            )
        return visitor.result()

    def __str__(self) -> str:
        from kiwipete.pgn.exporters import StringExporter

        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        from kiwipete.pgn.exporters import StringExporter

        moves = self.accept(StringExporter(columns=None, comments=False))
        return f"<{type(self).__name__} at {id(self):#x} ({moves})>"
