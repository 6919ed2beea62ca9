"""`kiwipete analyse GAME.pgn`: review whole games, move by move."""

from __future__ import annotations

import io
import time
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from kiwipete.cli.engines import open_engine
from kiwipete.cli.exits import INTERRUPTED, OK, USAGE, UsageError, complain
from kiwipete.cli.inputs import STDIN, check_replaceable, read_lines, replace_file, title
from kiwipete.cli.ui import several

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from kiwipete.engine import Engine, Limit
    from kiwipete.pgn import Game
    from kiwipete.review import Review

# Per position, if nothing else limits the search.
SECONDS = 0.5

_SUFFIX = ".pgn"


class GameTask(NamedTuple):
    """A game to review."""

    name: str  # of the file and the game in it
    game: Game
    review: Review


class GameTasks(NamedTuple):
    """All games to review, and how many were damaged."""

    tasks: list[GameTask]
    damaged: int


def is_game_file(word: str) -> bool:
    """Return whether a word names a file of games.

    >>> is_game_file("Game.PGN"), is_game_file("wac.epd")
    (True, False)
    """
    return word != STDIN and word.lower().endswith(_SUFFIX)


def read_games(arguments: Namespace) -> GameTasks:
    """Read the games that the arguments name; complain about damaged ones."""
    if arguments.moves:
        raise UsageError("--moves works with one position, not with games")
    if not all(map(is_game_file, arguments.position)):
        raise UsageError("positions and games cannot be analysed together: one kind at a time")
    if arguments.html is not None:
        check_replaceable(arguments.html)  # better to fail now than after the analysis
    tasks: list[GameTask] = []
    damaged = 0
    for file in arguments.position:
        for number, game in _games(file, arguments.game):
            name = f"{title(file)}, game {number}"
            for error in game.errors[:1]:
                complain(f"{name}: {error}")
            damaged += bool(game.errors)
            try:
                tasks.append(GameTask(name, game, _review(game)))
            except ValueError as error:
                complain(f"{name}: {error}")
                damaged += not game.errors
    if not tasks:
        raise UsageError(f"nothing to analyse in {', '.join(map(title, arguments.position))}")
    return GameTasks(tasks, damaged)


def _games(file: str, wanted: int | None) -> Iterator[tuple[int, Game]]:
    """Yield the games of a file with their numbers, from 1."""
    from kiwipete.pgn import read_game

    source = io.StringIO("\n".join(read_lines(file)))
    found = 0
    for number in count(1):
        game = read_game(source)
        if game is None:
            break
        found += 1
        if wanted is None or number == wanted:
            yield number, game
    if wanted is not None and wanted > found:
        raise UsageError(f"there is no game {wanted} in {title(file)}: it has {found}")


def _review(game: Game) -> Review:
    """Return a review to fill; raises ValueError if the engine cannot play this kind of chess."""
    from kiwipete.own_engine.engine import standard_board
    from kiwipete.review import Review

    start = standard_board(game.board())
    if not start.is_countable():
        reasons = start.status().reasons() or ["a king is a promoted pawn"]
        raise ValueError(f"impossible position: {'; '.join(reasons)}")
    return Review.of_game(game)


def review_games(found: GameTasks, arguments: Namespace) -> int:
    """Review all games, print a table of each, and write the report; Ctrl-C keeps what is known."""
    start = time.perf_counter()
    done: list[GameTask] = []
    interrupted = False
    with open_engine(arguments) as engine:
        for task in found.tasks:
            done.append(task)
            interrupted = not _review_one(task, engine, arguments)
            if interrupted:
                break
    seconds = time.perf_counter() - start
    if arguments.html is not None:
        _write_report(done, arguments, seconds)
    if interrupted:
        positions = sum(task.review.done for task in done)
        complain(f"interrupted after {several(positions, 'position')}")
        return INTERRUPTED
    return USAGE if found.damaged else OK


def _review_one(task: GameTask, engine: Engine, arguments: Namespace) -> bool:
    """Review a game and print it as it goes; return False if Ctrl-C ended it."""
    import json

    from kiwipete.cli.ui.review_view import ReviewTable, as_fields

    table = None if arguments.json else ReviewTable(task.game, task.review)
    whole = True
    try:
        for _ in task.review.run(engine, _limit(arguments), multipv=arguments.multipv):
            if table is not None:
                table.update()
    except KeyboardInterrupt:
        whole = False
    if table is not None:
        table.close()
    else:
        print(json.dumps(as_fields(task.name, task.game, task.review)), flush=True)
    return whole


def _limit(arguments: Namespace) -> Limit:
    from kiwipete.engine import Limit

    seconds = arguments.seconds
    if seconds is None and arguments.depth is None and arguments.nodes is None:
        seconds = SECONDS
    return Limit(time=seconds, depth=arguments.depth, nodes=arguments.nodes)


def _write_report(done: Sequence[GameTask], arguments: Namespace, seconds: float) -> None:
    from kiwipete.web.report.game_report import game_report

    games = [(task.game, task.review) for task in done]
    replace_file(arguments.html, game_report(games, seconds=seconds))
