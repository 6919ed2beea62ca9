"""The options that an engine has, their values, and the commands that change them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from kiwipete.errors import EngineError

ConfigValue = str | int | bool | None
ConfigMapping = Mapping[str, ConfigValue]
NO_OPTIONS: ConfigMapping = MappingProxyType({})

# The client sets these itself.
MANAGED_OPTIONS = ("uci_chess960", "uci_variant", "multipv", "ponder")

# Options without a value: setting them triggers an action.
ACTIONS = frozenset({"button", "reset", "save"})

_T = TypeVar("_T")

# The client sets these for each search, unless the user has set them.
_AUTOMATIC = ("uci_analysemode", "uci_opponent")


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


class Settings:
    """The values that were sent, and those that the user has set permanently.

    `write` returns the command that sets an option; empty if there is none.

    >>> settings = Settings(lambda option, value: f"setoption name {option.name} value {value}")
    >>> settings.add(Option("Hash", "spin", 16, 1, 1024, []))
    >>> settings.commands({"hash": 32})
    ['setoption name Hash value 32']
    >>> settings.commands({})
    ['setoption name Hash value 16']
    """

    def __init__(self, write: Callable[[Option, ConfigValue], str]) -> None:
        self._write = write
        self.options: UciOptionMap[Option] = UciOptionMap()
        self.sent: UciOptionMap[ConfigValue] = UciOptionMap()
        self._lasting: UciOptionMap[ConfigValue] = UciOptionMap()
        self._borrowed: list[str] = []  # set for one search, to be restored

    def add(self, option: Option) -> None:
        """Add an option of the engine."""
        self.options[option.name] = option
        self.sent[option.name] = option.default

    def checked(self, options: ConfigMapping) -> UciOptionMap[ConfigValue]:
        """Return the user's settings as the options take them; raises EngineError if invalid."""
        values: UciOptionMap[ConfigValue] = UciOptionMap()
        for name, value in options.items():
            if name not in self.options:
                known = ", ".join(self.options)
                raise EngineError(f"engine has no option {name} (available options: {known})")
            option = self.options[name]
            if option.is_managed():
                raise EngineError(f"cannot set {option.name}, which is managed by the client")
            values[option.name] = option.parse(value)
        return values

    def keep(self, values: ConfigMapping) -> None:
        """Store the user's permanent settings."""
        for name, value in values.items():
            if self.options[name].type not in ACTIONS:
                self._lasting[name] = value

    def commands(self, options: ConfigMapping) -> list[str]:
        """Return the commands that set options for one search and restore others."""
        given = self.checked(options)
        wanted = {name: self.lasting(name) for name in self._borrowed if name not in given}
        wanted.update(given)
        self._borrowed = [name for name in given if self._is_to_be_set_back(name)]
        return [line for name, value in wanted.items() for line in self.command(name, value)]

    def would_change(self, options: ConfigMapping) -> bool:
        """Return True if a search with these options needs commands first."""
        given = self.checked(options)
        back = any(name not in given for name in self._borrowed)
        return back or any(
            self.options[name].type in ACTIONS or self.sent[name] != value
            for name, value in given.items()
        )

    def lasting(self, name: str) -> ConfigValue:
        """Return the permanent value of an option."""
        return self._lasting.get(name, self.options[name].default)

    def _is_to_be_set_back(self, name: str) -> bool:
        if name in self._lasting:
            return True
        return name.lower() not in _AUTOMATIC and self.options[name].type not in ACTIONS

    def automatic(self, name: str, value: ConfigValue, options: ConfigMapping) -> list[str]:
        """Return the command for an option that the client sets unless the user does."""
        named = {given.lower() for given in options}
        if name not in self.options or name in self._lasting or name.lower() in named:
            return []
        return self.command(name, self.options[name].parse(value))

    def command(self, name: str, value: ConfigValue) -> list[str]:
        """Return the command that sets an option, or none if it has the value already."""
        option = self.options[name]
        if option.type not in ACTIONS:
            if name in self.sent and self.sent[name] == value:
                return []
            self.sent[name] = value
        line = self._write(option, value)
        return [line] if line else []

    def forget(self, name: str) -> None:
        """Forget what has been sent for an option, so that it is sent again."""
        self.sent.pop(name, None)
