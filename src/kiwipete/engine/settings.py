"""The values of an engine's options, and the commands that change them."""

from __future__ import annotations

from collections.abc import Callable

from kiwipete.engine.errors import EngineError
from kiwipete.engine.options import (
    ACTIONS,
    ConfigMapping,
    ConfigValue,
    Option,
    UciOptionMap,
)

# The client sets these for each search, unless the user has set them.
_AUTOMATIC = ("uci_analysemode", "uci_opponent")


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
