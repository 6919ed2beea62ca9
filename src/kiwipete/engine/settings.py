"""The values an engine's options have, and which commands make them what they should be."""

from __future__ import annotations

from kiwipete.engine.errors import EngineError
from kiwipete.engine.options import ConfigMapping, ConfigValue, Option, UciOptionMap

# The client sets these as the search needs them, unless the user has.
_AUTOMATIC = ("uci_analysemode", "uci_opponent")


class Settings:
    """What has been sent, what the user wants for good, and what differs.

    >>> settings = Settings()
    >>> settings.add(Option("Hash", "spin", 16, 1, 1024, []))
    >>> settings.commands({"hash": 32})
    ['setoption name Hash value 32']
    >>> settings.commands({})
    ['setoption name Hash value 16']
    """

    def __init__(self) -> None:
        self.options: UciOptionMap[Option] = UciOptionMap()
        self._sent: UciOptionMap[ConfigValue] = UciOptionMap()
        self._lasting: UciOptionMap[ConfigValue] = UciOptionMap()

    def add(self, option: Option) -> None:
        """Add an option that the engine has."""
        self.options[option.name] = option
        self._sent[option.name] = option.default

    def checked(self, options: ConfigMapping) -> UciOptionMap[ConfigValue]:
        """Return what the user may set, as the options take it; EngineError for the rest."""
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
        """Remember what the user wants for good."""
        for name, value in values.items():
            if self.options[name].type != "button":
                self._lasting[name] = value

    def commands(self, options: ConfigMapping) -> list[str]:
        """Return the commands that set options for one search, and others back."""
        given = self.checked(options)
        wanted: UciOptionMap[ConfigValue] = UciOptionMap()
        for name, option in self.options.items():
            automatic = option.is_managed() or name.lower() in _AUTOMATIC
            if name in self._lasting or not (automatic or option.type == "button"):
                wanted[name] = self._lasting.get(name, option.default)
        wanted.update(given)
        return [line for name, value in wanted.items() for line in self.command(name, value)]

    def automatic(self, name: str, value: ConfigValue, options: ConfigMapping) -> list[str]:
        """Return the command for an option that the client sets where the user does not."""
        named = {given.lower() for given in options}
        if name not in self.options or name in self._lasting or name.lower() in named:
            return []
        return self.command(name, self.options[name].parse(value))

    def command(self, name: str, value: ConfigValue) -> list[str]:
        """Return the command that sets an option, or none if it has the value."""
        option = self.options[name]
        if option.type == "button":
            return [f"setoption name {option.name}"]
        if self._sent[name] == value:
            return []
        self._sent[name] = value
        text = str(value).lower() if isinstance(value, bool) else str(value)
        return [f"setoption name {option.name} value {text}"]
