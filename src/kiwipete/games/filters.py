"""The conditions on tags that `read_games` takes as where=."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeAlias

from kiwipete._core.game_chunk import Plan
from kiwipete.board import Board
from kiwipete.pgn.headers import CHESS960_NAMES, TAG_NAME_REGEX, WILD_NAMES
from kiwipete.variant import VARIANTS

Limits: TypeAlias = "tuple[float | None, float | None] | tuple[str | None, str | None]"
Condition: TypeAlias = "str | float | Collection[str] | Limits"

_NUMBERS, _TEXTS, _ONE_OF = range(3)
_STANDARD, _CHESS960, _ANOTHER = range(3)


def make_plan(
    where: Mapping[str, Condition] | None,
    headers: bool | Iterable[str],
    *,
    clocks: bool,
    evals: bool,
) -> Plan:
    """Check the arguments of a reader and prepare them for the compiled one."""
    kept = None if headers is True else [_name(name) for name in headers or ()]
    filters = [_filter(name, condition) for name, condition in (where or {}).items()]
    return Plan(kept, filters, _variants(), clocks=clocks, evals=evals)


def _name(name: str) -> bytes:
    if not isinstance(name, str) or not TAG_NAME_REGEX.match(name):
        raise ValueError(f"not the name of a tag: {name!r}")
    return name.encode()


def _filter(name: str, condition: Any) -> tuple[bytes, int, Any, Any, list[bytes]]:
    key = _name(name)
    if isinstance(condition, str):
        return key, _ONE_OF, None, None, [condition.encode()]
    if isinstance(condition, bool):
        raise _unclear(name, condition)
    if isinstance(condition, int | float):
        return key, _NUMBERS, condition, condition, []
    if isinstance(condition, tuple):
        return _range(key, name, condition)
    if isinstance(condition, Collection) and all(isinstance(value, str) for value in condition):
        return key, _ONE_OF, None, None, [value.encode() for value in condition]
    raise _unclear(name, condition)


def _range(key: bytes, name: str, limits: Any) -> tuple[bytes, int, Any, Any, list[bytes]]:
    """Return the filter for a pair of limits, either of which may be None."""
    if len(limits) == 2 and any(limit is not None for limit in limits):
        low, high = limits
        if all(limit is None or isinstance(limit, str) for limit in limits):
            least, most = (None if limit is None else limit.encode() for limit in limits)
            return key, _TEXTS, least, most, []
        if all(limit is None or isinstance(limit, int | float) for limit in limits):
            low = -math.inf if low is None else low
            high = math.inf if high is None else high
            return key, _NUMBERS, low, high, []
    raise _unclear(name, limits)


def _unclear(name: str, condition: object) -> TypeError:
    return TypeError(
        f"where: {name} is a value, a collection of values, or a pair of limits of which one may "
        f"be None, not {condition!r}"
    )


def _variants() -> list[tuple[bytes, int]]:
    """Return the names of variants in lower case: chess, Chess960, or another."""
    names = dict.fromkeys(
        (alias.lower() for variant in VARIANTS for alias in variant.aliases), _ANOTHER
    )
    names |= dict.fromkeys((alias.lower() for alias in Board.aliases), _STANDARD)
    names |= dict.fromkeys(CHESS960_NAMES, _CHESS960) | dict.fromkeys(WILD_NAMES, _STANDARD)
    return [(name.encode(), kind) for name, kind in names.items()]
