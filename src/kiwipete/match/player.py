"""A UCI engine that plays in a match, and its failures."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass

from kiwipete.engine.options import Option, UciOptionMap
from kiwipete.engine.uci_grammar import (
    best_move_words,
    info_items,
    read_name,
    read_option,
    scores_best_line,
    setoption_command,
    split_line,
)
from kiwipete.errors import EngineError
from kiwipete.match.record import MATE, MoveInfo
from kiwipete.subprocesses.process import Process
from kiwipete.untrusted_text import in_short

# How long an engine may take to start, and to be ready for a game, in seconds.
_START = 20.0
# How long an engine that has exceeded its time may take to obey `stop`.
_STOP = 2.0
_QUIT = 0.5
_WIDTH = 200
# How Kiwipete says that it cannot use the value of an option, such as a damaged network.
_REFUSAL = "info string setoption: "

# Numbers beyond these are not meant.
_LARGEST_SCORE, _DEEPEST, _MOST_NODES = 10**6, 10**4, 10**18


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
class Reply:
    """The move that an engine chose, empty if none; its line, and the facts about its search."""

    move: str
    line: str
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
        for line in self._lines_until("readyok", _START):
            if line.startswith(_REFUSAL):
                raise self._refuse(in_short(line.removeprefix(_REFUSAL), _WIDTH))

    def think(self, position: str, go: str, limit: float | None, patience: float) -> Reply:
        """Ask for a move.

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
            word, rest = split_line(line)
            if word == "info":
                if scores_best_line(rest):
                    said = rest
            elif word == "bestmove":
                seconds = time.monotonic() - start
                move, _ = best_move_words(rest)
                return Reply(move, line, move_info(said, seconds), in_time)

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
        """Take a line that an engine introduces itself with."""
        word, rest = split_line(line)
        if word == "option":
            try:
                option = read_option(rest)
            except EngineError:
                return  # one that nobody can set
            self.options[option.name] = option
        elif name := read_name(line):
            self.id_name = in_short(name, 60)

    def _settings(self) -> Iterator[str]:
        """Yield the commands that set the options; raises PlayerFailure if one cannot be set."""
        given = {name.lower() for name, _ in self.spec.options}
        for name, value in self.spec.wishes:
            if name in self.options and name.lower() not in given:
                with contextlib.suppress(EngineError):  # no harm done
                    yield _setting(self.options[name], value)
        must = [*self.spec.options, *([("UCI_Chess960", "true")] if self._chess960 else [])]
        for name, value in must:
            if name not in self.options:
                raise self._refuse(f"it has no option {name!r}")
            try:
                yield _setting(self.options[name], value)
            except EngineError as error:
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
    """Return the command that sets an option; EngineError if the value does not fit."""
    return setoption_command(option, option.parse(value))


def move_info(text: str, seconds: float) -> MoveInfo:
    """Return what the last info line of a search says, read from after the word `info`.

    >>> move_info("depth 9 score mate -2 nodes 100", 0.5)
    MoveInfo(seconds=0.5, score=-99998, depth=9, nodes=100)
    """
    score = depth = nodes = None
    for key, value in info_items(text):
        if key == "score":
            if abs(value[1]) < _LARGEST_SCORE:
                score = _centipawns(*value)
        elif key == "depth":
            depth = value if 0 <= value < _DEEPEST else None
        elif key == "nodes":
            nodes = value if 0 <= value < _MOST_NODES else None
    return MoveInfo(seconds, score, depth, nodes)


def _centipawns(unit: str, number: int) -> int:
    if unit == "cp":
        return number
    return MATE - number if number > 0 else -MATE - number
