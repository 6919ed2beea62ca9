"""The nodes of a game: moves with their annotations and continuations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from kiwipete._core.move import Move
from kiwipete._core.pgn import board_of, depth_of, first_of, last_of
from kiwipete.board import Board
from kiwipete.pgn.annotations import Annotated
from kiwipete.pgn.visitors import BaseVisitor, Mainline, ResultT, walk
from kiwipete.squares import WHITE, Color

if TYPE_CHECKING:
    from typing_extensions import Self

    from kiwipete.pgn.game import Game

__all__ = ["ChildNode", "GameNode"]


class GameNode(Annotated):
    """A node of a game: the game itself, or a ChildNode.

    `parent`, `move`, `variations`, `comment`, `starting_comment` and `nags`
    may be read and set.

    >>> game = kiwipete.pgn.Game()
    >>> node = game.add_variation(kiwipete.Move.from_uci("e2e4"), comment="best by test")
    >>> node.san(), node.comment, node.parent is game, game.variations == [node]
    ('e4', 'best by test', True, True)
    """

    __slots__ = ()

    parent: GameNode | None
    variations: list[ChildNode]

    def __init__(self, *, comment: str = "") -> None:
        self.comment = comment

    # Where the node is.

    def board(self) -> Board:
        """Return a board with the position of the node and the moves that led to it.

        >>> kiwipete.pgn.Game().board() == kiwipete.Board()
        True
        """
        raise NotImplementedError

    def ply(self) -> int:
        """Return the number of half-moves up to the node, by the move number of the position.

        >>> kiwipete.pgn.Game().ply()
        0
        """
        raise NotImplementedError

    def turn(self) -> Color:
        """Return whose move it is.

        >>> kiwipete.pgn.Game().turn()
        True
        """
        return self.ply() % 2 == 0

    def root(self) -> GameNode:
        """Return the first node, which has no parent.

        >>> game = kiwipete.pgn.Game()
        >>> game.root() is game
        True
        """
        root: GameNode = first_of(self)
        return root

    def game(self) -> Game:
        """Return the game, the root of all nodes.

        >>> game = kiwipete.pgn.Game()
        >>> game.game() is game
        True
        """
        from kiwipete.pgn.game import Game

        root = self.root()
        if not isinstance(root, Game):
            raise ValueError("this node does not belong to a game")
        return root

    def end(self) -> GameNode:
        """Return the last node of the line that begins here.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *"))
        >>> game.end().san()
        'e5'
        """
        last: GameNode = last_of(self)
        return last

    def is_end(self) -> bool:
        """Return True if nothing follows.

        >>> kiwipete.pgn.Game().is_end()
        True
        """
        return not self.variations

    def starts_variation(self) -> bool:
        """Return True if the node begins a variation, so that it can have a starting comment.

        >>> kiwipete.pgn.Game().starts_variation()
        False
        """
        if self.parent is None or not self.parent.variations:
            return False
        return self.parent.variations[0] is not self

    def is_mainline(self) -> bool:
        """Return True if the node is on the main line of the game.

        >>> kiwipete.pgn.Game().is_mainline()
        True
        """
        self.root()  # raises if there is none
        node: GameNode = self
        while node.parent is not None:
            if not node.parent.variations or node.parent.variations[0] is not node:
                return False
            node = node.parent
        return True

    def is_main_variation(self) -> bool:
        """Return True if the node is the first of its parent's variations.

        >>> kiwipete.pgn.Game().is_main_variation()
        True
        """
        if self.parent is None:
            return True
        return not self.parent.variations or self.parent.variations[0] is self

    # What follows.

    def next(self) -> ChildNode | None:
        """Return the next node of the main line, or None.

        >>> kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *")).next().san()
        'e4'
        """
        return self.variations[0] if self.variations else None

    def mainline(self) -> Mainline[ChildNode]:
        """Return the nodes of the line that follows.

        >>> [node.san() for node in kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *")).mainline()]
        ['e4', 'e5']
        """
        return Mainline(self, lambda node: node)

    def mainline_moves(self) -> Mainline[Move]:
        """Return the moves of the line that follows.

        >>> print(kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *")).mainline_moves())
        1. e4 e5
        """
        return Mainline(self, lambda node: node.move)

    def variation(self, move: int | Move | GameNode) -> ChildNode:
        """Return a child by index, move or node; raises KeyError if there is none.

        >>> kiwipete.pgn.read_game(io.StringIO("1. e4 (1. d4) *")).variation(1).san()
        'd4'
        """
        for number, node in enumerate(self.variations):
            if move == number or move == node.move or move is node:
                return node
        if isinstance(move, int):
            return self.variations[move]
        raise KeyError(move)

    def __getitem__(self, move: int | Move | GameNode) -> ChildNode:
        return self.variation(move)

    def has_variation(self, move: int | Move | GameNode) -> bool:
        """Return True if there is such a child.

        >>> kiwipete.pgn.Game().has_variation(kiwipete.Move.from_uci("e2e4"))
        False
        """
        return move in self

    def __contains__(self, move: int | Move | GameNode) -> bool:
        try:
            self.variation(move)
        except KeyError:
            return False
        return True

    # Changes.

    def add_variation(
        self,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = [],
    ) -> ChildNode:
        """Add a child after the others and return it; the move is not checked.

        >>> game = kiwipete.pgn.Game()
        >>> game.add_variation(kiwipete.Move.from_uci("e2e4"), nags=[1]).nags
        {1}
        """
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(
        self,
        move: Move,
        *,
        comment: str = "",
        nags: Iterable[int] = [],
    ) -> ChildNode:
        """Add a child before the others and return it.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 *"))
        >>> _ = game.add_main_variation(kiwipete.Move.from_uci("d2d4"))
        >>> print(game.mainline_moves())
        1. d4
        """
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def add_line(
        self,
        moves: Iterable[Move],
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = [],
    ) -> GameNode:
        """Add a line with a node for each move; comment and NAGs go to the last.

        >>> moves = [kiwipete.Move.from_uci("e2e4"), kiwipete.Move.from_uci("e7e5")]
        >>> print(kiwipete.pgn.Game().add_line(moves, comment="as usual"))
        1... e5 { as usual }
        """
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = (
            f"{node.comment} {comment}" if node.comment and comment else comment or node.comment
        )
        node.nags.update(nags)
        return node

    def _place(self, move: int | Move | GameNode) -> int:
        node = self.variation(move)
        return next(i for i, other in enumerate(self.variations) if other is node)

    def promote_to_main(self, move: int | Move | GameNode) -> None:
        """Put a variation before all others.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 (1. d4) (1. c4) *"))
        >>> game.promote_to_main(2)
        >>> [node.san() for node in game.variations]
        ['c4', 'e4', 'd4']
        """
        self.variations.insert(0, self.variations.pop(self._place(move)))

    def promote(self, move: int | Move | GameNode) -> None:
        """Move a variation one place to the front.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 (1. d4) (1. c4) *"))
        >>> game.promote(2)
        >>> [node.san() for node in game.variations]
        ['e4', 'c4', 'd4']
        """
        place = self._place(move)
        if place > 0:
            self.variations.insert(place - 1, self.variations.pop(place))

    def demote(self, move: int | Move | GameNode) -> None:
        """Move a variation one place to the back.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 (1. d4) (1. c4) *"))
        >>> game.demote(0)
        >>> [node.san() for node in game.variations]
        ['d4', 'e4', 'c4']
        """
        place = self._place(move)
        self.variations.insert(place + 1, self.variations.pop(place))

    def remove_variation(self, move: int | Move | GameNode) -> None:
        """Remove a variation.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 (1. d4) *"))
        >>> game.remove_variation(0)
        >>> print(game.mainline_moves())
        1. d4
        """
        del self.variations[self._place(move)]

    # Visits.

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Walk a visitor through the node and all that follows; return its result.

        >>> node = kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *")).next()
        >>> node.accept(kiwipete.pgn.StringExporter())
        '1. e4 e5'
        """
        raise NotImplementedError

    def accept_subgame(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Walk a visitor through what follows as if it were a separate game.

        >>> node = kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *")).next()
        >>> node.accept_subgame(kiwipete.pgn.StringExporter(headers=False))
        '1... e5 *'
        """
        from kiwipete.pgn.game import tell_game

        board = self.board()
        game = self.game()
        headers = game.headers.copy()
        game._describe_start(headers, board)
        return tell_game(visitor, headers, board, "", self, announce=True)

    def __str__(self) -> str:
        from kiwipete.pgn.exporters import StringExporter

        return self.accept(StringExporter(columns=None))

    def __reduce__(self) -> tuple[Any, ...]:
        from kiwipete.pgn.storage import stored

        return stored(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        from kiwipete.pgn.storage import deep_copy

        return deep_copy(self, memo)


class ChildNode(GameNode):
    """A node with the move that leads to it.

    >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *"))
    >>> game.end()
    <ChildNode at 0x... (1... e5 ...)>
    """

    __slots__ = ()

    parent: GameNode
    move: Move

    def __init__(
        self,
        parent: GameNode,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = [],
    ) -> None:
        super().__init__(comment=comment)
        self.parent = parent
        self.move = move
        self.starting_comment = starting_comment
        if nags:
            self.nags.update(nags)
        parent.variations.append(self)

    def board(self) -> Board:
        """Return a board with the position of the node and the moves that led to it.

        >>> kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *")).end().board().fullmove_number
        2
        """
        return board_of(self)

    def ply(self) -> int:
        """Return the number of half-moves up to the node, by the move number of the position.

        >>> kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *")).end().ply()
        2
        """
        return self.game().ply() + depth_of(self)

    def san(self) -> str:
        """Return the move in standard algebraic notation.

        >>> kiwipete.pgn.read_game(io.StringIO("1. e2e4 *")).next().san()
        'e4'
        """
        return self.parent.board().san(self.move)

    def uci(self, *, chess960: bool | None = None) -> str:
        """Return the move in UCI notation.

        >>> kiwipete.pgn.read_game(io.StringIO("1. e4 *")).next().uci()
        'e2e4'
        """
        return self.parent.board().uci(self.move, chess960=chess960)

    def end(self) -> ChildNode:
        """Return the last node of the line that begins here.

        >>> kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *")).next().end().san()
        'e5'
        """
        last: ChildNode = last_of(self)
        return last

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Walk a visitor through the move and all that follows; return its result.

        >>> node = kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *")).next()
        >>> node.accept(kiwipete.pgn.StringExporter())
        '1. e4 e5'
        """
        walk(self, self.parent.board(), visitor, sidelines=False)
        return visitor.result()

    def __repr__(self) -> str:
        try:
            board = self.parent.board()
            dots = "." if board.turn == WHITE else "..."
            place = f"{board.fullmove_number}{dots} {board.san(self.move)} ..."
        except (ValueError, AttributeError):
            place = f"dangling: {self.move}"
        return f"<{type(self).__name__} at {id(self):#x} ({place})>"
