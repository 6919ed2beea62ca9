"""Run a line of Python under either module, and put what it answers in plain terms."""

from __future__ import annotations

import ast
import copy
import dataclasses
import pickle
from collections.abc import Callable
from functools import lru_cache
from types import CodeType, ModuleType
from typing import Any

EXCEPTIONS = [
    *("InvalidMoveError", "IllegalMoveError", "AmbiguousMoveError", "ValueError", "IndexError"),
    *("KeyError", "TypeError", "AttributeError", "StopIteration", "AssertionError"),
]
ASSERTION = ("raises", "AssertionError")


def push(board: Any, move: Any) -> None:
    """Push any pseudo-legal or null move."""
    if hasattr(board, "push_unchecked") and move and not board.is_legal(move):
        board.push_unchecked(move)
    else:
        board.push(move)


def same(expected: object, got: object) -> bool:
    """Compare an answer of python-chess with one of Kiwipete."""
    if expected == ASSERTION:
        return isinstance(got, tuple) and got[0] == "raises"
    return expected == got


def plain(value: Any) -> Any:
    """Turn an answer into tuples, text and numbers that are equal if the answers agree."""
    kind = type(value).__name__
    match kind:
        case "bool" | "NoneType" | "str" | "float" | "bytes" | "int":
            return (kind, value)
        case "Move":
            squares = value.from_square, value.to_square
            return (kind, value.uci(), *squares, value.promotion, value.drop)
        case "Piece":
            return (kind, value.symbol())
        case "SquareSet" | "Status":
            return (kind, int(value))
        case "Termination":
            return (kind, value.name, value.value)
        case "Outcome":
            return (kind, plain(value.termination), plain(value.winner), value.result())
        case "list" | "MoveStack" | "OccupiedByColour":
            return ("list", *map(plain, value))
        case "tuple":
            return (kind, *map(plain, value))
        case "dict":
            return (kind, sorted((plain(key), plain(item)) for key, item in value.items()))
        case "BaseBoard":
            return (kind, value.board_fen(promoted=True))
        case "Board":
            return (kind, *map(plain, board_parts(value)))
        case _ if hasattr(value, "__iter__"):
            return ("iterable", *map(plain, value))
    return (kind, repr(value))


def board_parts(board: Any) -> list[object]:
    """Return what a board that is itself an answer consists of."""
    return [
        board.board_fen(promoted=True),
        *(board.turn, board.castling_rights, board.ep_square),
        *(board.halfmove_clock, board.fullmove_number, board.chess960, board.move_stack),
    ]


@lru_cache(maxsize=4096)
def compiled(source: str) -> tuple[CodeType | None, CodeType | None]:
    """Compile statements, and the expression in which they may end."""
    tree = ast.parse(source)
    expression = None
    if isinstance(last := tree.body[-1], ast.Expr):
        tree.body.pop()
        expression = compile(ast.Expression(last.value), source, "eval")
    return compile(tree, source, "exec") if tree.body else None, expression


def answer(source: str, names: dict[str, Any]) -> Any:
    """Run a source and return its answer in plain terms, or the name of what it raises."""
    statements, expression = compiled(source)
    try:
        if statements:
            exec(statements, names)
        return plain(eval(expression, names)) if expression else None
    except Exception as error:
        known = (kind.__name__ for kind in type(error).__mro__ if kind.__name__ in EXCEPTIONS)
        return ("raises", next(known, type(error).__name__))


def names_for(module: ModuleType) -> dict[str, Any]:
    """Return the names that questions may use under a module."""

    class Child(module.Board):  # type: ignore[name-defined,misc]
        pass

    return {
        **{"chess": module, "push": push, "Child": Child},
        **{"copy": copy, "dataclasses": dataclasses, "pickle": pickle},
    }


def outcome(function: Callable[..., object], *arguments: object) -> tuple[str, object]:
    """Return what the call returns, or the type of what it raises."""
    try:
        return ("returns", function(*arguments))
    except Exception as error:
        return ("raises", type(error))
