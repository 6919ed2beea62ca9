"""The result of an analysis: lines of moves, and when a test was solved."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from kiwipete.cli.ui import duration, per_second

if TYPE_CHECKING:
    from kiwipete.board import Board, Move
    from kiwipete.cli.commands.analyse_tasks import AnalyseTask
    from kiwipete.engine import InfoDict, PovScore, PovWdl


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


def score_text(score: PovScore) -> str:
    """Write a score from White's side: in pawns, or as mate in N.

    >>> from kiwipete.engine import Cp, Mate, PovScore
    >>> score_text(PovScore(Cp(34), False)), score_text(PovScore(Mate(3), True))
    ('-0.34', '+M3')
    """
    white = score.white()
    mate, value = white.mate(), white.score()
    if mate is not None:
        return f"{'+' if mate > 0 else '-'}M{abs(mate)}"
    return f"{(value or 0) / 100:+.2f}"


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
