"""What a page sends: the fields of a request, checked one by one.

>>> Fields({"node": 3}).integer("node", 0, 10)
3
>>> Fields({"node": "3"}).integer("node", 0, 10)
Traceback (most recent call last):
...
kiwipete.web.server.fields.Refused: node must be a whole number from 0 to 10
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, NoReturn

_DEFAULT = object()


class Refused(Exception):
    """A request that cannot be carried out, with a sentence for people and an HTTP status."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


class Fields:
    """The fields of a request; each method checks one, and returns it or its default."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    @classmethod
    def read(cls, body: bytes) -> Fields:
        """Read a JSON object."""
        try:
            values = json.loads(body, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise Refused("the body must be a JSON object") from None
        if not isinstance(values, dict):
            raise Refused("the body must be a JSON object")
        return cls(values)

    def has(self, name: str) -> bool:
        """Return True if a field is there and isn't null."""
        return self._values.get(name) is not None

    def says(self, name: str, word: str) -> bool:
        """Return True if a field is this word."""
        return self._values.get(name) == word

    def text(self, name: str, longest: int = 1000, default: Any = _DEFAULT) -> str:
        """Return a text."""
        value = self._get(name, default, "a text")
        if value is default:
            return value  # type: ignore[no-any-return]
        if not isinstance(value, str) or len(value) > longest or not is_unicode(value):
            raise Refused(f"{name} must be a text of at most {longest} characters")
        return value

    def integer(self, name: str, low: int, high: int, default: Any = _DEFAULT) -> int:
        """Return a whole number within bounds."""
        value = self._get(name, default, "a whole number")
        if value is not default and not (type(value) is int and low <= value <= high):
            raise Refused(f"{name} must be a whole number from {low} to {high}")
        return value  # type: ignore[no-any-return]

    def number(self, name: str, low: float, high: float, default: Any = _DEFAULT) -> float:
        """Return a number within bounds."""
        value = self._get(name, default, "a number")
        if value is default:
            return value  # type: ignore[no-any-return]
        if type(value) not in (int, float) or not low <= value <= high or math.isnan(value):
            raise Refused(f"{name} must be a number from {low:g} to {high:g}")
        return float(value)

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Return true or false."""
        value = self._get(name, _DEFAULT if default is None else default, "true or false")
        if not isinstance(value, bool):
            raise Refused(f"{name} must be true or false")
        return value

    def choice(self, name: str, *known: str, default: Any = _DEFAULT) -> str:
        """Return one of several words."""
        value = self._get(name, default, f"one of {', '.join(known)}")
        if value is not default and value not in known:
            raise Refused(f"{name} must be one of {', '.join(known)}")
        return value  # type: ignore[no-any-return]

    def word(self, name: str, known: Sequence[str], default: str) -> str:
        """Return one of several words, which may also be given as a number."""
        value = self._values.get(name)
        text = default if value is None else str(value)
        if isinstance(value, bool) or text not in known:
            raise Refused(f"{name} must be one of {', '.join(known)}")
        return text

    def texts(self, name: str, most: int, longest: int = 100) -> list[str]:
        """Return a list of texts, empty by default."""
        return [Fields({name: each}).text(name, longest) for each in self._list(name, most)]

    def integers(self, name: str, most: int, low: int, high: int) -> list[int]:
        """Return a list of whole numbers, empty by default."""
        return [Fields({name: each}).integer(name, low, high) for each in self._list(name, most)]

    def fields(self, name: str) -> Fields | None:
        """Return the fields of an object, or None if it is missing."""
        value = self._values.get(name)
        if value is not None and not isinstance(value, dict):
            raise Refused(f"{name} must be an object")
        return None if value is None else Fields(value)

    def names(self, most: int) -> list[str]:
        """Return the names of all fields."""
        if len(self._values) > most:
            raise Refused(f"there are more than {most} fields")
        return list(self._values)

    def _list(self, name: str, most: int) -> list[Any]:
        value = self._values.get(name)
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > most:
            raise Refused(f"{name} must be a list of at most {most}")
        return value

    def _get(self, name: str, default: Any, what: str) -> Any:
        value = self._values.get(name)
        if value is not None:
            return value
        if default is _DEFAULT:
            raise Refused(f"{name} is missing: it must be {what}")
        return default


def is_unicode(text: str) -> bool:
    """Return False for text with half a character (a lone surrogate), which no file can store."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")
