"""A process that plays games one after the other.

Each game under way has a process of its own, so that no other game's Python work comes between an
engine's move and the clock.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection

from kiwipete.match.player import EngineSpec, Player
from kiwipete.match.playing import Fixture, Terms, play


def serve(connection: Connection, specs: Sequence[EngineSpec], terms: Terms) -> None:
    """Play the games that arrive, and send what came of them, until there are no more."""
    with contextlib.ExitStack() as stack:
        players = [stack.enter_context(Player(spec, chess960=terms.chess960)) for spec in specs]
        while True:
            fixture = connection.recv()
            if not isinstance(fixture, Fixture):
                return
            connection.send(play(fixture, players[fixture.white], players[fixture.black], terms))


def _end_with_the_match(lifeline: int) -> None:
    """End this process, and with it the engines' input, when the match's process has ended."""
    os.read(lifeline, 1)
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> None:
    """Play for the match at the other end of the two file descriptors in the arguments."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    descriptor, lifeline = map(int, sys.argv[1:])
    threading.Thread(target=_end_with_the_match, args=(lifeline,), daemon=True).start()
    connection = Connection(descriptor)
    with contextlib.suppress(EOFError, OSError):  # the match has ended
        specs, terms = connection.recv()
        serve(connection, specs, terms)
