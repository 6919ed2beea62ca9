"""Live analysis of the position that pages show, by several engines, with the opponent's threat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiwipete.board import Move
from kiwipete.engine import Limit
from kiwipete.web.scores import known_lines, score_record
from kiwipete.web.server.analyst import Analyst, Found, Task
from kiwipete.web.server.pulse import Pulse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kiwipete.board import Board
    from kiwipete.engine import InfoDict
    from kiwipete.web.server.engines import EngineSeat
    from kiwipete.web.server.event_stream import Event
    from kiwipete.web.server.fields import Fields
    from kiwipete.web.server.workspace import Workspace

MOST_LINES = 10
_LONGEST_LINE = 24  # moves
_THREAT_LIMIT = Limit(time=2.0)


class Analysis:
    """Follows the workspace with an analyst for each engine."""

    def __init__(
        self, workspace: Workspace, seats: Sequence[EngineSeat], threat_seat: EngineSeat
    ) -> None:
        self._workspace = workspace
        self._pulse = Pulse("analysis events", self._publish_news)
        self._analysts = {seat.id: Analyst(seat, self._pulse.wake) for seat in seats}
        self._threat_analyst = Analyst(threat_seat, self._pulse.wake)
        self._running = False
        self._lines = 1
        self._threats = False
        self._chosen = [seats[0].id]
        self._number = 0  # of the newest task
        self._records: dict[int, dict[str, Any]] = {}
        self._threat: dict[str, Any] | None = None
        self._note: str | None = None  # why no engine gets the position
        self._alive: list[dict[str, object]] = self._engines_event()
        self._published: dict[str, Any] = {}
        self.verbs: dict[str, Callable[[Fields], dict[str, Any]]] = {"analyse": self._analyse}
        workspace.when_moved.append(self._follow)
        workspace.states.append(self._states)

    def close(self) -> None:
        """End all engines."""
        for analyst in (*self._analysts.values(), self._threat_analyst):
            analyst.close()
        self._pulse.close()

    # Under the workspace's lock.

    def _analyse(self, fields: Fields) -> dict[str, Any]:
        """Change what is asked for; fields that are missing leave their setting as it is."""
        with self._workspace.lock:
            running = fields.flag("running", default=self._running)
            self._lines = fields.integer("multipv", 1, MOST_LINES, self._lines)
            self._threats = fields.flag("threats", default=self._threats)
            chosen = fields.integers("engines", 100, 0, 1 << 30)
            known = [number for number in dict.fromkeys(chosen) if number in self._analysts]
            self._chosen = known or self._chosen
            for number in self._chosen:
                self._analysts[number].seat.error = None  # it gets another chance
            if self._running and not running:
                self._stop()
            else:
                self._running = running
                self._follow()
        return {"ok": True}

    def _follow(self) -> None:
        """Give the current position to the engines, or stop them."""
        self._number += 1
        self._records, self._threat = {}, None
        board = self._workspace.tree.board(self._workspace.node)
        searchable = self._running and board.is_countable() and any(board.legal_moves)
        self._note = None
        if self._running and not board.is_countable():
            self._note = f"impossible position: {'; '.join(board.status().reasons())}"
        for number, analyst in self._analysts.items():
            wanted = searchable and number in self._chosen
            analyst.want(self._task(board, self._lines) if wanted else None)
        threatened = _passed(board) if searchable and self._threats else None
        self._threat_analyst.want(
            None if threatened is None else self._task(threatened, 1, _THREAT_LIMIT)
        )
        self._publish()

    def _stop(self) -> None:
        """Stop the engines; what they have found stays until the position changes."""
        self._collect()
        self._running = False
        for analyst in (*self._analysts.values(), self._threat_analyst):
            analyst.want(None)
        self._publish()

    def _task(self, board: Board, lines: int, limit: Limit | None = None) -> Task:
        return Task(self._number, board.copy(), lines, self._workspace.tree, limit)

    def _states(self) -> list[Event]:
        return [("engines", self._engines_event()), ("analysis", self._event())]

    def _event(self) -> dict[str, Any]:
        engines = []
        for number in self._chosen:
            seat = self._analysts[number].seat
            record = self._records.get(number) or _no_record()
            error = self._note or seat.error
            engines.append({"id": number, "name": seat.name, "error": error, **record})
        return {
            "running": self._running,
            "node": self._workspace.node,
            "multipv": self._lines,
            "threats": self._threats,
            "engines": engines,
            "threat": self._threat,
        }

    def _engines_event(self) -> list[dict[str, object]]:
        return [analyst.seat.record() for analyst in self._analysts.values()]

    def _publish(self) -> None:
        """Publish what has changed."""
        event, engines = self._event(), self._engines_event()
        if event != self._published:
            self._published = event
            self._workspace.hub.publish("analysis", event)
        if engines != self._alive:
            self._alive = engines
            self._workspace.hub.publish("engines", engines)

    def _collect(self) -> None:
        """Take over what has been found about the current position."""
        for number, analyst in self._analysts.items():
            found = analyst.found()
            if found is not None and found.task.number == self._number:
                self._records[number] = _record(found)
        feared = self._threat_analyst.found()
        if feared is not None and feared.task.number == self._number:
            self._threat = _threat(feared)

    def _publish_news(self) -> None:
        with self._workspace.lock:
            if self._running:
                self._collect()
            self._publish()


def _record(found: Found) -> dict[str, Any]:
    """Return what an engine has found."""
    infos = [found.infos[rank] for rank in sorted(found.infos)]
    lines = [
        _line(found.task.board, rank, info)
        for rank, info in enumerate(known_lines(infos[: found.task.lines]), 1)
    ]
    record = _no_record()
    for name in ("depth", "seldepth", "nodes", "nps", "hashfull"):
        values = [info[name] for info in infos if name in info]
        record[name] = max(values, default=0)
    record["lines"] = lines
    if found.error is not None:
        record["error"] = found.error
    return record


def _no_record() -> dict[str, Any]:
    return {"depth": 0, "seldepth": 0, "nodes": 0, "nps": 0, "hashfull": 0, "lines": []}


def _line(board: Board, rank: int, info: InfoDict) -> dict[str, Any]:
    wdl = info.get("wdl")
    return {
        "rank": rank,
        "score": score_record(info["score"]),
        "wdl": None if wdl is None else list(wdl.white()),
        "depth": info.get("depth", 0),
        "pv": line_records(board, info["pv"]),
    }


def line_records(board: Board, moves: Sequence[Move]) -> list[dict[str, str]]:
    """Return the moves of a line with the positions after them; it ends before an illegal move."""
    board = board.copy(stack=False)
    found = []
    for move in moves[:_LONGEST_LINE]:
        if not board.is_legal(move):
            break
        record = {"uci": board.uci(move), "san": board.san(move)}
        board.push(move)
        record["fen"] = board.fen(shredder=board.chess960)
        found.append(record)
    return found


def _threat(found: Found) -> dict[str, Any] | None:
    """Return what the opponent would play if the side to move passed."""
    info = found.infos.get(1)
    if info is None or not info.get("pv") or "score" not in info:
        return None
    record: dict[str, Any] = dict(line_records(found.task.board, info["pv"][:1])[0])
    record["score"] = score_record(info["score"])
    return record


def _passed(board: Board) -> Board | None:
    """Return the position after a null move, or None where that isn't a position to search."""
    if board.is_check():
        return None
    passed = board.copy(stack=False)
    passed.push(Move.null())
    passed.clear_stack()
    return passed if passed.is_countable() and any(passed.legal_moves) else None
