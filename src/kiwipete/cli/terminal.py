"""What the terminal can show."""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

# A terminal echoes ^C behind the last line: if that were full, it could not be taken away.
ECHO = 3

# Wide enough for every table, so that a pipe never gets a shortened number; and longer lines are
# hard to read.
_WIDEST = 100

# The blank in "0.5 s" and those in "1.23 G nodes/s".
_BEFORE_UNIT = re.compile(r"(?<=[0-9]) (?=[A-Za-z])|(?<= [kMGT]) ")
_UNBROKEN = "\u00a0"


def is_terminal(stream: TextIO | None) -> bool:
    """Return True if a person is looking and the cursor can move."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def has_colours(stream: TextIO | None) -> bool:
    """Return True if colours are welcome (https://no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def has_unicode(stream: TextIO | None) -> bool:
    """Return True if the stream can write chess pieces."""
    encoding = getattr(stream, "encoding", None) or ""
    return encoding.lower().startswith("utf")


def columns(stream: TextIO | None) -> int:
    """Return how wide a text may be."""
    if not is_terminal(stream):
        return _WIDEST
    return min(shutil.get_terminal_size().columns, _WIDEST)


def fitted(text: str, stream: TextIO | None, indent: str = "") -> str:
    """Break a text between words where a terminal would break it anywhere."""
    if not is_terminal(stream):
        return text
    broken = textwrap.fill(
        _BEFORE_UNIT.sub(_UNBROKEN, text),
        shutil.get_terminal_size().columns,
        subsequent_indent=indent,
        break_long_words=False,  # FENs and names of files are to be copied
        break_on_hyphens=False,
    )
    return broken.replace(_UNBROKEN, " ")


def console(stream: TextIO) -> Console:
    """Return a rich console that follows the rules above."""
    from rich.console import Console

    terminal = is_terminal(stream)
    return Console(
        file=stream,
        force_terminal=terminal,
        color_system="auto" if has_colours(stream) else None,
        width=None if terminal else _WIDEST,
        highlight=False,
    )
