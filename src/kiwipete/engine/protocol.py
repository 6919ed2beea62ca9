"""The interface of all engines, whatever their protocol: searches, options, custom commands."""

from __future__ import annotations

import asyncio
import enum
from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from kiwipete.board import Board, Move
from kiwipete.engine.analysis import AnalysisResult, Search
from kiwipete.engine.options import (
    NO_OPTIONS,
    ConfigMapping,
    ConfigValue,
    Option,
    Settings,
    UciOptionMap,
)
from kiwipete.engine.process import CommandLine, EngineProcess
from kiwipete.engine.search_types import (
    INFO_ALL,
    INFO_NONE,
    BestMove,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    Opponent,
    PlayResult,
)
from kiwipete.errors import EngineError

_P = TypeVar("_P", bound="Protocol")
_T = TypeVar("_T")


class CommandState(enum.Enum):
    """The state of a command."""

    NEW = enum.auto()
    ACTIVE = enum.auto()
    CANCELLING = enum.auto()
    DONE = enum.auto()


class BaseCommand(Generic[_T]):
    """A base class for commands: `start` sends it, and `line_received` reads the reply.

    A command receives every line until it calls `set_finished`. It sets `result` as soon as it
    has it. `protocol.communicate` and `SimpleEngine.communicate` run a command and return its
    result.
    """

    def __init__(self, engine: Protocol) -> None:
        self._engine = engine
        self.state = CommandState.NEW
        self.result: asyncio.Future[_T] = engine.loop.create_future()
        self.finished: asyncio.Future[None] = engine.loop.create_future()
        self._callbacks: list[Callable[[], None]] = []

    def check_initialized(self) -> None:
        """Raise EngineError if the engine has not been initialized."""
        if not self._engine.initialized:
            raise EngineError("the engine has not been initialized")

    def start(self) -> None:
        """Send the command."""
        raise NotImplementedError

    def line_received(self, line: str) -> None:
        """Read a line of the reply."""

    def cancel(self) -> None:
        """Tell the engine that the reply is no longer needed."""

    def engine_terminated(self, exc: Exception) -> None:
        """Handle the end of the engine."""

    def add_finished_callback(self, callback: Callable[[], None]) -> None:
        """Call a function when the command is finished."""
        self._callbacks.append(callback)

    def set_finished(self) -> None:
        """End the command."""
        self._end(EngineError("the command was finished without a result"))

    def run(self) -> None:
        """Start the command; an exception ends it."""
        self.state = CommandState.ACTIVE
        self._guarded(self.start)

    def take(self, line: str) -> None:
        """Pass a line to the command; an exception ends it."""
        self._guarded(lambda: self.line_received(line))

    def stop(self) -> None:
        """Cancel the command, once."""
        if self.state is CommandState.ACTIVE:
            self.state = CommandState.CANCELLING
            self._guarded(self.cancel)

    def terminate(self, error: EngineTerminatedError) -> None:
        """End the command because the engine has ended."""
        self._guarded(lambda: self.engine_terminated(error))
        self._end(error)

    def _guarded(self, function: Callable[[], None]) -> None:
        try:
            function()
        except Exception as error:
            self._end(error)

    def _end(self, error: Exception) -> None:
        """End the command, with an error if there is no result."""
        self.state = CommandState.DONE
        if not self.result.done():
            self.result.set_exception(error)
            self.result.exception()  # mark it as retrieved
        if not self.finished.done():
            self.finished.set_result(None)
            for callback in self._callbacks:
                callback()


