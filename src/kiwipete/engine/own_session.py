"""What an Engine does in one process: calls of all threads in turn, and one search at a time."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from kiwipete.board import Board, Move
from kiwipete.engine.errors import EngineError, EngineTerminatedError
from kiwipete.engine.info import Info
from kiwipete.engine.own_search import Search
from kiwipete.search import Budget, Player
from kiwipete.search.settings import SETTINGS


class Session:
    """A player, and the search it runs.

    It is idle, searching (`_running` has not ended) or closed. Everything but `close` and `stop`
    happens in a `turn`, which ends the search that runs. A turn may last as long as its search,
    as `play` does, or leave the search running, as `analysis` does.
    """

    def __init__(self, player: Player) -> None:
        self._player = player
        # The same thread may come again: a signal handler, or a destructor.
        self._turn = threading.RLock()
        self._running: Search | None = None
        self._is_closed = False
        self._game: object = None
        self._before: dict[str, Any] = {}  # options that the last search has borrowed

    @contextmanager
    def turn(self) -> Iterator[Player]:
        """Wait for the calls of other threads, end the search that runs, and lend the player."""
        with self._turn:
            self.check_open()
            self._end_search()
            yield self._player

    def begin(
        self,
        board: Board,
        budget: Budget,
        *,
        game: object,
        info: Info,
        root_moves: list[Move] | None = None,
        lines: int = 1,
        plays: bool = False,
    ) -> Search:
        """Start a search; only in a turn."""
        thinker = self._player.thinker
        if game != self._game:
            self._game = game
            thinker.forget()
        search = Search(thinker, board, info)
        search.number = self._player.begin(
            board, budget, plays=plays, lines=lines, root_moves=root_moves, report=search.post
        )
        self._running = search
        self.check_open()  # only now: `close` sets the flag first, and then looks for a search
        search.start()
        return search

    def borrow(self, options: Mapping[str, Any]) -> None:
        """Set options until the next turn; only in a turn."""
        for name in options:
            if SETTINGS[name].kind != "button":
                self._before.setdefault(name, self._player[name])
        self.set(options)

    def set(self, options: Mapping[str, Any]) -> None:
        """Set options by their names in small letters; only in a turn."""
        for name, value in options.items():
            try:
                self._player.set(name, value)
            except (ValueError, OSError, MemoryError) as error:
                raise EngineError(f"{SETTINGS[name].name}: {error}") from None

    def check_open(self) -> None:
        """Raise EngineTerminatedError if the engine has been closed."""
        if self._is_closed:
            raise EngineTerminatedError("the engine has been closed")

    def stop(self) -> None:
        """End the search that runs, if any, and do not wait."""
        if self._running is not None:
            self._running.stop()

    def close(self) -> None:
        """End the search that runs and let nobody in any more; calls that wait raise."""
        self._is_closed = True
        self.stop()
        if self._running is not None and self._running.runs_here:
            return  # a destructor, called on the thread that would be waited for
        with self._turn:
            if self._running is not None:
                self._running.end()
            self._running = None
            self._player.close()

    def renewed(self) -> Session:
        """Return an idle session with the same options, which has learned nothing."""
        try:
            return Session(self._player.renewed(self._before))
        except (ValueError, OSError, MemoryError) as error:
            raise EngineError(f"cannot start the engine again after a fork: {error}") from None

    def _end_search(self) -> None:
        if self._running is not None:
            self._running.end()
            self._running = None
        before, self._before = self._before, {}
        self.set(before)


class Sessions:
    """The sessions of an Engine by process: a fork inherits its options but none of its threads."""

    def __init__(self, player: Player) -> None:
        self._first = Session(player)
        self._by_process = {os.getpid(): self._first}
        self._is_closed = False

    def current(self) -> Session:
        """Return the session of this process; EngineTerminatedError if the engine is closed."""
        if self._is_closed:
            raise EngineTerminatedError("the engine has been closed")
        process = os.getpid()
        known = self._by_process.get(process)
        # Of two threads that come here at once, one makes a session that nobody uses.
        return known or self._by_process.setdefault(process, self._first.renewed())

    def stop(self) -> None:
        """End the search that runs in this process, and do not wait."""
        if (session := self._by_process.get(os.getpid())) is not None:
            session.stop()

    def close(self) -> None:
        """End the search that runs in this process; from now on `current` raises."""
        self._is_closed = True
        if (session := self._by_process.get(os.getpid())) is not None:
            session.close()
