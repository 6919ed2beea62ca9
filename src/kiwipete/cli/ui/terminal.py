"""What the terminal can show, and text wrapped to its width."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console

# A terminal echoes ^C after the last line; without this room, rich could not erase that line.
ECHO = 3

# Wide enough for every table, so that no number is cut in a pipe; longer lines are hard to read.
_WIDEST = 100

# The space in "0.5 s" and those in "1.23 G nodes/s".
_BEFORE_UNIT = r"(?<=[0-9]) (?=[A-Za-z])|(?<= [kMGT]) "
_NO_BREAK_SPACE = "\u00a0"


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether the stream is a terminal whose cursor can move."""
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def has_colours(stream: TextIO | None) -> bool:
    """Return whether to print colours (https://no-color.org)."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR")


def has_unicode(stream: TextIO | None) -> bool:
    """Return whether the stream can print chess pieces."""
    encoding = getattr(stream, "encoding", None) or ""
    return encoding.lower().startswith("utf")


def columns(stream: TextIO | None) -> int:
    """Return the width for text."""
    if not is_terminal(stream):
        return _WIDEST
    return min(_terminal_columns(), _WIDEST)


def _terminal_columns() -> int:
    from shutil import get_terminal_size  # it loads compression modules: late

    return get_terminal_size().columns


def fitted(text: str, stream: TextIO | None, indent: str = "") -> str:
    """Wrap a text between words if the stream is a terminal."""
    if not is_terminal(stream):
        return text
    import re
    import textwrap

    wrapped = textwrap.fill(
        re.sub(_BEFORE_UNIT, _NO_BREAK_SPACE, text),
        _terminal_columns(),
        subsequent_indent=indent,
        break_long_words=False,  # FENs and file names are there to be copied
        break_on_hyphens=False,
    )
    return wrapped.replace(_NO_BREAK_SPACE, " ")


def console(stream: TextIO) -> Console:
    """Return a rich console with these rules for width and colours."""
    from rich.console import Console

    terminal = is_terminal(stream)
    return Console(
        file=stream,
        force_terminal=terminal,
        color_system="auto" if has_colours(stream) else None,
        width=None if terminal else _WIDEST,
        highlight=False,
    )