class Protocol(EngineProcess):
    """An engine: one search at a time; a new search stops the previous one."""

    def __init__(self) -> None:
        super().__init__()
        self.initialized = False
        # Seconds that an engine may take to stop and to be ready; None for no limit.
        self.patience: float | None = None
        self.id: dict[str, str] = {}
        self._settings = Settings(self._option_command)
        self._search: Search | None = None
        self._command: BaseCommand[Any] | None = None
        self._turn = asyncio.Lock()

    @property
    def options(self) -> UciOptionMap[Option]:
        """The options of the engine by name, ignoring case."""
        return self._settings.options

    @property
    def config(self) -> UciOptionMap[ConfigValue]:
        """The values of the options."""
        return self._settings.sent

    @abstractmethod
    async def initialize(self) -> None:
        """Initialize the engine, and read its options."""

    @abstractmethod
    async def ping(self) -> None:
        """Wait until the engine replies."""

    async def configure(self, options: ConfigMapping) -> None:
        """Set options permanently."""
        self._check_initialized()
        async with self._turn:
            values = self._settings.checked(options)
            await self._end_search()
            for name, value in values.items():
                self.send_lines(self._settings.command(name, value))
            self._settings.keep(values)

    @abstractmethod
    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Send the opponent to the engine at the beginning of the next game."""

    @abstractmethod
    async def send_game_result(
        self,
        board: Board,
        winner: bool | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Send the result of a game to the engine."""

    @abstractmethod
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
        """Return the engine's move.

        A different `game` object starts a new game. With `ponder` the engine searches during the
        opponent's turn as well.
        """

    @abstractmethod
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
        """Analyse up to a limit and return the result; with `multipv` a list, best line first."""
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

    async def communicate(self, command_factory: Callable[[_P], BaseCommand[_T]]) -> _T:
        """Run a custom command made by the factory, and return its result."""
        command = command_factory(self)  # type: ignore[arg-type]
        command.check_initialized()
        async with self._turn:
            await self._end_search()
            self._command = command
            command.run()
        try:
            return await asyncio.shield(command.result)
        except asyncio.CancelledError:
            command.stop()
            raise

    async def quit(self) -> None:
        """Send `quit` to the engine, and wait until it has ended."""
        self.send_line("quit")
        await asyncio.shield(self.returncode)

    def deliver(self, line: str) -> None:
        """Pass a line to the running command, or handle it here."""
        if self._command is not None and not self._command.finished.done():
            self._command.take(line)
        else:
            self.line_received(line)

    def engine_terminated(self, error: EngineTerminatedError) -> None:
        """Fail all waiting calls of an engine that has ended."""
        self._fail(error)
        if self._command is not None:
            self._command.terminate(error)

    def line_failed(self, error: EngineError) -> None:
        """Fail all waiting calls after a line that could not be read."""
        self._fail(error)

    def _check_initialized(self) -> None:
        if not self.initialized:
            raise EngineError("the engine has not been initialized")

    def _check_new(self) -> None:
        if self.initialized:
            raise EngineError("the engine has already been initialized")

    def _fail(self, error: EngineError) -> None:
        """End the running search, if any, without a move."""
        search, self._search = self._search, None
        if search is not None:
            search.fail(error)

    async def _best_move(self, search: Search) -> BestMove:
        try:
            return await asyncio.shield(search.finished)
        except asyncio.CancelledError:
            self._stop(search)
            raise

    def _stop(self, search: Search) -> None:
        if self._search is search and not search.stopping:
            search.stopping = True
            self._send_stop(search)

    @abstractmethod
    def _send_stop(self, search: Search) -> None:
        """Send the command that ends a search."""

    @abstractmethod
    def _option_command(self, option: Option, value: ConfigValue) -> str:
        """Return the command that sets an option; empty if there is none."""

    async def _end_command(self) -> None:
        """Stop the running command, if any, and wait for its end."""
        command, self._command = self._command, None
        if command is not None and not command.finished.done():
            self._command = command
            command.stop()
            await asyncio.wait_for(asyncio.wait([command.finished]), self.patience)

    async def _end_search(self) -> None:
        """Stop whatever is running, and wait for its end."""
        await self._end_command()
        while self._search is not None:
            search = self._search
            self._stop(search)
            await asyncio.wait_for(asyncio.wait([search.finished]), self.patience)


async def start(
    protocol_class: type[_P], command: CommandLine, **popen_args: Any
) -> tuple[asyncio.SubprocessTransport, _P]:
    """Start an engine and initialize it; an engine that does not reply is killed."""
    transport, protocol = await protocol_class.popen(command, **popen_args)
    try:
        await protocol.initialize()
    except BaseException:
        protocol.kill()
        try:
            await asyncio.wait([protocol.returncode], timeout=1)
        finally:  # the end of the loop may cancel it once more
            transport.close()
        raise
    return transport, protocol
