"""Engines for programs without an event loop: every call blocks until its result is there."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
import weakref
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from kiwipete.board import Board, Move
from kiwipete.engine.analysis import AnalysisResult
from kiwipete.engine.background import Background
from kiwipete.engine.options import NO_OPTIONS, ConfigMapping, Option, UciOptionMap
from kiwipete.engine.process import CommandLine
from kiwipete.engine.protocol import BaseCommand, Protocol, start
from kiwipete.engine.search_types import (
    INFO_ALL,
    INFO_NONE,
    BestMove,
    BlockingAnalysis,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    Opponent,
    PlayResult,
)
from kiwipete.engine.uci import UciProtocol
from kiwipete.engine.xboard import XBoardProtocol

# How long to wait for a process that has been killed, in seconds.
_LONGEST_END = 5.0

_T = TypeVar("_T")


class SimpleEngine:
    """An engine with blocking methods; a `with` block always ends it.

    A call that takes `timeout` seconds longer than its limit raises asyncio.TimeoutError;
    searches limited only by depth or nodes may take any time.
    """

    def __init__(
        self,
        transport: asyncio.SubprocessTransport,
        protocol: Protocol,
        *,
        timeout: float | None = 10.0,
        background: Background | None = None,
    ) -> None:
        self.transport = transport
        self.protocol = protocol
        self.timeout = timeout
        self._background = background = background or Background("engine", protocol.loop)
        # The engine also ends when this object is garbage collected, or the program ends.
        self._end = weakref.finalize(self, _end, transport, protocol, background, os.getpid())

    @classmethod
    def popen(
        cls,
        Protocol: type[Protocol],
        command: CommandLine,
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Start an engine that speaks a protocol."""
        background = Background(f"engine {command}")
        background.loop.set_debug(bool(debug))
        try:
            transport, protocol = background.run(
                start(Protocol, command, setpgrp=setpgrp, **popen_args), timeout
            )
        except BaseException:
            background.close()
            raise
        return cls(transport, protocol, timeout=timeout, background=background)

    @classmethod
    def popen_uci(
        cls,
        command: CommandLine,
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Start a UCI engine; `command` is a program, or a list of it and its arguments."""
        return cls.popen(
            UciProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args
        )

    @classmethod
    def popen_xboard(
        cls,
        command: CommandLine,
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Start an XBoard engine; `command` is a program, or a list of it and its arguments."""
        return cls.popen(
            XBoardProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args
        )

    @property
    def options(self) -> UciOptionMap[Option]:
        """The options of the engine."""
        return self.protocol.options.copy()

    @property
    def id(self) -> dict[str, str]:
        """The engine's name and author."""
        return self.protocol.id.copy()

    @property
    def returncode(self) -> int | None:
        """The exit code of the process; None while it runs."""
        return self.protocol.returncode.result() if self.protocol.returncode.done() else None

    def configure(self, options: ConfigMapping) -> None:
        """Set options permanently."""
        self._run(self.protocol.configure(options), self.timeout)

    def communicate(self, command_factory: Callable[[Any], BaseCommand[_T]]) -> _T:
        """Run a custom command made by the factory, and return its result."""
        return self._run(self.protocol.communicate(command_factory), self.timeout)

    def ping(self) -> None:
        """Wait until the engine replies."""
        self._run(self.protocol.ping(), self.timeout)

    def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Send the opponent to the engine at the beginning of the next game."""
        information = self.protocol.send_opponent_information(
            opponent=opponent, engine_rating=engine_rating
        )
        self._run(information, self.timeout)

    def send_game_result(
        self,
        board: Board,
        winner: bool | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Send the result of a game to the engine; UCI has no command for it."""
        result = self.protocol.send_game_result(board, winner, game_ending, game_complete)
        self._run(result, self.timeout)

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
        opponent: Opponent | None = None,
    ) -> PlayResult:
        """Return the engine's move."""
        play = self.protocol.play(
            board,
            limit,
            game=game,
            info=info,
            ponder=ponder,
            draw_offered=draw_offered,
            root_moves=root_moves,
            options=options,
            opponent=opponent,
        )
        return self._run(play, self._patience(board, limit))

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
    ) -> InfoDict | list[InfoDict]:
        """Analyse up to a limit and return the result; with `multipv` a list, best line first."""
        analyse = self.protocol.analyse(
            board,
            limit,
            multipv=multipv,
            game=game,
            info=info,
            root_moves=root_moves,
            options=options,
        )
        return self._run(analyse, self._patience(board, limit))

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
    ) -> SimpleAnalysisResult:
        """Start an analysis; without a limit it runs until it is stopped."""
        start = self.protocol.analysis(
            board,
            limit,
            multipv=multipv,
            game=game,
            info=info,
            root_moves=root_moves,
            options=options,
        )
        inner = self._run(start, self.timeout)
        return SimpleAnalysisResult(self, inner, self._patience(board, limit))

    def quit(self) -> None:
        """Send `quit` to the engine, and kill it if it does not end."""
        try:
            self._run(self.protocol.quit(), self.timeout)
        finally:
            self.close()

    def close(self) -> None:
        """Kill the process and its children, and end the thread."""
        self._end()

    def __enter__(self) -> SimpleEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<SimpleEngine (pid={self.transport.get_pid()})>"

    def _patience(self, board: Board, limit: Limit | None) -> float | None:
        """Return the total time that a search may take; None if it is not limited."""
        longest = None if limit is None else limit.longest(board.turn)
        return None if longest is None or self.timeout is None else longest + self.timeout

    def _run(self, coroutine: Coroutine[Any, Any, _T], timeout: float | None) -> _T:
        """Run a coroutine in the engine's thread, and wait for it."""
        if self._background.closed:
            coroutine.close()
            raise EngineTerminatedError("the engine has been closed")
        self.protocol.patience = self.timeout
        return self._background.run(coroutine, timeout)


