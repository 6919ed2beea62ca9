"""The board's server on the command line: its options, its link, and the browser."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

from kiwipete.cli import options
from kiwipete.cli.exits import UsageError, complain

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser
    from kiwipete.match import Match
    from kiwipete.web.server.application import Application
    from kiwipete.web.server.match_watch import MatchWatch
    from kiwipete.web.server.running import RunningServer


def add_server(parser: CommandParser, *, only_with: str = "") -> None:
    """Add the options of the server; `only_with` names an option that they need."""
    note = f", with {only_with}" if only_with else ""
    parser.add_argument(
        "--port",
        metavar="N",
        type=options.number("the port", 0, 65535),
        default=0,
        help=f"listen on this port{note} (default: any free one)",
    )
    parser.add_argument(
        "--no-open",
        action="store_true",
        help=f"print the link without opening a browser{note}",
    )


def start_server(application: Application, arguments: Namespace) -> RunningServer:
    """Start the server; raise a UsageError if the port is in use."""
    from kiwipete.web.server.running import RunningServer

    try:
        return RunningServer(application, arguments.port)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"cannot listen on port {arguments.port}: {reason}") from error


def announce(running: RunningServer, arguments: Namespace, stream: TextIO) -> None:
    """Print the link and open it."""
    # Never broken into lines, so that it can be copied and clicked.
    print(f"The board is at {running.link}", file=stream)
    print("The link works once. Ctrl-C ends the server.", file=stream, flush=True)
    if not arguments.no_open:
        import webbrowser

        if not webbrowser.open(running.link):
            complain("no browser could be opened: open the link above")


def check_server(arguments: Namespace) -> None:
    """Raise a UsageError if an option of the server has no effect."""
    if not arguments.board and (arguments.port or arguments.no_open):
        raise UsageError("--port and --no-open work with --board")


class WatchedMatch:
    """Shows a match in the browser."""

    def __init__(self, running: RunningServer, watch: MatchWatch) -> None:
        self._running = running
        self.watch = watch

    def begin(self, match: Match) -> None:
        """Show the match."""
        self.watch.begin(match)

    def linger(self) -> None:
        """Keep the pages that are open until they are closed."""
        self.watch.end()
        if len(self._running.application.hub):
            complain("the board stays until its pages are closed; Ctrl-C ends it")
            with suppress(KeyboardInterrupt):
                self._running.wait(until_closed=True)


@contextmanager
def watching(arguments: Namespace) -> Iterator[WatchedMatch | None]:
    """Serve a match to pages if --board was given."""
    if not arguments.board:
        yield None
        return
    from kiwipete.web.server.application import Application
    from kiwipete.web.server.game_list import GameList
    from kiwipete.web.server.match_watch import MatchWatch

    application = Application(GameList())
    with start_server(application, arguments) as running:
        watch = MatchWatch(application)
        try:
            announce(running, arguments, sys.stderr)
            yield WatchedMatch(running, watch)
        finally:
            watch.close()
