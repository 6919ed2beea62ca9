"""Visitors that build a result from a game: the game itself, its tags, or its last board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from kiwipete._core.pgn import add_comment
from kiwipete.pgn.game import Game, GameT
from kiwipete.pgn.headers import Headers, HeadersT
from kiwipete.pgn.visitors import SKIP, BaseVisitor, SkipType

if TYPE_CHECKING:
    from logging import Logger, LogRecord

    from kiwipete.board import Board, Move
    from kiwipete.pgn.nodes import GameNode

__all__ = ["LOGGER", "BoardBuilder", "GameBuilder", "HeadersBuilder"]

_MAX_LOGGED = 100  # errors per game

if TYPE_CHECKING:
    LOGGER: Logger


def __getattr__(name: str) -> Logger:
    """Create LOGGER on first use: few games have errors, and importing logging is slow."""
    if name != "LOGGER":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import logging

    def wanted_by_python_chess(record: LogRecord) -> bool:
        """Respect the level of python-chess's logger, which programs set to silence the log."""
        return logging.getLogger("chess.pgn").isEnabledFor(record.levelno)

    logger = globals()[name] = logging.getLogger("kiwipete.pgn")
    logger.addFilter(wanted_by_python_chess)
    return logger


class GameBuilder(BaseVisitor[GameT]):
    """Builds a game: the default visitor of `read_game`.

    Errors are logged and added to `errors` of the game; unmatched brackets are
    logged as warnings and added to `warnings`. If a subclass overrides anything
    but `result`, every method is called, which is slower.

    >>> class Strict(GameBuilder):
    ...     def handle_error(self, error):
    ...         raise error
    >>> kiwipete.pgn.read_game(io.StringIO("1. e4 Ke7 *"), Visitor=Strict)
    Traceback (most recent call last):
        ...
    kiwipete.errors.IllegalMoveError: illegal san: 'Ke7' in ... (line 1, column 7)
    """

    game: GameT

    def __init__(self, *, Game: Any = Game) -> None:
        self.Game = Game

    def begin_game(self) -> None:
        """Make an empty game."""
        self.game = self.Game()
        self.variation_stack: list[GameNode] = [self.game]
        self._waiting: list[str] = []
        self._moved = False

    def begin_headers(self) -> Headers:
        """Return the tags of the game."""
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Set a tag."""
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        """Add a glyph to the last node."""
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> None:
        """Go back to the position before the last move."""
        parent = self.variation_stack[-1].parent
        if parent is None:
            raise ValueError("a variation before the first move")
        self.variation_stack.append(parent)
        self._moved = False

    def end_variation(self) -> None:
        """Continue after the move that the variation replaced."""
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:
        """Set the Result tag, unless it already has a result."""
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        """Add a comment to the last node, or keep it for the first one of a variation."""
        node = self.variation_stack[-1]
        if self._moved or (node.parent is None and node.is_end()):
            add_comment(node, comment)
        elif comment:
            self._waiting.append(comment)

    def visit_move(self, board: Board, move: Move) -> None:  # noqa: ARG002
        """Add a node."""
        node = self.variation_stack[-1].add_variation(move)
        node.starting_comment = " ".join(self._waiting)
        self.variation_stack[-1] = node
        self._waiting.clear()
        self._moved = True

    def handle_error(self, error: Exception) -> None:
        """Add an error to `errors` of the game, and log it if it is among the first hundred."""
        from kiwipete.pgn.builders import LOGGER  # made on first use

        if len(self.game.errors) < _MAX_LOGGED:
            LOGGER.error("%s while parsing %r", error, self.game)
        elif len(self.game.errors) == _MAX_LOGGED:
            LOGGER.error("more errors, which are not logged, while parsing %r", self.game)
        self.game.errors.append(error)

    def handle_warning(self, warning: Exception) -> None:
        """Log a warning and add it to `warnings` of the game."""
        from kiwipete.pgn.builders import LOGGER

        LOGGER.warning("%s while parsing %r", warning, self.game)
        self.game.warnings.append(warning)

    def result(self) -> GameT:
        """Return the game."""
        return self.game


class HeadersBuilder(BaseVisitor[HeadersT], Generic[HeadersT]):
    """Collects the tags of a game and skips its moves.

    >>> kiwipete.pgn.read_game(io.StringIO('[White "Carlsen"]'), Visitor=HeadersBuilder)
    Headers(White='Carlsen')
    """

    def __init__(self, *, Headers: Any = Headers) -> None:
        self.Headers = Headers
        self.headers: HeadersT = Headers({})

    def begin_headers(self) -> HeadersT:
        """Return an empty mapping."""
        self.headers = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Set a tag."""
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        """Skip the moves."""
        return SKIP

    def result(self) -> HeadersT:
        """Return the tags."""
        return self.headers


class BoardBuilder(BaseVisitor["Board"]):
    """Plays the main line of a game; the moves are on the board's stack.

    >>> kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *"), Visitor=BoardBuilder).fullmove_number
    2
    """

    board: Board

    def begin_game(self) -> None:
        """Prepare for a game."""
        self._depth = 0

    def begin_variation(self) -> SkipType:
        """Skip the variation."""
        self._depth += 1
        return SKIP

    def end_variation(self) -> None:
        """Continue with the main line."""
        self._depth -= 1

    def visit_board(self, board: Board) -> None:
        """Store the board."""
        if not self._depth:
            self.board = board

    def result(self) -> Board:
        """Return the board."""
        return self.board