def _end(
    transport: asyncio.SubprocessTransport,
    protocol: Protocol,
    background: Background,
    owner: int,
) -> None:
    """End a process and the thread that serves it."""
    if os.getpid() != owner:
        return  # in a forked process, both belong to the parent
    protocol.kill()

    async def ended() -> None:
        # Closing polls the process, and could take its exit code from asyncio's watcher.
        await asyncio.wait([protocol.returncode], timeout=_LONGEST_END)
        transport.close()
        await asyncio.sleep(0)  # waiting calls fail first

    try:
        if background.loop.is_running():  # a foreign loop may not be
            with contextlib.suppress(RuntimeError):
                background.run(ended())
    finally:
        background.close()


class SimpleAnalysisResult(BlockingAnalysis):
    """An analysis with blocking methods."""

    def __init__(
        self, simple_engine: SimpleEngine, inner: AnalysisResult, patience: float | None = None
    ) -> None:
        self.simple_engine = simple_engine
        self.inner = inner
        self._deadline = None if patience is None else time.monotonic() + patience

    @property
    def info(self) -> InfoDict:
        """The current information on the best line."""
        return self._now(lambda: self.inner.info.copy())

    @property
    def multipv(self) -> list[InfoDict]:
        """The current information on the best lines."""
        return self._now(lambda: [info.copy() for info in self.inner.multipv])

    def stop(self) -> None:
        """Stop the engine as soon as possible."""
        if self._deadline is None and self.simple_engine.timeout is not None:
            self._deadline = time.monotonic() + self.simple_engine.timeout
        self.simple_engine._background.soon(self.inner.stop)

    def wait(self) -> BestMove:
        """Wait until the analysis is finished."""
        return self._wait(self.inner.wait)

    def would_block(self) -> bool:
        """Return True if `get` would have to wait."""
        return self._now(self.inner.would_block)

    def empty(self) -> bool:
        """Return True if all information so far has been read."""
        return self._now(self.inner.empty)

    def get(self) -> InfoDict:
        """Wait for the next information; raises AnalysisComplete if there is no more."""
        return self._wait(self.inner.get)

    def __enter__(self) -> SimpleAnalysisResult:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _wait(self, method: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        left = None if self._deadline is None else max(0.001, self._deadline - time.monotonic())
        return self.simple_engine._run(method(), left)

    def _now(self, function: Callable[[], _T]) -> _T:
        async def call() -> _T:
            return function()

        return self.simple_engine._run(call(), self.simple_engine.timeout)
