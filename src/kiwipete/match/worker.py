"""A process that plays games one after the other.

Each game under way has a process of its own, so that no other game's Python work comes between an
engine's move and the clock.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection

from kiwipete.match.player import Player
from kiwipete.match.playing import Fixture, Terms, play


def serve(connection: Connection, players: Sequence[Player], terms: Terms) -> None:
    """Play the games that arrive, and send what came of them, until there are no more."""
    while isinstance(fixture := connection.recv(), Fixture):
        connection.send(play(fixture, players[fixture.white], players[fixture.black], terms))


def _end_with_the_match(lifeline: int, players: Sequence[Player]) -> None:
    """End everything at once when the match closes its end of a pipe, or dies."""
    os.read(lifeline, 1)
    for player in players:
        player.abandon()
    os._exit(1)


def main() -> None:
    """Play for the match at the other end of the two file descriptors in the arguments."""
    descriptor, lifeline = map(int, sys.argv[1:])
    connection = Connection(descriptor)
    with contextlib.ExitStack() as stack, contextlib.suppress(EOFError, OSError):
        specs, terms = connection.recv()
        players = [stack.enter_context(Player(spec, chess960=terms.chess960)) for spec in specs]
        watch = threading.Thread(target=_end_with_the_match, args=(lifeline, players), daemon=True)
        watch.start()
        serve(connection, players, terms)
