"""An analysis as it proceeds: a live table, or plain lines."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kiwipete.cli.commands.analyse_results import chances_text, no_move, score_text
from kiwipete.cli.ui import (
    console,
    duration,
    grouped,
    is_terminal,
    per_second,
    print_line,
    scaled,
    several,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Group
    from rich.live import Live
    from rich.table import Table

    from kiwipete.board import Board
    from kiwipete.cli.commands.analyse_results import Found
    from kiwipete.cli.commands.analyse_tasks import AnalyseTask
    from kiwipete.engine import InfoDict

_NUMBERS = ("depth", "White", "W/D/L %", "nodes", "nodes/s", "time")
_LAST_DEPTHS = 12


class View:
    """Shows analyses; this base class shows nothing."""

    def begin(self, found: Found) -> None:
        """Show the position to be analysed."""

    def add(self, found: Found, info: InfoDict) -> None:
        """Show a new line."""

    def end(self, found: Found) -> None:
        """Show the result."""

    def close(self) -> None:
        """Restore the screen, also after an error."""


class Verdicts(View):
    """A line for each position of a file, for pipes."""

    def end(self, found: Found) -> None:
        """Print the verdict."""
        print_line(found.verdict())


class PlainLines(View):
    """Prints each new line."""

    def __init__(self, *, multipv: int) -> None:
        self._multipv = multipv

    def begin(self, found: Found) -> None:
        """Print the position."""
        print_line(heading(found.task.board))

    def add(self, found: Found, info: InfoDict) -> None:
        """Print the line."""
        number = f", line {info['multipv']}" if self._multipv > 1 else ""
        depth, score, chances, _, speed, seconds = _numbers(info)
        nodes = several(info["nodes"], "node")
        moves = found.task.board.variation_san(info["pv"])
        worth = f"{score} ({chances})"
        print_line(f"depth {depth}{number}: {worth}, {nodes}, {speed} nodes/s, {seconds}: {moves}")

    def end(self, found: Found) -> None:
        """Print the best move."""
        print_line(best_move(found))


class LiveTable(View):
    """A table that changes while the engine thinks; `brief` replaces it by the verdict."""

    def __init__(self, *, brief: bool, multipv: int) -> None:
        self._brief = brief
        self._multipv = multipv
        self._screen = console(sys.stdout)
        self._rows: dict[int, InfoDict] = {}
        self._live: Live | None = None

    def begin(self, found: Found) -> None:
        """Show the position."""
        from rich.live import Live

        self._rows.clear()
        if not self._brief:
            print_line(heading(found.task.board))

        def picture() -> Table | Group:
            table = self._table(found.task.board, whole=False)
            return _headed(found.task, table) if self._brief else table

        self._live = Live(
            get_renderable=picture, console=self._screen, refresh_per_second=8, transient=True
        )
        self._live.start()

    def add(self, found: Found, info: InfoDict) -> None:
        """Show the line: a row per depth, or with MultiPV a row per line."""
        del found
        self._rows[info["multipv" if self._multipv > 1 else "depth"]] = info

    def end(self, found: Found) -> None:
        """Leave the table and the best move on the screen, or the verdict."""
        self.close()
        if self._brief:
            print_line(found.verdict())
            return
        if self._rows:
            self._screen.print(self._table(found.task.board, whole=True))
        print_line(best_move(found))

    def close(self) -> None:
        """Remove the live table."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _table(self, board: Board, *, whole: bool) -> Table:
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
        for name in _NUMBERS:
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("line")  # the one that shrinks if the terminal is narrow
        for info in [*self._rows.values()][-max(self._multipv, _LAST_DEPTHS) :]:
            line = board.variation_san(info["pv"])
            table.add_row(*_numbers(info), Text(line, no_wrap=not whole, overflow="ellipsis"))
        return table


def open_view(*, silent: bool, brief: bool, multipv: int) -> View:
    """Return a view that suits stdout; `brief` is for files with many positions."""
    if silent:
        return View()
    if is_terminal(sys.stdout):
        return LiveTable(brief=brief, multipv=multipv)
    return Verdicts() if brief else PlainLines(multipv=multipv)


def heading(board: Board) -> str:
    """Return the position, the side to move, and whose the scores are."""
    side = "White" if board.turn else "Black"
    return f"{board.fen(en_passant='fen')}\n{side} to move; scores are White's"


def best_move(found: Found) -> str:
    """Return the line with the best move."""
    if found.best is None:
        return f"Best move   {no_move(found.task.board)}"
    return f"Best move   {found.task.board.san(found.best)}"


def _numbers(info: InfoDict) -> Sequence[str]:
    return (
        f"{info['depth']}/{info['seldepth']}",
        score_text(info["score"]),
        chances_text(info["wdl"]),
        grouped(info["nodes"]),
        scaled(per_second(info["nodes"], info["time"])),
        duration(info["time"]),
    )


def _headed(task: AnalyseTask, table: Table) -> Group:
    from rich.console import Group
    from rich.text import Text

    return Group(Text(f"{task.name}: {task.board.fen(en_passant='fen')}"), table)
