"""A UCI engine under asyncio."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import time
from collections import deque
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from kiwipete.board import Board, Move
from kiwipete.engine.analysis import AnalysisResult
from kiwipete.engine.errors import EngineError, EngineTerminatedError
from kiwipete.engine.info import INFO_ALL, INFO_NONE, Info, InfoDict
from kiwipete.engine.limits import Limit, Opponent
from kiwipete.engine.options import ConfigMapping, Option, UciOptionMap, read_option
from kiwipete.engine.process import LOGGER, Command, EngineProcess
from kiwipete.engine.results import BestMove, PlayResult
from kiwipete.engine.search import Search
from kiwipete.engine.settings import Settings
from kiwipete.engine.uci_text import go_command, position_command

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})


class UciProtocol(EngineProcess):
    """A UCI engine: one search at a time, and a new one stops the one before."""

    def __init__(self) -> None:
        super().__init__()
        self.initialized = False
        # How many seconds an engine may take to stop and to be ready; None for any time.
        self.patience: float | None = None
        self.id: dict[str, str] = {}
        self._settings = Settings()
        self._answers: dict[str, deque[asyncio.Future[None]]] = {
            "uciok": deque(),
            "readyok": deque(),
        }
        self._search: Search | None = None
        self._turn = asyncio.Lock()
        self._no_game_yet = True
        self._game: object = None
        self._opponent: Opponent | None = None

    @property
    def options(self) -> UciOptionMap[Option]:
        """The options that the engine has, by their names in any case."""
        return self._settings.options

    async def initialize(self) -> None:
        """Ask the engine to speak UCI, and read which options it has."""
        await self._ask("uci", "uciok")
        self.initialized = True

    async def ping(self) -> None:
        """Wait until the engine answers."""
        await self._ask("isready", "readyok")

    def debug(self, on: bool = True) -> None:
        """Tell the engine to say more, or less."""
        self.send_line("debug on" if on else "debug off")

    async def configure(self, options: ConfigMapping) -> None:
        """Set options for good."""
        async with self._turn:
            values = self._settings.checked(options)
            await self._end_search()
            for name, value in values.items():
                self._send(self._settings.command(name, value))
            self._settings.keep(values)

    async def send_opponent_information(
        self,
        *,
        opponent: Opponent | None = None,
        engine_rating: int | None = None,  # noqa: ARG002
    ) -> None:
        """Tell the engine at the beginning of the next game against whom it plays."""
        self._opponent = opponent

    async def send_game_result(
        self,
        board: Board,
        winner: bool | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Do nothing: UCI has no words for results."""

    async def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,  # noqa: ARG002
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
        opponent: Opponent | None = None,
    ) -> PlayResult:
        """Return the move the engine plays.

        A new `game` object tells the engine that a new game begins. With `ponder` it goes on
        thinking about the move it expects. UCI has no draw offers.
        """
        started = time.monotonic()
        async with self._turn:
            position = position_command(board)
            go = go_command(limit, board=board, root_moves=root_moves)
            same_kind = root_moves is None and not options
            search = self._pondered(position, game, info) if same_kind else None
            if search is not None:
                search.pondering = False
                self.send_line("ponderhit")
            else:
                await self._end_search()
                self._send(self._settings.automatic("UCI_AnalyseMode", False, options))
                await self._prepare(game, options, ponder=ponder, multipv=1, opponent=opponent)
                search = self._start(board, position, go, info)
        best = await self._best_move(search)
        if ponder and best.move and best.ponder and not self._search and not self._turn.locked():
            self._start_pondering(board, best, _after(limit, board.turn, started), info)
        return PlayResult(best.move, best.ponder, search.info)

    async def analyse(
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
        """Return what the engine finds within a limit: with `multipv` a list, best line first."""
        analysis = await self.analysis(
            board,
            limit,
            multipv=multipv,
            game=game,
            info=info,
            root_moves=root_moves,
            options=options,
        )
        with analysis:
            await analysis.wait()
        return analysis.info if multipv is None else analysis.multipv

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
        """Start an analysis, without a limit one that runs until it is stopped."""
        async with self._turn:
            position = position_command(board)
            go = go_command(
                limit or Limit(), board=board, root_moves=root_moves, infinite=limit is None
            )
            await self._end_search()
            self._send(self._settings.automatic("UCI_AnalyseMode", True, options))
            await self._prepare(game, options, ponder=False, multipv=multipv or 1)
            result = AnalysisResult(stop=lambda: self._stop(search))
            search = self._start(board, position, go, info, result)
        return result

    async def quit(self) -> None:
        """Ask the engine to end, and wait until it has."""
        self.send_line("quit")
        await asyncio.shield(self.returncode)

    def line_received(self, line: str) -> None:
        """Take a line that the engine has written; what makes no sense is noted in the log."""
        word, _, rest = line.strip().partition(" ")
        if word == "info":
            if self._search is not None:
                self._search.take_info(rest)
        elif word == "bestmove" and self._search is not None:
            search, self._search = self._search, None
            search.take_best_move(rest.strip())
        elif self._answers.get(word):
            answer = self._answers[word].popleft()
            if not answer.done():
                answer.set_result(None)
        elif word == "id":
            key, _, value = rest.strip().partition(" ")
            self.id[key] = value.strip()
        elif word == "option":
            try:
                self._settings.add(read_option(rest))
            except EngineError as error:
                LOGGER.warning("%s: option left out: %s", self, error)
        elif word:
            # Many engines say their name before they are asked.
            level = logging.WARNING if self.initialized else logging.DEBUG
            LOGGER.log(level, "%s: unexpected line: %r", self, line[:200])

    def engine_terminated(self, error: EngineTerminatedError) -> None:
        """Let nobody wait for an engine that has ended."""
        search, self._search = self._search, None
        if search is not None:
            search.fail(error)
        for waiting in self._answers.values():
            for answer in waiting:
                if not answer.done():
                    answer.set_exception(error)
            waiting.clear()

    async def _ask(self, command: str, answer: str) -> None:
        """Send a command, and wait for the word that answers it."""
        self.send_line(command)
        answered: asyncio.Future[None] = self.loop.create_future()
        # One that is waited for no more stays: its answer may come late, and is not another's.
        self._answers[answer].append(answered)
        await answered

    def _send(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.send_line(line)

    async def _prepare(
        self,
        game: object,
        options: ConfigMapping,
        *,
        ponder: bool,
        multipv: int,
        opponent: Opponent | None = None,
    ) -> None:
        """Set the options for a search, and begin a new game if it is one."""
        lines = self._settings.commands(options)
        for name, value in (("Ponder", ponder), ("MultiPV", multipv)):
            if name in self.options:
                self._send(self._settings.command(name, self.options[name].parse(value)))
            elif name == "MultiPV" and multipv > 1:
                raise EngineError("engine has no option MultiPV")
        self._send(lines)
        if self._no_game_yet or self._game != game:
            self._no_game_yet, self._game = False, game
            self.send_line("ucinewgame")
            opponent = opponent or self._opponent
            if opponent is not None:
                self._send(self._settings.automatic("UCI_Opponent", opponent.uci(), options))
            await asyncio.wait_for(self.ping(), self.patience)

    def _start(
        self,
        board: Board,
        position: str,
        go: str,
        info: Info,
        result: AnalysisResult | None = None,
    ) -> Search:
        """Send a position, and start a search."""
        if "UCI_Chess960" in self.options:
            self._send(self._settings.command("UCI_Chess960", board.chess960))
        elif board.chess960:
            raise EngineError("engine has no option UCI_Chess960")
        self.send_line(position)
        self.send_line(go)
        self._search = search = Search(board, position, info, result)
        return search

    async def _best_move(self, search: Search) -> BestMove:
        try:
            return await asyncio.shield(search.finished)
        except asyncio.CancelledError:
            self._stop(search)
            raise

    def _stop(self, search: Search) -> None:
        if self._search is search and not search.stopping:
            search.stopping = True
            self.send_line("stop")

    async def _end_search(self) -> None:
        """Stop the search that runs, if any, and wait for its end."""
        while self._search is not None:
            search = self._search
            self._stop(search)
            await asyncio.wait_for(asyncio.wait([search.finished]), self.patience)

    def _start_pondering(self, board: Board, best: BestMove, limit: Limit, info: Info) -> None:
        assert best.move is not None
        assert best.ponder is not None
        expected = board.copy()
        expected.push(best.move)
        expected.push(best.ponder)
        go = go_command(limit, board=expected, ponder=True)
        search = self._start(expected, position_command(expected), go, info)
        search.pondering = True

    def _pondered(self, position: str, game: object, info: Info) -> Search | None:
        """Return the search that ponders on just this, if there is one."""
        search = self._search
        if search is None or not search.pondering or search.stopping:
            return None
        same = search.position == position and search.wanted == info and self._game == game
        return search if same else None


def _after(limit: Limit, turn: bool, started: float) -> Limit:
    """Return a limit whose clock has run since a search began."""
    clock = "white_clock" if turn else "black_clock"
    seconds = getattr(limit, clock)
    if seconds is None:
        return limit
    left = max(0.0, seconds - (time.monotonic() - started))
    return dataclasses.replace(limit, **{clock: left})


async def popen_uci(
    command: Command, *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, UciProtocol]:
    """Start a UCI engine; `command` is a program, or a list of it and its arguments."""
    transport, protocol = await UciProtocol.popen(command, setpgrp=setpgrp, **popen_args)
    try:
        await protocol.initialize()
    except BaseException:
        protocol.kill()
        transport.close()
        await asyncio.wait([protocol.returncode], timeout=1)
        raise
    return transport, protocol
