"""A table that grows in front of the reader's eyes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from kiwipete.cli.terminal import console

if TYPE_CHECKING:
    from rich.table import Table

_Row = TypeVar("_Row")


def show_rows(rows: Iterable[_Row], table: Callable[[list[_Row]], Table]) -> list[_Row]:
    """Show the table of the rows as they come, or of all of them if nobody looks; return them."""
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
