"""A UCI engine under asyncio."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import time
from collections import deque
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
from kiwipete.engine.uci_board import (
    PositionText,
    go_for_limit,
    read_best_move,
    read_info,
    rules_of,
)
from kiwipete.engine.uci_grammar import read_option, setoption_command, split_line
from kiwipete.errors import EngineError


class UciSearch(Search):
    """A search that may be pondering on a move that the opponent has not made yet."""

    position = ""
    pondering = False


class UciProtocol(Protocol):
    """An engine that speaks UCI."""

    def __init__(self) -> None:
        super().__init__()
        self._answers: dict[str, deque[asyncio.Future[None]]] = {
            "uciok": deque(),
            "readyok": deque(),
        }
        self._position_text = PositionText()
        self._no_game_yet = True
        self._game: object = None
        self._opponent: Opponent | None = None  # of every game
        self._guest: Opponent | None = None  # of the current game only

    async def initialize(self) -> None:
        """Send `uci` to the engine, and read its options."""
        self._check_new()
        await self._ask("uci", "uciok")
        self.initialized = True

    async def ping(self) -> None:
        """Wait until the engine replies."""
        self._check_initialized()
        await self._end_command()
        await self._ask("isready", "readyok")

    def debug(self, on: bool = True) -> None:
        """Turn the engine's debug mode on or off."""
        self.send_line("debug on" if on else "debug off")

    async def send_opponent_information(
        self,
        *,
        opponent: Opponent | None = None,
        engine_rating: int | None = None,  # noqa: ARG002
    ) -> None:
        """Send the opponent to the engine at the beginning of the next game."""
        if opponent is not None:
            self._check_opponent(opponent)
            self._opponent = opponent

    async def send_game_result(
        self,
        board: Board,
        winner: bool | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Do nothing: UCI has no command for results."""

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
        """Return the engine's move.

        A different `game` object starts a new game, and so does another `opponent`. With
        `ponder` the engine then searches the position after the reply it expects. UCI has no
        draw offers.
        """
        started = time.monotonic()
        self._check_initialized()
        async with self._turn:
            rules_of(board, self.options)  # before anything is sent or stopped
            position = self._position_text.command(board)
            go = go_for_limit(limit, board=board, root_moves=root_moves)
            search = self._pondered(board, position, game, info)
            another = root_moves is not None or opponent != self._guest
            if search is not None and (another or self._settings.would_change(options)):
                search = None
            if search is not None:
                search.pondering = False
                self.send_line("ponderhit")
            else:
                await self._end_search()
                self.send_lines(self._settings.automatic("UCI_AnalyseMode", False, options))
                await self._prepare(game, options, ponder=ponder, multipv=1, opponent=opponent)
                search = self._start(board, position, go, info)
        best = await self._best_move(search)
        if ponder and best.move and best.ponder and not self._search and not self._turn.locked():
            self._start_pondering(board, best, _after(limit, board.turn, started), info)
        return PlayResult(best.move, best.ponder, search.info)

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
        async with self._turn:
            rules_of(board, self.options)  # before anything is sent or stopped
            position = self._position_text.command(board)
            go = go_for_limit(
                limit or Limit(), board=board, root_moves=root_moves, infinite=limit is None
            )
            await self._end_search()
            self.send_lines(self._settings.automatic("UCI_AnalyseMode", True, options))
            guest = self._guest if game == self._game else None
            await self._prepare(game, options, ponder=False, multipv=multipv or 1, opponent=guest)
            result = AnalysisResult(stop=lambda: self._stop(search))
            search = self._start(board, position, go, info, result)
        return result

    def line_received(self, line: str) -> None:
        """Take a line that the engine has written; what makes no sense is noted in the log."""
        word, rest = split_line(line)
        if word == "info":
            if (search := self._search) is not None:
                search.post(read_info(rest, search.root, search.wanted))
        elif word == "bestmove" and self._search is not None:
            self._take_best_move(rest)
        elif self._answers.get(word):
            answer = self._answers[word].popleft()
            if not answer.done():
                answer.set_result(None)
        elif word == "id":
            key, value = split_line(rest)
            self.id[key] = value
        elif word == "option":
            try:
                self._settings.add(read_option(rest))
            except EngineError as error:
                LOGGER.warning("%s: option left out: %s", self, error)
        elif word:
            # Many engines print their name before the first command.
            level = logging.WARNING if self.initialized else logging.DEBUG
            LOGGER.log(level, "%s: unexpected line: %r", self, line[:200])

    def engine_terminated(self, error: EngineTerminatedError) -> None:
        """Fail all waiting calls of an engine that has ended."""
        super().engine_terminated(error)
        for waiting in self._answers.values():
            for answer in waiting:
                if not answer.done():
                    answer.set_exception(error)
            waiting.clear()

    def _take_best_move(self, text: str) -> None:
        search, self._search = self._search, None
        assert isinstance(search, UciSearch)
        try:
            best = BestMove(None, None) if search.pondering else read_best_move(text, search.root)
        except EngineError as error:
            search.fail(error)
        else:
            search.finish(best)

    async def _ask(self, command: str, answer: str) -> None:
        """Send a command, and wait for the word that replies to it."""
        self.send_line(command)
        answered: asyncio.Future[None] = self.loop.create_future()
        # A cancelled entry stays: its reply may still come, and belongs to no other command.
        self._answers[answer].append(answered)
        await answered

    def _check_opponent(self, opponent: Opponent) -> None:
        if "UCI_Opponent" in self.options:
            self.options["UCI_Opponent"].parse(opponent.uci())

    async def _prepare(
        self,
        game: object,
        options: ConfigMapping,
        *,
        ponder: bool,
        multipv: int,
        opponent: Opponent | None,
    ) -> None:
        """Set the options for a search, and begin a new game if necessary."""
        if multipv > 1 and "MultiPV" not in self.options:
            raise EngineError("engine has no option MultiPV")
        if opponent is not None:
            self._check_opponent(opponent)
        lines = self._settings.commands(options)
        for name, value in (("MultiPV", multipv), ("Ponder", ponder)):
            if name in self.options:
                lines = [*self._settings.command(name, self.options[name].parse(value)), *lines]
        self.send_lines(lines)
        another = opponent != self._guest and "UCI_Opponent" in self.options
        if self._no_game_yet or self._game != game or another:
            self._no_game_yet, self._game, self._guest = False, game, opponent
            self.send_line("ucinewgame")
            opponent = opponent or self._opponent
            if opponent is not None:
                self._settings.forget("UCI_Opponent")  # each game has its own
                self.send_lines(self._settings.automatic("UCI_Opponent", opponent.uci(), options))
            await asyncio.wait_for(self.ping(), self.patience)

    def _start(
        self,
        board: Board,
        position: str,
        go: str,
        info: Info,
        result: AnalysisResult | None = None,
    ) -> UciSearch:
        """Send a position, and start a search."""
        rules = rules_of(board, self.options).items()
        settings = [line for rule in rules for line in self._settings.command(*rule)]
        self.send_lines([*settings, position, go])
        self._search = search = UciSearch(board, info, result)
        search.position = position
        return search

    def _option_command(self, option: Option, value: ConfigValue) -> str:
        return setoption_command(option, value)

    def _position(self, board: Board) -> None:
        """Send a position; custom commands call this although its name is private."""
        self.send_line(self._position_text.command(board))

    def _send_stop(self, search: Search) -> None:  # noqa: ARG002
        self.send_line("stop")

    def _start_pondering(self, board: Board, best: BestMove, limit: Limit, info: Info) -> None:
        assert best.move is not None
        assert best.ponder is not None
        expected = board.copy()
        expected.push(best.move)
        expected.push(best.ponder)
        go = go_for_limit(limit, board=expected, ponder=True)
        search = self._start(expected, self._position_text.command(expected), go, info)
        search.pondering = True

    def _pondered(self, board: Board, position: str, game: object, info: Info) -> UciSearch | None:
        """Return the search that ponders on this position, if there is one."""
        search = self._search
        if not isinstance(search, UciSearch) or not search.pondering or search.stopping:
            return None
        same = search.position == position and type(search.root) is type(board)
        return search if same and search.wanted == info and self._game == game else None


def _after(limit: Limit, turn: bool, started: float) -> Limit:
    """Return a limit with the time since the search began taken off the clock."""
    clock = "white_clock" if turn else "black_clock"
    seconds = getattr(limit, clock)
    if seconds is None:
        return limit
    left = max(0.0, seconds - (time.monotonic() - started))
    return dataclasses.replace(limit, **{clock: left})


async def popen_uci(
    command: CommandLine, *, setpgrp: bool = False, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, UciProtocol]:
    """Start a UCI engine; `command` is a program, or a list of it and its arguments."""
    return await start(UciProtocol, command, setpgrp=setpgrp, **popen_args)
