"""`kiwipete board`: the board in the browser."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from kiwipete.cli import options
from kiwipete.cli.exits import ENGINE_FAILED, OK, UsageError, complain, ended_like_ctrl_c
from kiwipete.cli.inputs import read_position
from kiwipete.cli.serving import add_server, announce, start_server
from kiwipete.own_engine import MAX_HASH_MB, MAX_LEVEL, MAX_THREADS
from kiwipete.positions import NAMED_POSITIONS

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser
    from kiwipete.web.server.application import Application
    from kiwipete.web.server.game_list import GameList

DESCRIPTION = """\
Open the board in the browser.

Analyse with our engine and with any UCI engine beside it, play at any level, open
and annotate games, see why a move is illegal, and unfold perft counts. A file of
games is saved only when you press Save.

The server listens on this machine only. The link that it prints works once and
lets one browser in; all tabs of that browser show the same board. Ctrl-C ends the
server and its engines.
Exit codes: 0 ended by Ctrl-C or --until-closed, 2 bad usage, a bad FEN, a file
that cannot be read or a port in use, 3 an engine cannot be started."""

EXAMPLES = """\
examples:
  kiwipete board
      the start position, in a new tab of your browser

  kiwipete board "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"
      any position; names such as kiwipete work too

  kiwipete board games.pgn --engine stockfish
      a file of games, analysed by our engine and Stockfish

  kiwipete board --engine "toga2 --flag" --engine ./my-engine --threads 4
      several engines; our own searches on four threads

  kiwipete board --no-open --port 8765
      http://127.0.0.1:8765/?token=...   print the link, and open it yourself"""

IN_SHORT = """\
  kiwipete board games.pgn            the board in the browser
"""

_SUFFIXES = (".pgn", ".txt")


def add_arguments(parser: CommandParser) -> None:
    """Add the position or file, the engines and the server's options."""
    options.add_words(
        parser,
        "position",
        "POSITION",
        "a FEN in quotes, a name as for show (default: startpos), or a PGN file",
    )
    options.add_moves(parser)
    add = parser.add_argument
    add(
        "--engine",
        metavar="COMMAND",
        dest="engines",
        action="append",
        type=options.command,
        default=[],
        help="also analyse with this UCI engine, its arguments in the same quotes; may be "
        "given several times",
    )
    add(
        "--level",
        metavar="N",
        type=options.number("the level", 1, MAX_LEVEL),
        default=5,
        help=f"the level that the page suggests for a game, 1 to {MAX_LEVEL} (default: 5)",
    )
    add(
        "--threads",
        metavar="N",
        type=options.number("the number of threads", 1, MAX_THREADS),
        default=1,
        help="our engine analyses on this many threads (default: 1)",
    )
    add(
        "--hash",
        metavar="MB",
        type=options.number("the size of the hash table in MB", 1, MAX_HASH_MB),
        default=64,
        help="size of its hash table (default: 64)",
    )
    options.add_network(parser)
    options.add_tables(parser)
    add_server(parser)
    add(
        "--until-closed",
        action="store_true",
        help="end when the last page has been closed",
    )


def run(arguments: Namespace) -> int:
    """Serve the board until Ctrl-C, or until the last page has gone."""
    from kiwipete.engine import EngineError

    games = _games(arguments)
    with ended_like_ctrl_c():
        try:
            application = _application(games, arguments)
        except EngineError as error:
            complain(str(error))
            return ENGINE_FAILED
        with start_server(application, arguments) as running:
            announce(running, arguments, sys.stdout)
            with suppress(KeyboardInterrupt):
                running.wait(until_closed=arguments.until_closed)
    workspace = application.workspace
    if workspace.dirty and workspace.games.path is not None:
        complain(f"{workspace.games.path} has unsaved changes, which are lost")
    return OK


def _games(arguments: Namespace) -> GameList:
    """Read the position or the file."""
    from pathlib import Path

    from kiwipete.pgn import Game
    from kiwipete.web.server.game_list import GameList

    words = arguments.position
    if len(words) == 1 and _is_file(words[0]):
        if arguments.moves:
            raise UsageError(f"--moves works with a position, not with the file {words[0]}")
        try:
            games = GameList.read(Path(words[0]))
        except OSError as error:
            raise UsageError(f"cannot read {words[0]}: {error.strerror}") from error
        if not len(games):
            raise UsageError(f"there is no game in {words[0]}")
        return games
    board = read_position(words, arguments.moves, chess960=arguments.chess960)
    if not board.root().is_countable():
        reasons = board.status().reasons() or ["a king is a promoted pawn"]
        raise UsageError(f"impossible position: {'; '.join(reasons)}")
    games = GameList()
    game = Game.from_board(board)
    game.headers["Result"] = "*"
    games.add(game)
    return games


def _is_file(word: str) -> bool:
    """Return True for a file, even one that doesn't exist."""
    if word in NAMED_POSITIONS:
        return False
    return os.path.lexists(word) or word.lower().endswith(_SUFFIXES)


def _application(games: GameList, arguments: Namespace) -> Application:
    """Start the engines; raises EngineError if one cannot be started."""
    from kiwipete.web.server.application import Application
    from kiwipete.web.server.engines import foreign_seat, own_seat
    from kiwipete.web.server.fields import Refused

    own = own_seat(
        threads=arguments.threads,
        hash_mb=arguments.hash,
        network=arguments.network,
        tables=arguments.tables,
    )
    commands = enumerate(arguments.engines, 1)
    seats = [own, *(foreign_seat(number, command) for number, command in commands)]
    try:
        for seat in seats:
            seat.engine()
        return Application(games, seats, level=arguments.level, network=arguments.network)
    except BaseException as error:
        for seat in seats:
            seat.close()
        if isinstance(error, Refused):
            raise UsageError(f"{games.name}: {error}") from error
        raise
