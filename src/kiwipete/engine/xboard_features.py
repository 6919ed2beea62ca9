"""The features that an XBoard engine lists when it is initialized."""

from __future__ import annotations

from kiwipete.engine.options import Option
from kiwipete.engine.process import LOGGER
from kiwipete.engine.xboard_text import read_features, read_option
from kiwipete.errors import EngineError

_NEEDED = ("ping", "setboard")
# Rejected features, with the value that an engine may not insist on.
_REFUSED = {"reuse": False, "sigterm": False, "san": True}


class XBoardFeatures(dict[str, int | str]):
    """Features by name, and the options among them.

    >>> features = XBoardFeatures()
    >>> features.read('ping=1 setboard=1 memory=1 option="Style -combo *Calm /// Wild"')
    >>> features.replies()
    ['accepted memory']
    >>> [option.name for option in features.options]
    ['Style']
    >>> [option.name for option in features.commands()]
    ['memory']
    """

    def __init__(self) -> None:
        super().__init__()
        self.options: list[Option] = []

    def read(self, text: str) -> None:
        """Read a line of features without the word `feature`."""
        for name, value in read_features(text):
            if name != "option":
                self[name] = value
                continue
            try:
                self.options.append(read_option(str(value)))
            except EngineError as error:
                LOGGER.warning("option left out: %s", error)

    def check(self) -> None:
        """Raise EngineError if a required feature is missing."""
        for name in _NEEDED:
            if not self.get(name):
                raise EngineError(f"engine lacks the required feature {name}")

    def replies(self) -> list[str]:
        """Return the replies to the engine's features."""
        refused = [name for name, no in _REFUSED.items() if bool(self.get(name, not no)) == no]
        accepted = [name for name in ("memory", "smp", "egt") if self.get(name)]
        return [
            *(f"rejected {name}" for name in refused),
            *(f"accepted {name}" for name in accepted),
        ]

    def commands(self) -> list[Option]:
        """Return the options that are set by the protocol command of the same name."""
        options = []
        if self.get("memory"):
            options.append(Option("memory", "spin", 16, 1, None, None))
        if self.get("smp"):
            options.append(Option("cores", "spin", 1, 1, None, None))
        if self.get("egt"):
            kinds = str(self["egt"]).split(",")
            options += [Option(f"egtpath {kind}", "path", None, None, None, None) for kind in kinds]
        return options

    def variants(self) -> list[str]:
        """Return the variants that the engine plays, except normal chess."""
        return [name for name in str(self.get("variants", "")).split(",") if name]
