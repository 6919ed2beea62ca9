"""Questions in which every argument is given by the name that python-chess has for it."""

from __future__ import annotations

import ast
import inspect
from typing import Any

import chess

from tests.support.agreement.questions import BASE, BOARD, VALUES

# What stands before the dot, and where python-chess says what may stand behind it.
PLACES: dict[str, Any] = {
    **dict.fromkeys(["board", "type(board)", "chess.Board"], chess.Board),
    **dict.fromkeys(["squares", "changed", "chess.SquareSet"], chess.SquareSet),
    **dict.fromkeys(["move", "chess.Move"], chess.Move),
    **dict.fromkeys(["piece", "chess.Piece"], chess.Piece),
    "chess": chess,
}


def names_of_arguments(place: str, function: str) -> list[str]:
    """Return the names that may be given in a call, in order."""
    called = getattr(PLACES.get(place), function, None)
    if called is None:
        return []
    parameters = inspect.signature(called).parameters.values()
    names = [
        each.name if each.kind is each.POSITIONAL_OR_KEYWORD else ""
        for each in parameters
        if each.name != "self"
    ]
    return names[: names.index("")] if "" in names else names


class ByName(ast.NodeTransformer):
    """Gives all arguments of all calls by name."""

    def visit_Call(self, call: ast.Call) -> ast.Call:
        self.generic_visit(call)
        if isinstance(call.func, ast.Attribute):
            names = names_of_arguments(ast.unparse(call.func.value), call.func.attr)
            named = [
                ast.keyword(name, value) for name, value in zip(names, call.args, strict=False)
            ]
            call.args = call.args[len(named) :]
            call.keywords = named + call.keywords
        return call


def by_name(question: str) -> str:
    """Rewrite a question."""
    return ast.unparse(ByName().visit(ast.parse(question))).replace("\n", "; ")


QUESTIONS_BY_NAME = [
    named
    for question in BASE + BOARD + VALUES
    if (named := by_name(question)) != ast.unparse(ast.parse(question)).replace("\n", "; ")
]
