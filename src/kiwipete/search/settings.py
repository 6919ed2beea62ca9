"""The options of the engine: how they are listed, read and checked."""

from __future__ import annotations

import re
from typing import NamedTuple

from kiwipete.engine_limits import MAX_HASH_MB, MAX_LINES, MAX_THREADS
from kiwipete.search.strength import LEVELS, MAX_ELO, MIN_ELO
from kiwipete.search.thinker import TECHNIQUES


class Setting(NamedTuple):
    """An option as UCI lists it."""

    name: str
    kind: str
    default: str | int | bool | None = None
    least: int | None = None
    most: int | None = None

    def announce(self) -> str:
        """Return the line that tells a GUI of it.

        >>> Setting("Hash", "spin", 16, 1, 1024).announce()
        'option name Hash type spin default 16 min 1 max 1024'
        """
        line = f"option name {self.name} type {self.kind}"
        if self.kind == "check":
            line += f" default {'true' if self.default else 'false'}"
        elif self.kind == "spin":
            line += f" default {self.default} min {self.least} max {self.most}"
        elif self.kind == "string":
            line += f" default {self.default or '<empty>'}"
        return line

    def read(self, text: str) -> str | int | bool | None:
        """Return a value as text, in its own type; ValueError says what is wrong with it.

        >>> Setting("Ponder", "check", False).read("true")
        True
        """
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise ValueError(f"{self.name} is true or false, not {text[:40]!r}")
            return text.lower() == "true"
        if self.kind == "spin":
            return self._number(text)
        if self.kind == "string":
            return "" if text == "<empty>" else text
        return None

    def _number(self, text: str) -> int:
        assert self.least is not None
        assert self.most is not None
        try:
            number = int(text[:20])
        except ValueError:
            raise ValueError(f"{self.name} is a number, not {text[:40]!r}") from None
        if not self.least <= number <= self.most:
            raise ValueError(f"{self.name} is {self.least} to {self.most}, not {number}")
        return number


SETTINGS = {
    setting.name.lower(): setting
    for setting in (
        Setting("Hash", "spin", 16, 1, MAX_HASH_MB),
        Setting("Clear Hash", "button"),
        Setting("Threads", "spin", 1, 1, MAX_THREADS),
        Setting("MultiPV", "spin", 1, 1, MAX_LINES),
        Setting("Ponder", "check", False),
        Setting("Move Overhead", "spin", 10, 0, 5000),
        Setting("UCI_Chess960", "check", False),
        Setting("UCI_ShowWDL", "check", False),
        Setting("UCI_LimitStrength", "check", False),
        Setting("UCI_Elo", "spin", LEVELS[4].elo, MIN_ELO, MAX_ELO),
        Setting("UCI_AnalyseMode", "check", False),
        Setting("OwnBook", "check", False),
        Setting("BookFile", "string", ""),
        Setting("SyzygyPath", "string", ""),
        Setting("Without", "string", ""),
    )
}


def split_setoption(text: str) -> tuple[str, str]:
    r"""Return the name and the value after `setoption`; both may contain spaces.

    Only the value keeps its spaces as they are, since it may be the name of a file.

    >>> split_setoption("name  Move   Overhead\tvalue 30")
    ('Move Overhead', '30')
    """
    value = re.search(r"(?<!\S)value(?!\S)", text)
    words = (text[: value.start()] if value else text).split()
    if words[:1] == ["name"]:
        del words[0]
    return " ".join(words), text[value.end() :].strip() if value else ""


def read_techniques(text: str) -> list[str]:
    """Return the techniques that a list names; ValueError names those there are.

    >>> read_techniques("null move, futility")
    ['null move', 'futility']
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in TECHNIQUES:
            raise ValueError(f"no technique {name[:40]!r}; there are {', '.join(TECHNIQUES)}")
    return names
