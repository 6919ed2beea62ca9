"""An analysis: what is known so far, in words, as JSON, and on the screen as it proceeds."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, NamedTuple

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
from kiwipete.review import score_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Group
    from rich.live import Live
    from rich.table import Table

    from kiwipete.board import Board, Move
    from kiwipete.cli.commands.analyse import AnalyseTask
    from kiwipete.engine import InfoDict, PovWdl

_NUMBERS = ("depth", "White", "W/D/L %", "nodes", "nodes/s", "time")
_LAST_DEPTHS = 12


class Solution(NamedTuple):
    """The point from which on the best move was the right one."""

    seconds: float
    depth: int
    nodes: int


class Found:
    """What is known about a position; grows during the search."""

    def __init__(self, task: AnalyseTask) -> None:
        self.task = task
        self.lines: dict[int, InfoDict] = {}  # the last exact line for each MultiPV number
        self.best: Move | None = None
        self.depth = self.nodes = 0
        self.seconds = 0.0
        self.solution: Solution | None = None
        self.interrupted = True  # until it ends
        self._start = time.perf_counter()

    def add(self, info: InfoDict) -> bool:
        """Add a report of the engine; return whether its score is exact, and so worth showing."""
        number, moves = info.get("multipv", 1), info.get("pv", [])
        self.depth = max(self.depth, info.get("depth", 0))
        self.nodes = max(self.nodes, info.get("nodes", 0))
        self.seconds = time.perf_counter() - self._start
        if moves and number == 1 and "upperbound" not in info:
            self._decide(moves[0], info["score"].relative.mate(), info["time"])
        if "upperbound" in info or "lowerbound" in info or not moves:
            return False
        self.lines[number] = info
        return True

    def end(self, best: Move | None, *, interrupted: bool = False) -> None:
        """Store the move that the engine would play, which may be newer than the last line."""
        self.interrupted = interrupted
        self.seconds = time.perf_counter() - self._start
        if best is not None and best != self.best:
            self._decide(best, None, self.seconds)

    @property
    def solved(self) -> bool | None:
        """Whether the goal is met; None without a goal."""
        return None if self.task.goal is None else self.solution is not None

    @property
    def nps(self) -> int:
        """The speed of the search."""
        return per_second(self.nodes, self.seconds)

    def _decide(self, move: Move, mate: int | None, seconds: float) -> None:
        """Set the best move; the test is solved from the first right move that stays right."""
        self.best = move
        goal = self.task.goal
        if goal is None or not goal.is_met(move, mate):
            self.solution = None
        elif self.solution is None:
            self.solution = Solution(seconds, self.depth, self.nodes)

    def verdict(self) -> str:
        """Return the result in one line."""
        board, goal = self.task.board, self.task.goal
        if self.best is None:
            return f"{'failed' if goal else 'analysed'}  {self.task.name}: {no_move(board)}"
        found = board.san(self.best)
        if goal is not None and self.solution is not None:
            when = f"after {duration(self.solution.seconds)}, depth {self.solution.depth}"
            return f"solved    {self.task.name}: {found} {when}"
        line = self.lines.get(1)
        worth = f", {score_text(line['score'])}" if line else ""
        what = f"{self.task.name}: {found}{worth}, depth {self.depth}"
        if goal is None:
            return f"analysed  {what}"
        return f"failed    {what}; wanted: {goal.describe(board)}"


def no_move(board: Board) -> str:
    """Return why there is no best move."""
    if board.is_checkmate():
        return "no move, checkmate"
    return "no move, stalemate" if board.is_stalemate() else "no move found"


def chances_text(wdl: PovWdl) -> str:
    """Write the chances that White wins, draws and loses, in percent.

    >>> from kiwipete.engine import PovWdl, Wdl
    >>> chances_text(PovWdl(Wdl(600, 295, 105), True))
    '60/30/10'
    """
    wins, _, losses = (round(games / 10) for games in wdl.white())
    return f"{wins}/{100 - wins - losses}/{losses}"


def as_fields(found: Found) -> dict[str, object]:
    """Return the result for JSON; scores are White's."""
    board, goal, solution = found.task.board, found.task.goal, found.solution
    return {
        "name": found.task.name,
        "fen": board.fen(en_passant="fen"),
        "chess960": board.chess960,
        "best": found.best and board.uci(found.best),
        "san": found.best and board.san(found.best),
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "nps": found.nps,
        "lines": [_line(board, info) for _, info in sorted(found.lines.items())],
        "wanted": goal and goal.describe(board),
        "solved": found.solved,
        "solution": solution and {**solution._asdict(), "seconds": round(solution.seconds, 6)},
        "interrupted": found.interrupted,
    }


def _line(board: Board, info: InfoDict) -> dict[str, object]:
    score = info["score"].white()
    return {
        "number": info["multipv"],
        "depth": info["depth"],
        "seldepth": info["seldepth"],
        "centipawns": score.score(),
        "mate": score.mate(),
        "wdl": list(info["wdl"].white()),
        "moves": [board.uci(move) for move in info["pv"]],
        "san": board.variation_san(info["pv"]),
    }


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
