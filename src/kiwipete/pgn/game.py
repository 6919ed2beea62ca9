"""A game: the root of a tree of moves, with tags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

from kiwipete.board import Board
from kiwipete.openings import Opening, opening_of
from kiwipete.pgn.headers import Headers
from kiwipete.pgn.nodes import GameNode
from kiwipete.pgn.visitors import SKIP, BaseVisitor, ResultT, walk

if TYPE_CHECKING:
    from typing_extensions import Self

    from kiwipete.pgn.reading import GameBuilder
    from kiwipete.pgn.time_control import TimeControl

__all__ = ["Game", "GameT"]

GameT = TypeVar("GameT", bound="Game")


class Game(GameNode):
    """A game: the first node of a tree of moves, with tags in `headers`.

    `errors` lists the errors in the text that was read, and `warnings` the
    unmatched brackets, which have no effect. Each has a `line` and a `column`.

    >>> game = Game()
    >>> game.headers["White"] = "Carlsen"
    >>> _ = game.add_variation(kiwipete.Move.from_uci("e2e4"))
    >>> print(game)
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "Carlsen"]
    [Black "?"]
    [Result "*"]
    <BLANKLINE>
    1. e4 *
    """

    headers: Headers
    errors: list[Exception]
    warnings: list[Exception]

    def __init__(
        self, headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None
    ) -> None:
        super().__init__()
        self.headers = Headers(headers)
        self.errors = []
        self.warnings = []

    def board(self) -> Board:
        """Return a board with the start position.

        >>> Game().board() == kiwipete.Board()
        True
        """
        return self.headers.board()

    def ply(self) -> int:
        """Return the number of half-moves before the game, from the number of its first move.

        >>> Game({"FEN": "8/8/8/8/8/8/8/K1k5 w - - 0 10"}).ply()
        18
        """
        return self.board().ply() if "FEN" in self.headers else 0

    def setup(self, board: Board | str) -> None:
        """Set the tags FEN, SetUp and Variant to a start position, given as a board or a FEN.

        >>> game = Game()
        >>> game.setup("8/8/8/8/8/8/8/K1k5 w - - 0 1")
        >>> game.headers["SetUp"]
        '1'
        """
        if isinstance(board, str):
            board = Board(board)
            board.chess960 = board.has_chess960_castling_rights()
        self._describe_start(self.headers, board)

    @staticmethod
    def _describe_start(headers: Headers, board: Board) -> None:
        fen = board.fen()
        if fen == type(board).starting_fen:
            headers.pop("FEN", None)
            headers.pop("SetUp", None)
        else:
            headers["FEN"] = fen
            headers["SetUp"] = "1"
        variant = type(board).aliases[0]
        if variant == "Standard" and board.chess960:
            headers["Variant"] = "Chess960"
        elif variant != "Standard":
            headers["Variant"] = variant
            headers["FEN"] = fen
        else:
            headers.pop("Variant", None)

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Walk a visitor through the whole game; return its result.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *"))
        >>> game.accept(kiwipete.pgn.StringExporter(headers=False))
        '1. e4 e5 *'
        """
        return tell_game(visitor, self.headers, None, self.comment, self)

    def time_control(self) -> TimeControl:
        """Return the time control; its type is unknown if the game has no such tag.

        >>> Game({"TimeControl": "180+2"}).time_control().parts
        [TimeControlPart(moves=0, time=180, increment=2.0, delay=0)]
        """
        from kiwipete.pgn.time_control import parse_time_control

        return parse_time_control(self.headers.get("TimeControl", ""))

    def opening(self) -> Opening | None:
        """Return the opening: the name of the last position of the main line that has one.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 Nf6 3. a4 a5 *"))
        >>> print(game.opening())
        C42 Petrov Defence
        """
        return opening_of(self)

    def set_opening(self) -> Opening | None:
        """Set the tags ECO and Opening to the opening of the main line, and return it.

        Without one the tags stay as they are, and None is returned.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 e5 2. Nf3 Nf6 *"))
        >>> opening = game.set_opening()
        >>> game.headers["ECO"], game.headers["Opening"]
        ('C42', 'Petrov Defence')
        """
        opening = self.opening()
        if opening is not None:
            self.headers["ECO"] = opening.eco
            self.headers["Opening"] = opening.name
        return opening

    @classmethod
    def from_board(cls, board: Board) -> Self:
        """Make a game from the moves that were played on a board.

        >>> board = kiwipete.Board()
        >>> _ = board.push_san("e4")
        >>> print(Game.from_board(board).mainline_moves())
        1. e4
        """
        game = cls()
        game.setup(board.root())
        node: GameNode = game
        for move in board.move_stack:
            node = node.add_variation(move)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls) -> Self:
        """Make a game without tags.

        >>> Game.without_tag_roster().headers
        Headers()
        """
        return cls(headers={})

    @classmethod
    def builder(cls) -> GameBuilder[Self]:
        """Return a visitor that makes games of this class, for `read_game`.

        >>> class Annotated(Game):
        ...     pass
        >>> type(kiwipete.pgn.read_game(io.StringIO("1. e4 *"), Visitor=Annotated.builder)).__name__
        'Annotated'
        """
        from kiwipete.pgn.reading import GameBuilder

        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        tag = self.headers.get
        place = "" if "Site" not in self.headers else f" at {tag('Site')!r}"
        return (
            f"<{type(self).__name__} at {id(self):#x} ({tag('White', '?')!r} vs. "
            f"{tag('Black', '?')!r}, {tag('Date', '????.??.??')!r}{place})>"
        )


def tell_game(
    visitor: BaseVisitor[ResultT],
    headers: Headers,
    board: Board | None,
    comment: str,
    start: GameNode,
    *,
    announce: bool = False,
) -> ResultT:
    """Walk a visitor through tags and all that follows a node, as through a game."""
    if visitor.begin_game() is not SKIP:
        if announce:
            visitor.begin_headers()
        for name, value in headers.items():
            visitor.visit_header(name, value)
        if visitor.end_headers() is not SKIP:
            board = start.board() if board is None else board
            visitor.visit_board(board)
            if comment:
                visitor.visit_comment(comment)
            if start.variations:
                walk(start.variations[0], board, visitor)
            visitor.visit_result(headers.get("Result", "*"))
    visitor.end_game()
    return visitor.result()
