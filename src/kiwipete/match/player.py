"""A UCI engine that plays in a match, and its failures."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from kiwipete.engine.errors import EngineError as OptionError
from kiwipete.engine.options import Option, UciOptionMap, read_option
from kiwipete.errors import EngineError
from kiwipete.foreign_text import in_short
from kiwipete.match.record import MATE, MoveInfo
from kiwipete.subprocesses.process import Process

# How long an engine may take to start, and to be ready for a game, in seconds.
_START = 20.0
# How long an engine that has exceeded its time may take to obey `stop`.
_STOP = 2.0
_QUIT = 0.5
_WIDTH = 200

_SCORE = re.compile(r"\bscore (cp|mate) (-?\d{1,6})\b")
_DEPTH = re.compile(r"\bdepth (\d{1,4})\b")
_NODES = re.compile(r"\bnodes (\d{1,18})\b")
_OTHER_LINES = re.compile(r"\bmultipv (?!1\b)")


class PlayerFailure(Exception):
    """A player that cannot go on; `kind` is one of FAILURES."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"{kind}: {detail}" if detail else kind)
        self.kind = kind
        self.detail = detail


@dataclass(frozen=True)
class EngineSpec:
    """A participant: a name, a command, and the options to set.

    The engine must have all `options`; `wishes` are set only if it has them.
    """

    name: str
    command: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    wishes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Answer:
    """The engine's move as it wrote it, and its information on it."""

    move: str
    info: MoveInfo
    in_time: bool


class Player:
    """An engine's process, started when it is needed, and restarted after a failure."""

    def __init__(self, spec: EngineSpec, *, chess960: bool = False) -> None:
        self.spec = spec
        self.id_name = ""
        self.options: UciOptionMap[Option] = UciOptionMap()
        self._chess960 = chess960
        self._process: Process | None = None

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The id of the engine's process; None if there is none."""
        process = self._process
        return None if process is None else process.pid

    def new_game(self) -> None:
        """Prepare for a game; raises PlayerFailure if the engine does not get ready."""
        if self._process is None:
            self._start()
        self._send("ucinewgame", "isready")
        self._read_until("readyok", _START)

    def think(self, position: str, go: str, limit: float | None, patience: float) -> Answer:
        """Request a move.

        An engine with a `limit` in seconds may take `patience` longer; one without has only
        `patience`. Then it gets `stop`, and its move is late; an engine that ignores `stop` hangs.
        """
        process = self._running()
        process.forget()
        start = time.monotonic()
        process.send(position, go)
        deadline = start + (limit or 0.0) + patience
        said, in_time = "", True
        while True:
            try:
                line = process.read_line(deadline)
            except TimeoutError:
                if not in_time:
                    raise self._hang(f"no move after {time.monotonic() - start:.1f} s") from None
                in_time = False
                process.send("stop")
                deadline = time.monotonic() + _STOP
                continue
            if line is None:
                raise self._crash()
            if line.startswith("info "):
                if " score " in line and not _OTHER_LINES.search(line):
                    said = line
            elif line.lstrip().startswith("bestmove"):
                seconds = time.monotonic() - start
                word = [*line.split(), ""][1]
                return Answer(word, read_info(said, seconds), in_time)

    def close(self) -> None:
        """End the engine: send `quit`, then kill it."""
        if self._process is not None:
            process, self._process = self._process, None
            process.send("quit")
            process.end_input()
            process.wait(time.monotonic() + _QUIT)
            process.close()

    def kill(self) -> None:
        """Kill the engine; it is restarted for the next game."""
        if self._process is not None:
            process, self._process = self._process, None
            process.close()

    def abandon(self) -> None:
        """Kill the engine from another thread, even during a search, when the match ends."""
        process = self._process
        if process is not None:
            process.kill()

    def _start(self) -> None:
        try:
            self._process = Process(self.spec.command)
        except EngineError as error:
            raise PlayerFailure("crash", str(error)) from error
        self._send("uci")
        self.options = UciOptionMap()
        for line in self._lines_until("uciok", _START):
            self._learn(line)
        self._send(*self._settings())

    def _learn(self, line: str) -> None:
        """Read a line of the reply to `uci`."""
        word, _, rest = line.partition(" ")
        if word == "option":
            try:
                option = read_option(rest)
            except OptionError:
                return  # an option that cannot be set
            self.options[option.name] = option
        elif word == "id" and rest.startswith("name "):
            self.id_name = in_short(rest.removeprefix("name "), 60)

    def _settings(self) -> Iterator[str]:
        """Yield the commands that set the options; raises PlayerFailure if one cannot be set."""
        given = {name.lower() for name, _ in self.spec.options}
        for name, value in self.spec.wishes:
            if name in self.options and name.lower() not in given:
                with contextlib.suppress(OptionError):  # it is only a wish
                    yield _setting(self.options[name], value)
        must = [*self.spec.options, *([("UCI_Chess960", "true")] if self._chess960 else [])]
        for name, value in must:
            if name not in self.options:
                raise self._refuse(f"it has no option {name!r}")
            try:
                yield _setting(self.options[name], value)
            except OptionError as error:
                raise self._refuse(str(error)) from error

    def _refuse(self, reason: str) -> PlayerFailure:
        self.kill()
        return PlayerFailure("crash", reason)

    def _running(self) -> Process:
        if self._process is None:
            raise PlayerFailure("crash", "it was not started")
        return self._process

    def _send(self, *lines: str) -> None:
        self._running().send(*lines)

    def _read_until(self, word: str, seconds: float) -> None:
        for _ in self._lines_until(word, seconds):
            pass

    def _lines_until(self, word: str, seconds: float) -> Iterator[str]:
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._running().read_line(deadline)
            except TimeoutError:
                raise self._hang(f"no {word} after {seconds:g} s") from None
            if line is None:
                raise self._crash()
            if line.strip() == word:
                return
            yield line

    def _hang(self, detail: str) -> PlayerFailure:
        self.kill()
        return PlayerFailure("hang", detail)

    def _crash(self) -> PlayerFailure:
        process = self._running()
        words = "; ".join(process.last_words()[-2:])
        detail = process.ending() + (f": {words}" if words else "")
        self.kill()
        return PlayerFailure("crash", in_short(detail, _WIDTH))


def _setting(option: Option, value: str) -> str:
    """Return the command that sets an option; raises OptionError for an invalid value."""
    parsed = option.parse(value)
    if parsed is None:  # a button
        return f"setoption name {option.name}"
    text = str(parsed).lower() if isinstance(parsed, bool) else str(parsed)
    return f"setoption name {option.name} value {text}"


def read_info(line: str, seconds: float) -> MoveInfo:
    """Return the information in an engine's last info line.

    >>> read_info("info depth 9 score mate -2 nodes 100", 0.5)
    MoveInfo(seconds=0.5, score=-99998, depth=9, nodes=100)
    """
    score, depth, nodes = _SCORE.search(line), _DEPTH.search(line), _NODES.search(line)
    return MoveInfo(
        seconds,
        _centipawns(score[1], int(score[2])) if score else None,
        int(depth[1]) if depth else None,
        int(nodes[1]) if nodes else None,
    )


def _centipawns(unit: str, number: int) -> int:
    if unit == "cp":
        return number
    return MATE - number if number > 0 else -MATE - number
