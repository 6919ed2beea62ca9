"""Finding out what a class of boards overrides, and giving it the general methods this needs."""

from __future__ import annotations

from kiwipete._core.base_board import BaseBoard
from kiwipete.board import Board
from kiwipete.overrides import (  # noqa: F401 (each notes its methods in METHODS)
    BASE_METHODS,
    METHODS,
    GeneralMethod,
    attacks,
    ends,
    moves,
    notation,
    playing,
    positions,
)

__all__ = ["METHODS", "honour_base_overrides", "honour_overrides"]

# Of a board without rules: its own general methods, and those that ask about nothing more.
_BASE_METHODS = BASE_METHODS | {
    name: method
    for name, method in METHODS.items()
    if hasattr(BaseBoard, name) and all(hasattr(BaseBoard, question) for question in method.asks)
}

# Classes that override the same share a base.
_bases: dict[frozenset[str], type] = {}


def honour_overrides(cls: type[Board]) -> None:
    """Put a base with general methods behind a new class that overrides what others ask."""
    if "_is_general" in vars(cls):
        return  # it is such a base itself
    overridden = _overridden(cls, Board, METHODS)
    # At the end of a variant nothing is legal; this is about the moves before that.
    before_the_end = overridden - {"is_variant_end"}
    cls._own_rules = before_the_end | _needed(before_the_end)
    base = _general_base(overridden)
    if issubclass(cls, base):
        return
    if Board in cls.__bases__:
        cls.__bases__ = tuple(base if known is Board else known for known in cls.__bases__)
    else:
        cls.__bases__ = (*cls.__bases__, base)


def honour_base_overrides(cls: type) -> None:
    """Give a new class of boards without rules the general methods that its overrides need.

    Python does not allow another base below a compiled one, so the class itself gets them.
    """
    overridden = _overridden(cls, BaseBoard, _BASE_METHODS)
    for name in _needed(overridden, _BASE_METHODS) - overridden:
        if not any(name in vars(base) for base in cls.__mro__ if base not in BaseBoard.__mro__):
            setattr(cls, name, _BASE_METHODS[name].member)


def _overridden(cls: type, board_class: type, methods: dict[str, GeneralMethod]) -> frozenset[str]:
    """Return the questions that a class answers anew, itself or by a base that is not ours."""
    questions = frozenset().union(*(method.asks for method in methods.values()))
    ours = {*board_class.__mro__, *_bases.values()}
    return questions & {name for base in cls.__mro__ if base not in ours for name in vars(base)}


def _general_base(overridden: frozenset[str]) -> type:
    """Return a board with the general methods that some overrides need."""
    needed = _needed(overridden)
    if not needed:
        return Board
    if overridden not in _bases:
        namespace = {
            "__doc__": Board.__doc__,
            "__module__": __name__,
            "__slots__": (),
            "_is_general": True,
            **{name: METHODS[name].member for name in needed},
        }
        _bases[overridden] = type("GeneralBoard", (Board,), namespace)
    return _bases[overridden]


def _needed(
    overridden: frozenset[str], methods: dict[str, GeneralMethod] = METHODS
) -> frozenset[str]:
    """Return the methods that ask something overridden, or ask a method that does."""
    needed: frozenset[str] = frozenset()
    while True:
        changed = overridden | needed
        more = frozenset(
            name
            for name, method in methods.items()
            if method.asks & (overridden if method.directly else changed)
        )
        if more == needed:
            return needed
        needed = more
