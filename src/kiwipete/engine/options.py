"""The options that an engine has, and which values fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import TypeVar

from kiwipete.errors import EngineError

ConfigValue = str | int | bool | None
ConfigMapping = Mapping[str, ConfigValue]

# The client sets these itself.
MANAGED_OPTIONS = ("uci_chess960", "uci_variant", "multipv", "ponder")

# Options without a value: setting them triggers an action.
ACTIONS = frozenset({"button", "reset", "save"})

_T = TypeVar("_T")


@dataclass(frozen=True)
class Option:
    """An option of an engine.

    >>> Option("Hash", "spin", 16, 1, 1024, []).parse("32")
    32
    """

    name: str
    type: str
    default: ConfigValue
    min: int | None
    max: int | None
    var: list[str] | None

    def parse(self, value: ConfigValue) -> ConfigValue:
        """Return a value as the option takes it; raises EngineError if it is invalid."""
        if self.type == "check":
            return bool(value) and value != "false"
        if self.type == "spin":
            return self._number(value)
        if self.type == "combo":
            if value not in (self.var or []):
                known = ", ".join(self.var or [])
                raise EngineError(
                    f"invalid value for combo option {self.name!r}: {value!r} (available: {known})"
                )
            return value
        if self.type in ACTIONS:
            return None
        if self.type in ("string", "file", "path"):
            text = str(value)
            if "\n" in text or "\r" in text:
                raise EngineError(f"line break in the value of option {self.name!r}: {text!r}")
            return text
        raise EngineError(f"option {self.name!r} has an unknown type: {self.type!r}")

    def is_managed(self) -> bool:
        """Return True if the client sets the option itself.

        >>> Option("MultiPV", "spin", 1, 1, 500, []).is_managed()
        True
        """
        return self.name.lower() in MANAGED_OPTIONS

    def _number(self, value: ConfigValue) -> int:
        try:
            number = int(value)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            raise EngineError(
                f"expected an integer for spin option {self.name!r}, got: {value!r}"
            ) from None
        if self.min is not None and number < self.min:
            raise EngineError(f"option {self.name!r} is at least {self.min}, got: {number}")
        if self.max is not None and number > self.max:
            raise EngineError(f"option {self.name!r} is at most {self.max}, got: {number}")
        return number


class UciOptionMap(MutableMapping[str, _T]):
    """A mapping with case-insensitive keys.

    >>> UciOptionMap({"Hash": 16})["hash"]
    16
    """

    def __init__(self, data: Mapping[str, _T] | Iterable[tuple[str, _T]] = (), **more: _T) -> None:
        self._items: dict[str, tuple[str, _T]] = {}
        self.update(data, **more)

    def __setitem__(self, key: str, value: _T) -> None:
        self._items[key.lower()] = (key, value)

    def __getitem__(self, key: str) -> _T:
        if key.lower() not in self._items:
            raise KeyError(key)
        return self._items[key.lower()][1]

    def __delitem__(self, key: str) -> None:
        if key.lower() not in self._items:
            raise KeyError(key)
        del self._items[key.lower()]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key.lower() in self._items

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        theirs = other if isinstance(other, UciOptionMap) else UciOptionMap(other)
        mine = {key: value for key, (_, value) in self._items.items()}
        return mine == {key: value for key, (_, value) in theirs._items.items()}

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> UciOptionMap[_T]:
        """Return a copy."""
        return UciOptionMap(self.items())

    def __repr__(self) -> str:
        return f"UciOptionMap({dict(self.items())!r})"
