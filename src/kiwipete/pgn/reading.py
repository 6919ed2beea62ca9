"""Reading games from files, and the visitors that build a result from what is read."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TextIO

from kiwipete._core import pgn as _pgn
from kiwipete.board import Board
from kiwipete.pgn.game import Game, GameT
from kiwipete.pgn.headers import Headers, HeadersT, start_of
from kiwipete.pgn.nodes import ChildNode, GameNode
from kiwipete.pgn.visitors import SKIP, BaseVisitor, SkipType

if TYPE_CHECKING:
    from logging import Logger, LogRecord

    from kiwipete.board import Move

__all__ = [
    "LOGGER",
    "MOVETEXT_REGEX",
    "SKIP_MOVETEXT_REGEX",
    "BoardBuilder",
    "GameBuilder",
    "HeadersBuilder",
    "read_game",
    "read_headers",
    "skip_game",
]

_MAX_LOGGED = 100  # errors per game

if TYPE_CHECKING:
    LOGGER: Logger


@cache
def _logger() -> Logger:
    """Create LOGGER on first use: few games have errors, and importing logging is slow."""
    import logging

    def wanted_by_python_chess(record: LogRecord) -> bool:
        """Respect the level of python-chess's logger, which programs set to silence the log."""
        return logging.getLogger("chess.pgn").isEnabledFor(record.levelno)

    logger = logging.getLogger("kiwipete.pgn")
    logger.addFilter(wanted_by_python_chess)
    return logger


def __getattr__(name: str) -> Logger:
    if name != "LOGGER":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _logger()


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
            _pgn.add_comment(node, comment)
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
        if len(self.game.errors) < _MAX_LOGGED:
            _logger().error("%s while parsing %r", error, self.game)
        elif len(self.game.errors) == _MAX_LOGGED:
            _logger().error("more errors, which are not logged, while parsing %r", self.game)
        self.game.errors.append(error)

    def handle_warning(self, warning: Exception) -> None:
        """Log a warning and add it to `warnings` of the game."""
        _logger().warning("%s while parsing %r", warning, self.game)
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


_KIT = _pgn.Kit(Headers, ChildNode, Board, start_of, SKIP)

# A visitor that overrides none of these builds its game without being called.
_BUILDING = (
    "handle_error", "begin_game", "begin_headers", "visit_header", "end_headers", "begin_parse_san",
    "parse_san", "visit_move", "visit_board", "visit_comment", "visit_nag", "begin_variation",
    "end_variation", "visit_result", "end_game",
)  # fmt: skip


@cache
def _builds_plainly(cls: Any, game: Any) -> bool:
    """Return True if a visitor builds games like GameBuilder, with nodes like those of Game."""
    return (
        issubclass(cls, GameBuilder)
        and all(getattr(cls, name) is getattr(GameBuilder, name) for name in _BUILDING)
        and isinstance(game, type)
        and issubclass(game, Game)
        and game.add_variation is GameNode.add_variation
        and game.board is Game.board
    )


def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:
    """Read a game from a file opened in text mode; returns None at its end.

    The parser is lenient: it skips text that it does not understand. Errors that
    keep a move from being read are logged and added to `errors` of the game, with
    line and column. A game ends with a blank line or where the tags of the next
    one begin.

    >>> game = read_game(io.StringIO("1. e4 e5 2. Nf3 *"))
    >>> print(game.mainline_moves())
    1. e4 e5 2. Nf3
    """
    visitor = Visitor()
    cls: Any = type(visitor)
    found = _pgn.read_game(
        handle,
        visitor,
        _builds_plainly(cls, getattr(visitor, "Game", None)),
        cls.handle_error is not BaseVisitor.handle_error,
        _KIT,
    )
    return visitor.result() if found else None


def read_headers(handle: TextIO) -> Headers | None:
    r"""Read the tags of a game and skip its moves; returns None at the end of the file.

    >>> file = io.StringIO('[White "Carlsen"]\n\n1. e4 *\n\n[White "Anand"]\n\n1. d4 *')
    >>> offsets = {}
    >>> while True:
    ...     offset = file.tell()
    ...     headers = read_headers(file)
    ...     if headers is None:
    ...         break
    ...     offsets[headers["White"]] = offset
    >>> _ = file.seek(offsets["Anand"])
    >>> print(read_game(file).mainline_moves())
    1. d4
    """
    return _pgn.read_headers(handle, Headers)


def skip_game(handle: TextIO) -> bool:
    """Skip a game; return True if there was one.

    >>> skip_game(io.StringIO("1. e4 *")), skip_game(io.StringIO(""))
    (True, False)
    """
    return _pgn.skip_game(handle)


# Patterns of the tokens of movetext, for programs that parse text themselves; the reader does not
# use them, because its tokeniser is compiled.

_MOVE = r"[NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?"
_DROP = r"[PNBRQK]?@[a-h][1-8]"
_PASS = r"--|Z0|(?<![0-9])0000(?![0-9.])|@@@@"
_CASTLING = r"O-O(?:-O)?|0-0(?:-0)?"
_COMMENT = r"\{.*|;.*"
_GLYPH = r"\$[0-9]+|[?!]{1,2}"
_RESULT = r"\*|1-0|0-1|1/2-1/2"

MOVETEXT_REGEX = re.compile(
    rf"({_MOVE}|{_DROP}|{_PASS}|{_CASTLING}|{_COMMENT}|{_GLYPH}|\(|\)|{_RESULT})", re.DOTALL
)
SKIP_MOVETEXT_REGEX = re.compile(r"[;{}]")
