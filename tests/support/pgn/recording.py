"""Visitors that write down what they are told, for python-chess and for Kiwipete."""

from __future__ import annotations

import io
from types import ModuleType
from typing import Any

import chess.pgn

import kiwipete.pgn

MODULES = (chess.pgn, kiwipete.pgn)
TEXT = (
    "{root} 1. e4 $1 {a} ({s} 1. d4 {x} d5 (1... Nf6 2. c4) 2. c4) (1. c4) "
    "1... e5 {z} (1... c5) 2. Nf3 Nc6 1-0"
)


def recorder(module: ModuleType, skips: frozenset[str] = frozenset()) -> type:
    """Return a class of visitors that record all calls, and return SKIP from some of them."""

    class Recorder(module.BaseVisitor):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            self.calls: list[tuple[Any, ...]] = []

        def note(self, name: str, *details: Any) -> Any:
            self.calls.append((name, *details))
            return module.SKIP if name in skips else None

        def begin_game(self):
            return self.note("begin_game")

        def begin_headers(self):
            self.note("begin_headers")

        def visit_header(self, tagname, tagvalue):
            self.note("visit_header", tagname, tagvalue)

        def end_headers(self):
            return self.note("end_headers")

        def begin_parse_san(self, board, san):
            return self.note("begin_parse_san", board.fen(), san)

        def visit_move(self, board, move):
            self.note("visit_move", board.fen(), move.uci())

        def visit_board(self, board):
            self.note("visit_board", board.fen(), [move.uci() for move in board.move_stack])

        def visit_comment(self, comment):
            self.note("visit_comment", comment)

        def visit_nag(self, nag):
            self.note("visit_nag", nag)

        def begin_variation(self):
            return self.note("begin_variation")

        def end_variation(self):
            self.note("end_variation")

        def visit_result(self, result):
            self.note("visit_result", result)

        def end_game(self):
            self.note("end_game")

        def handle_error(self, error):
            if type(error).__name__ != "PgnError":
                self.note("handle_error", type(error).__name__)

        def result(self):
            return self.calls

    return Recorder


def all_games(module: ModuleType, text: str, visitor: Any = None) -> list[Any]:
    """Read all games of a text."""
    file = io.StringIO(text)
    games = []
    while True:
        options = {} if visitor is None else {"Visitor": visitor}
        game = module.read_game(file, **options)
        if game is None:
            return games
        games.append(game)


def tree(node: Any) -> list[tuple[Any, ...]]:
    """Return all that nodes hold, each with its depth."""
    found = []
    waiting = [(0, node)]
    while waiting:
        depth, node = waiting.pop()
        move = None if node.move is None else node.move.uci()
        found.append((depth, move, node.comment, node.starting_comment, sorted(node.nags)))
        waiting.extend((depth + 1, child) for child in reversed(node.variations))
    return found


def contents(game: Any) -> tuple[Any, ...]:
    """Return all that a game holds."""
    return dict(game.headers), tree(game)


def both(text: str = TEXT) -> list[Any]:
    """Read a game with both modules."""
    return [module.read_game(io.StringIO(text)) for module in MODULES]
