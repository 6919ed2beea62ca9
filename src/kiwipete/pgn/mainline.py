"""One line of a game, iterable in both directions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from kiwipete.pgn.visitors import BaseVisitor, ResultT
from kiwipete.pgn.walking import walk

if TYPE_CHECKING:
    from kiwipete.pgn.nodes import ChildNode, GameNode

__all__ = ["Mainline", "MainlineMapT"]

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
