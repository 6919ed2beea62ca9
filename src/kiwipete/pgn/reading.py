"""Reading games from files."""

from __future__ import annotations

from functools import cache
from typing import Any, TextIO

from kiwipete._core import pgn as _pgn
from kiwipete.board import Board
from kiwipete.pgn.builders import GameBuilder
from kiwipete.pgn.game import Game
from kiwipete.pgn.headers import Headers, start_of
from kiwipete.pgn.nodes import ChildNode, GameNode
from kiwipete.pgn.visitors import SKIP, BaseVisitor

__all__ = ["read_game", "read_headers", "skip_game"]

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
