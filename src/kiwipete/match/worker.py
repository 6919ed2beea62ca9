"""A process that plays games one after the other.

Each running game has its own process, so that the Python work for another game never comes
between an engine's move and the clock.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection

from kiwipete.engine.options import Option, UciOptionMap
from kiwipete.match.descendants import adopt_orphans, bury_orphans, end_children
from kiwipete.match.player import EngineSpec, Player, PlayerFailure
from kiwipete.match.playing import Fixture, play
from kiwipete.match.terms import Terms
from kiwipete.subprocesses.inheritance import connection_of, descriptor_of


@dataclass(frozen=True)
class Setup:
    """The players, and the terms."""

    specs: tuple[EngineSpec, ...]
    terms: Terms


@dataclass(frozen=True)
class Introduction:
    """A request to start an engine once, to check that it can play."""

    spec: EngineSpec
    chess960: bool


@dataclass(frozen=True)
class Introduced:
    """The engine's UCI name and its options; or its failure."""

    name: str
    options: UciOptionMap[Option]
    failure: tuple[str, str] | None = None


class _Worker:
    """Plays the games that arrive until there are no more, and leaves no process behind."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._players: list[Player] = []
        self._terms: Terms | None = None
        self._adopts = adopt_orphans()

    def serve(self) -> None:
        """Handle messages until one that is not a request."""
        try:
            while self._answer(self._connection.recv()):
                if self._adopts:
                    bury_orphans({pid for player in self._players if (pid := player.pid)})
        finally:
            for player in self._players:
                player.close()
            self._end_all()

    def abandon(self) -> None:
        """Kill everything."""
        for player in self._players:
            player.abandon()
        self._end_all()

    def _answer(self, message: object) -> bool:
        if isinstance(message, Introduction):
            self._connection.send(self._introduce(message))
        elif isinstance(message, Setup):
            self._terms = message.terms
            self._players += [
                Player(spec, chess960=message.terms.chess960) for spec in message.specs
            ]
        elif isinstance(message, Fixture):
            assert self._terms is not None
            white, black = self._players[message.white], self._players[message.black]
            self._connection.send(play(message, white, black, self._terms))
        else:
            return False
        return True

    def _introduce(self, introduction: Introduction) -> Introduced:
        player = Player(introduction.spec, chess960=introduction.chess960)
        self._players.append(player)
        failure = None
        try:
            player.new_game()
        except PlayerFailure as error:
            failure = error.kind, error.detail
        player.close()
        return Introduced(player.id_name, player.options, failure)

    def _end_all(self) -> None:
        if self._adopts:
            end_children()


def _end_with_the_match(lifeline: int, worker: _Worker) -> None:
    """Kill everything when the match closes its end of a pipe, or dies."""
    os.read(lifeline, 1)
    worker.abandon()
    os._exit(1)


def main() -> None:
    """Play for the match at the other end of the two pipes whose numbers are the arguments."""
    number, lifeline_number = map(int, sys.argv[1:])
    worker, lifeline = _Worker(connection_of(number)), descriptor_of(lifeline_number)
    threading.Thread(target=_end_with_the_match, args=(lifeline, worker), daemon=True).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with contextlib.suppress(EOFError, OSError):
        worker.serve()
