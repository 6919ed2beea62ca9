"""What there is to call: Kiwipete's classes, functions and public names, found by looking."""

from __future__ import annotations

import copy
import operator
import pickle
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import kiwipete
from kiwipete._core import (
    arguments,
    base_board,
    game_board,
    move,
    piece,
    position_board,
    square_set,
)

DAMAGING = {"spoil_key"}  # made to damage a board, for tests
NO_METHODS = {"__module__", "__doc__", "__slots__", "__dict__", "__weakref__", "__new__"}

COMPILED = (arguments, base_board, game_board, move, piece, position_board, square_set)
CLASSES = [thing for thing in vars(kiwipete).values() if isinstance(thing, type)]
FUNCTIONS = [
    (module, name)
    for module in (kiwipete, *COMPILED)
    for name, thing in sorted(vars(module).items())
    if callable(thing) and not isinstance(thing, type) and name[0] != "_" and name not in DAMAGING
    if str(getattr(thing, "__module__", None) or "kiwipete").startswith("kiwipete")
]
OPERATORS: list[Callable[..., object]] = [
    *(operator.and_, operator.or_, operator.xor, operator.sub, operator.add, operator.mod),
    *(operator.iand, operator.ior, operator.ixor, operator.isub),
    *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
    *(operator.contains, operator.getitem, operator.delitem, isinstance, format),
]
QUESTIONS: list[Callable[[Any], object]] = [
    *(operator.invert, operator.neg, operator.index, len, bool, int, float, hash, repr, str),
    *(iter, list, reversed, copy.copy, copy.deepcopy, sys.getsizeof, vars),
    lambda thing: pickle.loads(pickle.dumps(thing)),
    lambda thing: pickle.loads(pickle.dumps(thing, 0)),
]


def is_ours(kind: type) -> bool:
    """Return True for a class of Kiwipete."""
    return kind.__module__.startswith("kiwipete")


def ours(thing: object) -> type | None:
    """Return the class of Kiwipete that a thing belongs to, if any."""
    return next(filter(is_ours, type(thing).__mro__), None)


@cache
def names_of(kind: type) -> list[str]:
    """Return the public names that Kiwipete gives a class: what may be called, read or set."""
    defined = {name for each in kind.__mro__ if is_ours(each) for name in vars(each)}
    public = sorted(name for name in defined if name[0] != "_" or name.startswith(("__", "_repr_")))
    return [name for name in public if name not in NO_METHODS] or ["__repr__"]
