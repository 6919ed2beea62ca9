"""Time reading and writing games with Kiwipete and python-chess, in one run.

    python bench/pgn.py                 every task, best of 5 rounds
    python bench/pgn.py --games 1000    with a larger file; --rounds N
    python bench/pgn.py --markdown      the table for the docs

The file is generated: games of random moves with tags, comments, glyphs and
variations. Times are microseconds of processor time per game, the best of
several rounds in which the modules take turns. Before a task is timed, both
must agree on its result. Tasks begin with text in memory or with a file on disk;
from a file, Python's own reading of lines takes most of the time of reading tags
and skipping.
"""

from __future__ import annotations

import argparse
import gc
import io
import math
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TextIO

import chess.pgn

import kiwipete
import kiwipete.pgn

MODULES: tuple[ModuleType, ModuleType] = (chess.pgn, kiwipete.pgn)
Opener = Callable[[], TextIO]


class Task(NamedTuple):
    """A task to time, and the results that must be equal before."""

    name: str
    bar: int  # the goal, in times as fast as python-chess; 0 for none
    prepare: Callable[[ModuleType, Opener], Any]
    run: Callable[[ModuleType, Any], Any]
    answer: Callable[[Any], Any]


def add_moves(node: kiwipete.pgn.GameNode, board: kiwipete.Board, rng: random.Random) -> None:
    """Add a random line with comments and glyphs, and short variations beside it."""
    for _ in range(rng.randint(40, 120)):
        moves = list(board.legal_moves)
        if not moves:
            return
        rng.shuffle(moves)
        following = node.add_variation(moves[0])
        if rng.random() < 0.3:
            following.set_clock(rng.randint(0, 600))
        if rng.random() < 0.1:
            following.nags.add(rng.randint(1, 6))
        if rng.random() < 0.08 and len(moves) > 1:
            aside = board.copy()
            aside.push(moves[1])
            side = node.add_variation(moves[1], comment="or so")
            for move in list(aside.legal_moves)[:1]:
                side.add_variation(move)
        board.push(moves[0])
        node = following


def make_text(games: int) -> str:
    """Write a file of random games."""
    rng = random.Random(1)
    texts = []
    for number in range(1, games + 1):
        game = kiwipete.pgn.Game()
        game.headers.update(
            Event=f"Event {number}",
            Site=f"https://example.org/{number}",
            Date="2024.01.02",
            White="Player, One",
            Black="Player, Two",
            Result=rng.choice(["1-0", "0-1", "1/2-1/2"]),
        )
        game.headers.update(WhiteElo="2400", BlackElo="2300", ECO="B00", TimeControl="300+3")
        add_moves(game, game.board(), rng)
        texts.append(game.accept(kiwipete.pgn.StringExporter()))
    return "\n\n".join(texts) + "\n\n"


def read_all(read: Callable[[TextIO], Any], file: TextIO) -> list[Any]:
    """Call a reader until there are no more games."""
    found = []
    while (one := read(file)) is not None and one is not False:
        found.append(one)
    return found


def walk_all(module: ModuleType, file: TextIO) -> list[int]:
    """Read games and visit every node."""
    counts = []
    for game in read_all(module.read_game, file):
        waiting, count = [game], 0
        while waiting:
            node = waiting.pop()
            count += 1 + len(node.comment)
            waiting.extend(node.variations)
        counts.append(count)
    return counts


def opened(_module: ModuleType, opener: Opener) -> TextIO:
    """Open the file."""
    return opener()


def games_of(module: ModuleType, opener: Opener) -> list[Any]:
    """Read the games, for tasks that begin with them."""
    return read_all(module.read_game, opener())


def read_games(module: ModuleType, file: TextIO) -> list[Any]:
    """Read all games."""
    return read_all(module.read_game, file)


def read_tags(module: ModuleType, file: TextIO) -> list[Any]:
    """Read the tags of all games."""
    return read_all(module.read_headers, file)


def skip_games(module: ModuleType, file: TextIO) -> list[Any]:
    """Skip all games."""
    return read_all(module.skip_game, file)


def write_games(_module: ModuleType, games: list[Any]) -> list[str]:
    """Write games that have been read."""
    return list(map(str, games))


def last_boards(_module: ModuleType, games: list[Any]) -> list[Any]:
    """Play the main lines."""
    return [game.end().board() for game in games]


TASKS = [
    Task("read games", 20, opened, read_games, lambda games: list(map(str, games))),
    Task("read games, visit every node", 0, opened, walk_all, list),
    Task("read tags", 20, opened, read_tags, lambda tags: list(map(dict, tags))),
    Task("skip games", 20, opened, skip_games, len),
    Task("write games", 15, games_of, write_games, list),
    Task("boards at the end", 0, games_of, last_boards, lambda boards: [b.fen() for b in boards]),
]


def time_task(task: Task, opener: Opener, rounds: int) -> list[float]:
    """Return the seconds of both modules, best of several rounds in turns."""
    best = [math.inf, math.inf]
    for _ in range(rounds):
        for place, module in enumerate(MODULES):
            prepared = task.prepare(module, opener)
            gc.collect()
            start = time.process_time()
            result = task.run(module, prepared)
            best[place] = min(best[place], time.process_time() - start)
            del result, prepared
    return best


PLAIN = "{:32} {:5} {:9.1f} {:8.2f} {:6.1f} {}"
MARKDOWN = "| {} | {} | {:.1f} | {:.2f} | {:.0f} | {} |"
HEAD = (
    "| task | from | python-chess, µs a game | Kiwipete | ratio | bar |\n|---|---|---|---|---|---|"
)


def check_answers(task: Task, opener: Opener) -> None:
    """End the run if the modules do not agree."""
    theirs, ours = (
        task.answer(task.run(module, task.prepare(module, opener))) for module in MODULES
    )
    if theirs != ours:
        raise SystemExit(f"{task.name}: the answers differ")


def main() -> None:
    """Read the arguments, check the answers, and print the table."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    text = make_text(options.games)
    if options.markdown:
        print(HEAD)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.pgn"
        path.write_text(text, encoding="utf-8")
        openers: dict[str, Opener] = {
            "text": lambda: io.StringIO(text),
            "file": lambda: path.open(encoding="utf-8"),
        }
        for task in TASKS:
            for source, opener in openers.items():
                if source == "file" and task.prepare is games_of:
                    continue
                check_answers(task, opener)
                seconds = time_task(task, opener, options.rounds)
                theirs, ours = (1e6 * one / options.games for one in seconds)
                line = MARKDOWN if options.markdown else PLAIN
                print(line.format(task.name, source, theirs, ours, theirs / ours, task.bar or ""))


if __name__ == "__main__":
    main()
