"""Boards with rules of their own: the methods that a subclass of a board overrides take effect.

Compiled methods do not call each other; they go straight to the kernel. So a class that
overrides one of them needs general versions of the methods that call it in python-chess.
These are in the modules of this package, each with the names of the methods that it calls.
When a class is created, `honour` finds what it overrides and gives it a base with just the
general methods that this makes necessary. Other boards never use them, and programs without
subclasses do not load them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

_Method = TypeVar("_Method", bound=Callable[..., Any])


class GeneralMethod(NamedTuple):
    """A method that asks the board's other methods, and which."""

    member: object  # a function or a property
    asks: frozenset[str]
    directly: bool


METHODS: dict[str, GeneralMethod] = {}
BASE_METHODS: dict[str, GeneralMethod] = {}  # only for boards without rules


def asks(
    *questions: str,
    name: str | None = None,
    as_property: bool = False,
    directly: bool = False,
    base_only: bool = False,
) -> Callable[[_Method], _Method]:
    """Note that a function is the general version of a method, and what it asks.

    With `directly`, only questions that a class itself overrides count, not those
    whose answers change with them. With `base_only` it is for subclasses of BaseBoard that
    are not Boards.
    """

    def note(function: _Method) -> _Method:
        member = property(function) if as_property else function
        methods = BASE_METHODS if base_only else METHODS
        methods[name or function.__name__] = GeneralMethod(member, frozenset(questions), directly)
        return function

    return note
