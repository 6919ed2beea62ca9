"""Finding out what a class of boards overrides, and giving it the general methods this needs."""

from __future__ import annotations

from kiwipete.own_rules import (  # noqa: F401 (each notes its methods in METHODS)
    attacks,
    counting,
    ends,
    moves,
    notation,
    playing,
    setup,
    text,
)
from kiwipete.own_rules.general import METHODS
from kiwipete.own_rules.rules_board import RulesBoard

__all__ = ["honour_overrides"]

_QUESTIONS = frozenset().union(*(method.asks for method in METHODS.values()))

# Classes that override the same share a base.
_bases: dict[frozenset[str], type] = {}


def honour_overrides(cls: type[RulesBoard], board_class: type[RulesBoard]) -> None:
    """Put a base with general methods behind a new class that overrides what others ask."""
    if "_is_general" in vars(cls):
        return  # it is such a base itself
    overridden = _overridden(cls, board_class)
    # At the end of a variant nothing is legal; this is about the moves before that.
    before_the_end = overridden - {"is_variant_end"}
    cls._own_rules = before_the_end | _needed(before_the_end)
    base = _general_base(board_class, overridden)
    if issubclass(cls, base):
        return
    if board_class in cls.__bases__:
        cls.__bases__ = tuple(base if known is board_class else known for known in cls.__bases__)
    else:
        cls.__bases__ = (*cls.__bases__, base)


def _overridden(cls: type, board_class: type) -> frozenset[str]:
    """Return the questions that a class answers anew, itself or by a base that is not ours."""
    ours = {*board_class.__mro__, *_bases.values()}
    return _QUESTIONS & {name for base in cls.__mro__ if base not in ours for name in vars(base)}


def _general_base(board_class: type, overridden: frozenset[str]) -> type:
    """Return a board with the general methods that some overrides need."""
    needed = _needed(overridden)
    if not needed:
        return board_class
    if overridden not in _bases:
        namespace = {
            "__doc__": board_class.__doc__,
            "__module__": __name__,
            "__slots__": (),
            "_is_general": True,
            **{name: METHODS[name].member for name in needed},
        }
        _bases[overridden] = type(f"General{board_class.__name__}", (board_class,), namespace)
    return _bases[overridden]


def _needed(overridden: frozenset[str]) -> frozenset[str]:
    """Return the methods that ask something overridden, or ask a method that does."""
    needed: frozenset[str] = frozenset()
    while True:
        changed = overridden | needed
        more = frozenset(
            name
            for name, method in METHODS.items()
            if method.asks & (overridden if method.directly else changed)
        )
        if more == needed:
            return needed
        needed = more
