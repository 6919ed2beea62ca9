"""What a call comes to, so that two libraries can be compared even where they raise."""

from __future__ import annotations

from collections.abc import Callable


def outcome(function: Callable[..., object], *arguments: object) -> tuple[str, object]:
    """Return what the call returns, or the type of what it raises."""
    try:
        return ("returns", function(*arguments))
    except Exception as error:
        return ("raises", type(error))
