"""What commands print: numbers in words, text that fits the terminal, and progress."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TextIO, TypeVar

if TYPE_CHECKING:
    from typing import Protocol

    from rich.console import Console, RenderableType
    from rich.progress import Progress, TaskID
    from rich.table import Table

    class Counting(Protocol):
        """A count under way: a Count or a LongCount."""

        @property
        def parts_total(self) -> int:
            """How many parts there are."""

        @property
        def parts_done(self) -> int:
            """How many of them are finished."""

        @property
        def nodes(self) -> int:
            """The leaves counted so far."""


# A terminal echoes ^C after the last line; without this room, rich could not erase that line.
ECHO = 3

# Wide enough for every table, so that no number is cut in a pipe; longer lines are hard to read.
_WIDEST = 100

# The space in "0.5 s" and those in "1.23 G nodes/s".
_BEFORE_UNIT = r"(?<=[0-9]) (?=[A-Za-z])|(?<= [kMGT]) "
_NO_BREAK_SPACE = "\u00a0"


# Numbers.

# Work that is done sooner needs neither progress nor the import of rich.
DELAY = 0.5

_Row = TypeVar("_Row")


def grouped(number: int) -> str:
    """Write a number with its digits in threes.

    >>> grouped(119060324)
    '119,060,324'
    """
    return f"{number:,}"


def scaled(number: int) -> str:
    """Write a large number in three or four digits, with a letter for its size.

    >>> scaled(999), scaled(119060324), scaled(5538984904)
    ('999', '119 M', '5.54 G')
    """
    for letter, size in (("T", 10**12), ("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            value = number / size
            return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {letter}"
    return str(number)


def duration(seconds: float) -> str:
    """Write a time with no more digits than it deserves.

    >>> duration(0.01234), duration(12.345), duration(3723.4)
    ('0.012 s', '12.35 s', '1 h 02 min 03 s')
    """
    if seconds < 10:
        return f"{seconds:.3f} s"
    if seconds < 60:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min {rest:02} s"
    return f"{minutes} min {rest:02} s"


def per_second(nodes: int, seconds: float) -> int:
    """Return the speed in whole nodes per second.

    >>> per_second(3000, 1.5)
    2000
    """
    return round(nodes / seconds) if seconds > 0 else 0


def several(number: int, one: str) -> str:
    """Write a number with its noun.

    >>> several(1, "thread"), several(20, "move")
    ('1 thread', '20 moves')
    """
    return f"{grouped(number)} {one}" if number == 1 else f"{grouped(number)} {one}s"


# Terminals.


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


def print_line(text: str, indent: str = " " * 4) -> None:
    """Print a text, wrapped to the terminal."""
    lines = [fitted(line, sys.stdout, indent) for line in text.splitlines()]
    # In one write, so that Ctrl-C cannot separate a line from its end.
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()


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


# Progress.


class ProgressBar:
    """A bar on stderr that appears when a count takes long, and disappears at its end.

    Parts and nodes from an earlier run of the count don't contribute to the speed shown.
    """

    def __init__(self, title: str, *, parts_before: int = 0, nodes_before: int = 0) -> None:
        self._title = title
        self._parts_before = parts_before
        self._nodes_before = nodes_before
        self._start = time.perf_counter()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, job: Counting, trouble: str = "") -> None:
        """Show how far a job has come, or what it is waiting for."""
        seconds = time.perf_counter() - self._start
        if seconds < DELAY:
            return
        if self._progress is None:
            self._progress = _new_progress()
            self._task = self._progress.add_task(
                self._title, total=None, completed=self._parts_before, known="", left=""
            )
            self._progress.start()
        assert self._task is not None
        if trouble or job.parts_done == self._parts_before:
            # The remaining time is unknown: the bar pulses.
            self._progress.update(self._task, known=trouble or "counting", left="", refresh=True)
            return
        speed = scaled(per_second(job.nodes - self._nodes_before, seconds))
        self._progress.update(
            self._task,
            total=job.parts_total,
            completed=job.parts_done,
            known=f"{scaled(job.nodes)} nodes, {speed}/s",
            left="left",
            refresh=True,
        )

    def close(self) -> None:
        """Remove the bar."""
        if self._progress is not None:
            self._progress.stop()


def _new_progress() -> Progress:
    from rich.constrain import Constrain
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    screen = console(sys.stderr)

    class NarrowProgress(Progress):
        def get_renderable(self) -> RenderableType:
            return Constrain(super().get_renderable(), screen.width - ECHO)

    return NarrowProgress(
        TextColumn("[bold]{task.description}"),
        BarColumn(24),
        TextColumn("{task.percentage:3.0f} %"),
        TextColumn("[cyan]{task.fields[known]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[left]}"),
        console=screen,
        auto_refresh=False,
        transient=True,
        speed_estimate_period=600,  # parts of a long count may take a minute
    )


def show_rows(rows: Iterable[_Row], table: Callable[[list[_Row]], Table]) -> list[_Row]:
    """Show a table that fills as rows arrive, or outside a terminal when all have; return them."""
    screen = console(sys.stdout)
    known: list[_Row] = []
    if not screen.is_terminal:
        known.extend(rows)
        screen.print(table(known))
        return known

    from rich.live import Live

    with Live(table(known), console=screen, auto_refresh=False) as live:
        for row in rows:
            known.append(row)
            live.update(table(known), refresh=True)
    return known


def bar(share: float, text: str) -> Table:
    """Return a progress bar followed by a text."""
    from rich import progress_bar
    from rich.table import Table

    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_row(progress_bar.ProgressBar(total=1.0, completed=share, width=24), text)
    return grid
