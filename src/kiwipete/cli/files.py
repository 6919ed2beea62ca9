"""Files that commands read and write."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kiwipete.cli.ends import UsageError, complain
from kiwipete.cli.wording import several

if TYPE_CHECKING:
    from kiwipete.lab.suites.entry import WrongLine

STDIN = "-"

# A file of something else has more wrong lines than anybody wants to read.
_MOST_WRONG_LINES = 20


def read_lines(name: str) -> list[str]:
    """Read the lines of a file, or of stdin, whatever bytes they are made of."""
    from kiwipete.lab.suites.position_files import decode_lines

    try:
        content = _stdin() if name == STDIN else _path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {title(name)}: {error.strerror}") from error
    return decode_lines(content)


def title(name: str) -> str:
    """Return what a file is called in messages."""
    return "stdin" if name == STDIN else name


def complain_about_lines(name: str, wrong_lines: Sequence[WrongLine]) -> None:
    """Say which lines of a file cannot be used, and why, and show them as they stand."""
    for wrong in wrong_lines[:_MOST_WRONG_LINES]:
        complain(f"{title(name)}:{wrong.line}: {wrong.reason}", wrong.text)
    if more := len(wrong_lines[_MOST_WRONG_LINES:]):
        complain(f"{title(name)}: {several(more, 'more unusable line')}")


def why_nothing(lines: Sequence[str], wrong_lines: Sequence[WrongLine]) -> str:
    """Say why a file has no position to offer."""
    from kiwipete.lab.suites.suite import NO_COUNTS

    if wrong_lines and all(wrong.reason == NO_COUNTS for wrong in wrong_lines):
        return "no position is followed by a count such as ';D1 20'"
    if wrong_lines:
        return "no line is usable"
    return "it has only comments" if any(map(str.strip, lines)) else "it is empty"


def write_file(name: str, text: str) -> None:
    """Write a file, or raise a UsageError that says why it cannot be written."""
    try:
        _path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror}") from error


def check_writable(name: str) -> None:
    """Raise the UsageError of `write_file` before there is a text; the file stays as it is."""
    path = _path(name)
    is_new = not os.path.lexists(path)
    try:
        path.open("ab").close()
        if is_new:
            path.unlink()
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror}") from error


def _path(name: str) -> Path:
    if not name:
        raise UsageError("a file name is empty")
    return Path(name)


def _stdin() -> bytes:
    if sys.stdin is None:  # it is closed
        raise UsageError("there is no stdin to read")
    return sys.stdin.buffer.read()
