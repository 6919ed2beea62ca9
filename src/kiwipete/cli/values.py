"""The values of options, read and checked."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable

from kiwipete.cli.ends import UsageError


def number(what: str, low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within bounds."""

    def read(text: str) -> int:
        # Twenty digits are beyond every bound; int() would also take "1_0" and "٣".
        if text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high:
            return int(text)
        raise UsageError(f"{what} must be a whole number from {low} to {high}, not {text!r}")

    return read


def one_of(what: str, *known: str) -> Callable[[str], str]:
    """Return a reader of one of several words."""

    def read(text: str) -> str:
        if text not in known:
            raise UsageError(f"{what} must be one of {', '.join(known)}, not {text!r}")
        return text

    return read


def seconds(text: str) -> float:
    """Read a time."""
    if re.fullmatch(r"[0-9]{1,6}(\.[0-9]+)?", text) and float(text) > 0:
        return float(text)
    raise UsageError(f"a time must be a number of seconds such as 10 or 0.5, not {text!r}")


def command(text: str) -> list[str]:
    """Read a program and its arguments; a program that is there may have blanks in its name."""
    try:
        words = [text] if shutil.which(text) else shlex.split(text)
    except ValueError as error:
        raise UsageError(f"cannot read the command {text!r}: {error}") from error
    if not words:
        raise UsageError("the engine's command is empty")
    return words


def perft_command(text: str) -> str:
    """Read what an engine is asked."""
    if "{depth}" not in text:
        raise UsageError(
            f'the perft command must contain {{depth}}, as in "perft {{depth}}"; '
            f"there is none in {text!r}"
        )
    return text


def rule(text: str) -> str:
    """Read the name of a rule, or of a way in which engines fail."""
    from kiwipete.lab.hunting.finding import check_rules

    try:
        check_rules([text])
    except ValueError as error:
        raise UsageError(str(error)) from error
    return text
