"""What `inspect.signature` says of the compiled classes is what it says of python-chess's."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import chess
import pytest

import kiwipete

CLASSES = [
    *("BaseBoard", "Board", "Move", "Piece", "SquareSet", "Outcome"),
    *("LegalMoveGenerator", "PseudoLegalMoveGenerator"),
]

# Its default is a character that is not ASCII, which `inspect` cannot read in compiled methods.
UNREADABLE = {("BaseBoard", "unicode"), ("Board", "unicode")}


def methods() -> Iterator[tuple[str, str]]:
    """Every public method that both libraries have."""
    for cls in CLASSES:
        for name in dir(getattr(chess, cls)):
            ours = getattr(getattr(kiwipete, cls), name, None)
            if name[0] != "_" and callable(ours) and (cls, name) not in UNREADABLE:
                yield cls, name


def parameters(thing: object) -> list[tuple[str, str, object]]:
    """Names, kinds and defaults of all arguments but the object itself."""
    found = inspect.signature(thing).parameters.values()
    return [(each.name, each.kind.name, each.default) for each in found if each.name != "self"]


# Keywords that python-chess lacks, after its own: docs/differences.md, Added.
MORE = {
    ("Board", name): [("dead_positions", "KEYWORD_ONLY", False)]
    for name in ("outcome", "is_game_over", "result")
}


@pytest.mark.parametrize(("cls", "name"), list(methods()))
def test_methods(cls, name):
    ours, theirs = (getattr(getattr(module, cls), name) for module in (kiwipete, chess))
    assert parameters(ours) == parameters(theirs) + MORE.get((cls, name), [])


@pytest.mark.parametrize("cls", CLASSES)
def test_classes(cls):
    assert parameters(getattr(kiwipete, cls)) == parameters(getattr(chess, cls))
    assert "--" not in getattr(kiwipete, cls).__doc__


def test_a_subclass_says_how_it_is_made():
    class Named(kiwipete.Board):
        def __init__(self, name: str, fen: str | None = None) -> None:
            super().__init__(fen)
            self.name = name

    assert [name for name, _, _ in parameters(Named)] == ["name", "fen"]
