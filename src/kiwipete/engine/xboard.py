"""An XBoard engine under asyncio; the protocol is also known as WinBoard or CECP."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from kiwipete.board import Board, Move
from kiwipete.engine.analysis import AnalysisResult, Search
from kiwipete.engine.options import NO_OPTIONS, ConfigMapping, ConfigValue, Option
from kiwipete.engine.process import LOGGER, CommandLine
from kiwipete.engine.protocol import Protocol, start
from kiwipete.engine.search_types import (
    INFO_ALL,
    INFO_NONE,
    BestMove,
    EngineTerminatedError,
    Info,
    Limit,
    Opponent,
    PlayResult,
)
from kiwipete.engine.xboard_game import (
    GAME_OPTIONS,
    XBoardGame,
    XBoardSearch,
    beginning,
    opponent_options,
)
from kiwipete.engine.xboard_text import (
    XBOARD_ERROR_REGEX,
    XBoardFeatures,
    limit_commands,
    option_command,
    result_command,
)
from kiwipete.errors import EngineError

# How many seconds an engine may take to print its first line, since it may still be starting,
# and from then on to list its features.
_FIRST_WORD, _GREETING = 8.0, 2.0


class XBoardProtocol(Protocol):
    """An engine that speaks the XBoard protocol, version 2, with `ping` and `setboard`."""

    def __init__(self) -> None:
        super().__init__()
        for option in GAME_OPTIONS:
            self._settings.add(option)
        self.features = XBoardFeatures()
        self._greeted: asyncio.Future[None] = self.loop.create_future()
        self._greeting_end: asyncio.TimerHandle | None = None
        self._has_spoken = False
        self._pings = 0
        self._pongs: dict[int, asyncio.Future[None]] = {}
        self._game = XBoardGame()
        self._commands: set[str] = set()  # the names of options that are commands
        self._clock_id: object = None
        self._excluding = False
        self._pondering = False
        # After a failure, leftover lines of the old search may still arrive.
        self._failed = False

    async def initialize(self) -> None:
        """Send `xboard` to the engine, and read its features."""
        self._check_new()
        self.send_lines(["xboard", "protover 2"])
        self._end_greeting_in(_FIRST_WORD)
        try:
            await asyncio.shield(self._greeted)
        finally:
            self._end_greeting_in(None)
        self.features.check()
        self.send_lines(self.features.replies())
        commands = self.features.commands()
        self._commands = {option.name for option in commands}
        for option in (*self.features.options, *commands):
            self._settings.add(option)
        if "myname" in self.features:
            self.id["name"] = str(self.features["myname"])
        self.initialized = True

    async def ping(self) -> None:
        """Wait until the engine replies."""
        self._check_initialized()
        await self._end_command()
        number = self._send_ping()
        answered = self._pongs[number] = self.loop.create_future()
        try:
            await answered
        finally:
            self._pongs.pop(number, None)

    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Send the opponent to the engine at the beginning of the next game."""
        if opponent is not None:
            await self.configure(opponent_options(opponent, engine_rating))

    async def send_game_result(
        self,
        board: Board,
        winner: bool | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Send the result of a game to the engine."""
        self._check_initialized()
        result = result_command(board, winner, game_ending, game_complete)
        async with self._turn:
            await self._end_search()
            await self._set_up(board, self._game.key, {})
            self.send_line(result)

    async def play(
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
        """Return the engine's move, whether it offers a draw, and whether it resigns.

        A different `game` object starts a new game, and so does an `opponent`. With `ponder` the
        engine searches during the opponent's turn as well.
        """
        self._check_initialized()
        if root_moves is not None:
            raise EngineError("XBoard engines take root moves only for an analysis")
        if limit.nodes is not None and not self.features.get("nps", 1):
            raise EngineError("engine does not support limits by nodes (feature nps=0)")
        async with self._turn:
            level = limit.clock_id is None or limit.clock_id != self._clock_id
            limits = limit_commands(limit, board.turn, level=level)
            who = {} if opponent is None else opponent_options(opponent, None)
            self._settings.checked(who)
            await self._end_search()
            self.send_lines(self._settings.commands(options))
            await self._set_up(board, game, {**options, **who}, anew=opponent is not None)
            self._clock_id = limit.clock_id
            draw = ["draw"] if draw_offered and self.features.get("draw", 1) else []
            thinking = ["post" if info else "nopost", "hard" if ponder else "easy"]
            self.send_lines([*limits, *draw, *thinking, "go"])
            self._pondering = ponder
            self._search = search = XBoardSearch(board, info)
        best = await self._best_move(search)
        return PlayResult(
            best.move,
            best.ponder,
            search.info,
            draw_offered=search.draw_offered,
            resigned=search.resigned,
        )

    async def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
    ) -> AnalysisResult:
        """Start an analysis; without a limit it runs until it is stopped."""
        self._check_initialized()
        limit = limit or Limit()
        if multipv is not None:
            raise EngineError("XBoard engines find one line only (multipv)")
        if limit.white_clock is not None or limit.black_clock is not None:
            raise EngineError("XBoard engines have no clocks in an analysis")
        if root_moves is not None and not self.features.get("exclude"):
            raise EngineError("engine does not take root moves (feature exclude)")
        included = None if root_moves is None else [board.xboard(move) for move in root_moves]
        async with self._turn:
            await self._end_search()
            self.send_lines(self._settings.commands(options))
            await self._set_up(board, game, options)
            if included is not None:
                self._excluding = True
                self.send_lines(["exclude all", *(f"include {move}" for move in included)])
            self.send_lines(["post", "analyze"])
            result = AnalysisResult(stop=lambda: self._stop(search))
            self._search = search = XBoardSearch(board, info, result)
            search.limit = limit
            if limit.time is not None:
                timer = self.loop.call_later(limit.time, result.stop)
                search.finished.add_done_callback(lambda _: timer.cancel())
        return result

    def line_received(self, line: str) -> None:
        """Handle a line from the engine; unexpected lines are logged."""
        word, rest = (*line.split(None, 1), "", "")[:2]
        if not (self._has_spoken or self._greeted.done()):
            self._has_spoken = True
            self._end_greeting_in(_GREETING)
        if word == "feature" and not self._greeted.done():
            self._take_features(rest)
        elif word == "pong":
            self._take_pong(rest.strip())
        elif XBOARD_ERROR_REGEX.match(line):
            self._take_error(line)
        elif isinstance(self._search, XBoardSearch) and word:
            self._take_answer(self._search, line)
        elif word and not word.startswith("#"):
            # Many engines print their name before the first command.
            level = logging.WARNING if self._search is not None else logging.DEBUG
            LOGGER.log(level, "%s: unexpected line: %r", self, line[:200])

    def engine_terminated(self, error: EngineTerminatedError) -> None:
        """Fail all waiting calls of an engine that has ended."""
        super().engine_terminated(error)
        for answer in self._pongs.values():
            if not answer.done():
                answer.set_exception(error)
        self._pongs.clear()

    def _end_greeting_in(self, seconds: float | None) -> None:
        """Wait this long for the end of the features; None for no limit."""
        if self._greeting_end is not None:
            self._greeting_end.cancel()
        if seconds is not None:
            self._greeting_end = self.loop.call_later(seconds, self._end_greeting)

    def _end_greeting(self) -> None:
        LOGGER.warning("%s: no done=1 after its features", self)
        if not self._greeted.done():
            self._greeted.set_result(None)

    def _take_features(self, text: str) -> None:
        self.features.read(text)
        if self.features.get("done"):
            self._greeted.set_result(None)
        elif "done" in self.features:
            self._end_greeting_in(None)

    def _option_command(self, option: Option, value: ConfigValue) -> str:
        """Return the command that sets an option; empty if it is sent when a game begins."""
        if option in GAME_OPTIONS:
            return ""
        if option.name in self._commands:
            return f"{option.name} {value}"
        return option_command(option, value)

    async def _set_up(
        self, board: Board, game: object, options: ConfigMapping, *, anew: bool = False
    ) -> None:
        """Set up a board, in a new game if necessary."""
        if self._failed:
            await asyncio.wait_for(self.ping(), self.patience)
            self._failed = False
            self._game.forget()
        if anew:
            self._game.forget()
        lines = self._game.set_up(
            board,
            game,
            beginning=beginning(self._settings, options),
            variants=self.features.variants(),
            move_prefix="usermove " if self.features.get("usermove") else "",
        )
        if self._excluding and lines[0] == "force":
            lines.insert(1, "include all")
        self._excluding = False
        self.send_lines(lines)

    def _send_ping(self) -> int:
        self._pings += 1
        self.send_line(f"ping {self._pings}")
        return self._pings

    def _take_pong(self, text: str) -> None:
        number = int(text) if text.isdecimal() and len(text) < 20 else 0
        search = self._search
        if isinstance(search, XBoardSearch) and number == search.last_ping:
            self._search = None
            if search.result is None and search.move is not None:
                self._game.push(search.move)
            search.finish(BestMove(search.move, search.ponder))
        elif number in self._pongs and not self._pongs[number].done():
            self._pongs[number].set_result(None)

    def _take_error(self, line: str) -> None:
        idle = self._search is None and self._greeted.done()
        if idle or (self._search is not None and self._search.stopping):
            # It may not support stopping; it still replies to the ping.
            LOGGER.warning("%s: %s", self, line)
        else:
            self._fail(EngineError(line.strip()))

    def _fail(self, error: EngineError) -> None:
        self._failed = True
        if not self._greeted.done():
            self._greeted.set_exception(error)
            self._greeted.exception()  # mark it as retrieved
        super()._fail(error)

    def _take_answer(self, search: XBoardSearch, line: str) -> None:
        """Handle a line that the engine sends during a search."""
        try:
            is_over = search.take(line)
        except EngineError as error:
            self._fail(error)
            return
        if is_over and search.result is not None:
            search.result.stop()
        elif is_over:
            self._wind_up(search)

    def _wind_up(self, search: XBoardSearch) -> None:
        """Send a ping; its reply comes after everything about a search."""
        if search.last_ping is None:
            search.last_ping = self._send_ping()

    async def _end_search(self) -> None:
        await super()._end_search()
        if self._pondering:
            self._pondering = False
            self.send_line("easy")
            await asyncio.wait_for(self.ping(), self.patience)

    def _send_stop(self, search: Search) -> None:
        assert isinstance(search, XBoardSearch)
        if search.result is not None:
            self.send_lines([".", "exit"])
            self._wind_up(search)
        elif search.last_ping is None:
            self.send_line("?")


async def popen_xboard(
    command: CommandLine, *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, XBoardProtocol]:
    """Start an XBoard engine; `command` is a program, or a list of it and its arguments."""
    return await start(XBoardProtocol, command, setpgrp=setpgrp, **popen_args)
