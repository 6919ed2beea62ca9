"""Time the explorer: building an index, its size, and questions; against SQLite and python-chess.

    python bench/explorer.py                    100,000 generated games
    python bench/explorer.py --games 500000     more; --plies, --threads, --rounds, --json
    python bench/explorer.py --keep FOLDER      keep the files, and use the games that are there

Games are generated. In the first 20 plies each position has its favourite moves, played by half of
the games, a quarter and so on, so that many games meet; later moves are random. SQLite gets the
rows of the finished index in the order of its primary key, the best case for it; its time comes on
top of that for making the rows. A cold question opens a file whose pages have been dropped from the
system's cache and asks one position; a warm one is the mean of many to an open file. Processor time
counts for all but cold questions and builds on several threads. python-chess reads and plays the
games and counts in a dictionary, without sums of ratings and without a file.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import random
import resource
import sqlite3
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import chess.pgn
import numpy as np

import kiwipete
from kiwipete import explorer
from kiwipete.explorer import layout

OPENING_PLIES = 20
PYTHON_CHESS_GAMES = 400
COLD, WARM = 15, 5000

TALLY = np.dtype(
    [
        ("key", "<u8"), ("ratings", "<u8"), ("opposing", "<u8"), ("unknown", "<u4"),
        ("white", "<u4"),
        ("draws", "<u4"), ("black", "<u4"), ("rated", "<u4"), ("move", "<u2"), ("year", "<u2"),
    ]
)  # fmt: skip
SINGLE = np.dtype(
    [("key", "<u8"), ("move", "<u2"), ("rating", "<u2"), ("opposing", "<u2"), ("label", "<u2")]
)


def write_games(path: Path, count: int) -> None:
    """Write generated games as PGN."""
    rng = random.Random(7)
    known: dict[int, list[tuple[kiwipete.Move, str]]] = {}
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            result = rng.choice(("1-0", "0-1", "1/2-1/2"))
            file.write(
                f'[Event "Rated game"]\n[Site "https://example.org/{number:08x}"]\n'
                f'[Date "20{number % 27:02d}.10.{number % 28 + 1:02d}"]\n'
                f'[White "player{number % 977}"]\n[Black "player{number % 613}"]\n'
                f'[Result "{result}"]\n[WhiteElo "{rng.randint(900, 2900)}"]\n'
                f'[BlackElo "{rng.randint(900, 2900)}"]\n\n'
            )
            words = []
            for ply, san in enumerate(game_sans(rng, known)):
                words.append(f"{ply // 2 + 1}. {san}" if ply % 2 == 0 else san)
            file.write(f"{' '.join(words)} {result}\n\n")


def game_sans(
    rng: random.Random, known: dict[int, list[tuple[kiwipete.Move, str]]]
) -> Iterator[str]:
    """Yield the moves of a game in SAN."""
    board = kiwipete.Board()
    for ply in range(rng.randrange(40, 120)):
        if ply < OPENING_PLIES:
            moves = known.get(board.zobrist_key)
            if moves is None:
                moves = [(move, board.san(move)) for move in board.legal_moves]
                random.Random(board.zobrist_key).shuffle(moves)
                known[board.zobrist_key] = moves
            if not moves:
                return
            place = 0
            while rng.random() < 0.5:
                place += 1
            move, san = moves[place % len(moves)]
        else:
            choice = list(board.legal_moves)
            if not choice:
                return
            move = rng.choice(choice)
            san = board.san(move)
        yield san
        board.push_unchecked(move)


def count_with_python_chess(path: Path, plies: int) -> float:
    """Return the games a second of a loop over python-chess."""
    counts: dict[tuple[int, chess.Move], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    begin = time.process_time()
    with path.open(encoding="utf-8") as file:
        for _ in range(PYTHON_CHESS_GAMES):
            game = chess.pgn.read_game(file)
            if game is None:
                break
            board = game.board()
            for ply, move in enumerate(game.mainline_moves()):
                if ply == plies:
                    break
                counts[hash(board._transposition_key()), move][game.headers["Result"]] += 1
                board.push(move)
    return PYTHON_CHESS_GAMES / (time.process_time() - begin)


def rows_of(path: Path) -> Iterator[tuple[int, ...]]:
    """Yield all rows of an index in order, for SQLite."""
    content = np.memmap(path, np.uint8, mode="r")
    known, _ = layout.read_description(memoryview(content), path)
    cut = 64 + known.tallies * TALLY.itemsize
    tallies = content[64:cut].view(TALLY)
    singles = content[cut : cut + known.singles * SINGLE.itemsize].view(SINGLE)
    result = singles["label"] & 3
    columns = [
        np.concatenate(pair)
        for pair in (
            (tallies["key"].astype(np.int64), singles["key"].astype(np.int64)),
            (tallies["move"], singles["move"]),
            (tallies["white"], result == 1),
            (tallies["draws"], result == 2),
            (tallies["black"], result == 3),
            (tallies["unknown"], result == 0),
            (tallies["rated"], singles["rating"] > 0),
            (tallies["ratings"], singles["rating"]),
            (tallies["opposing"], singles["opposing"]),
            (tallies["year"], singles["label"] >> 2),
        )
    ]
    order = np.lexsort((columns[1], columns[0]))
    for begin in range(0, len(order), 100_000):
        part = order[begin : begin + 100_000]
        yield from zip(*(column[part].astype(np.int64).tolist() for column in columns), strict=True)


def build_sqlite(index: Path, path: Path) -> float:
    """Insert the rows of an index into a database; return the seconds."""
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.execute(
            "CREATE TABLE moves (key INTEGER, move INTEGER, white INTEGER, draws INTEGER, "
            "black INTEGER, unknown INTEGER, rated INTEGER, ratings INTEGER, opposing INTEGER, "
            "year INTEGER, PRIMARY KEY (key, move)) WITHOUT ROWID"
        )
        begin = time.process_time()
        database.executemany("INSERT INTO moves VALUES (?,?,?,?,?,?,?,?,?,?)", rows_of(index))
        database.commit()
        seconds = time.process_time() - begin
    database.close()
    return seconds


def ask_sqlite(database: sqlite3.Connection, board: kiwipete.Board) -> list[tuple[int, ...]]:
    """Return the rows of a position."""
    key = board.zobrist_key
    key -= (key >> 63) << 64
    return database.execute("SELECT * FROM moves WHERE key = ?", (key,)).fetchall()


def some_boards(path: Path, count: int, plies: int) -> list[kiwipete.Board]:
    """Return positions of games, from all plies that are in the index."""
    rng = random.Random(8)
    games = next(iter(kiwipete.iter_games(path)))
    boards = []
    while len(boards) < count:
        game = games[rng.randrange(len(games))]
        ply = rng.randrange(min(len(game), plies))
        boards.append(game.board(ply).copy(stack=False))
    return boards


def drop_from_cache(path: Path) -> None:
    """Ask the system to forget the pages of a file."""
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)


def cold_ms(path: Path, ask: Callable[[kiwipete.Board], object], boards: list) -> float:
    """Return the median milliseconds of opening a file and asking one position."""
    times = []
    for board in boards[:COLD]:
        drop_from_cache(path)
        begin = time.perf_counter()
        ask(board)
        times.append(time.perf_counter() - begin)
    return 1000 * statistics.median(times)


def warm_us(ask: Callable[[kiwipete.Board], object], boards: list) -> float:
    """Return the mean microseconds of a question; the first pass fills caches."""
    best = float("inf")
    for _ in range(3):
        begin = time.process_time()
        for board in boards:
            ask(board)
        best = min(best, time.process_time() - begin)
    return 1e6 * best / len(boards)


def ask_cold_sqlite(path: Path, board: kiwipete.Board) -> None:
    """Open a database and ask one position."""
    database = sqlite3.connect(path)
    ask_sqlite(database, board)
    database.close()


def measure(folder: Path, options: argparse.Namespace) -> dict[str, float]:
    """Build everything, and return the figures."""
    games, index, database_path = (folder / name for name in ("games.pgn", "my.kwx", "my.sqlite"))
    if not games.exists():  # in another process, whose memory isn't counted
        writer = multiprocessing.get_context("spawn").Process(
            target=write_games, args=(games, options.games)
        )
        writer.start()
        writer.join()
    megabytes = games.stat().st_size / 1e6
    seconds: dict[int, float] = {}
    for threads in sorted({1, options.threads}) * options.rounds:
        clock = time.process_time if threads == 1 else time.perf_counter
        begin = clock()
        explorer.build(index, games, plies=options.plies, threads=threads).close()
        seconds[threads] = min(seconds.get(threads, math.inf), clock() - begin)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    pruned = folder / "pruned.kwx"
    explorer.build(pruned, games, plies=options.plies, min_games=2).close()
    found = explorer.Explorer(index)
    boards = some_boards(games, WARM, options.plies)
    sqlite_seconds = build_sqlite(index, database_path)
    database = sqlite3.connect(database_path)
    for board in boards[:200]:
        assert len(found[board]) == len(ask_sqlite(database, board)) > 0
    figures = {
        "games": found.games,
        "MB of PGN": megabytes,
        "positions": len(found),
        "index, MB": index.stat().st_size / 1e6,
        "index with min_games=2, MB": pruned.stat().st_size / 1e6,
        "SQLite, MB": database_path.stat().st_size / 1e6,
        "memory at most while building, MB": memory,
    }
    for threads, taken in seconds.items():
        figures[f"build, {threads} threads: games/s"] = found.games / taken
        figures[f"build, {threads} threads: MB/s"] = megabytes / taken
    figures["SQLite, rows inserted on top: games/s"] = found.games / sqlite_seconds
    figures["python-chess and a dictionary: games/s"] = count_with_python_chess(
        games, options.plies
    )
    figures["question, warm: µs"] = warm_us(found.__getitem__, boards)
    figures["question, warm, SQLite: µs"] = warm_us(lambda b: ask_sqlite(database, b), boards)
    start = [kiwipete.Board()] * 2000
    figures["start position, warm: µs"] = warm_us(found.__getitem__, start)
    figures["start position, warm, SQLite: µs"] = warm_us(lambda b: ask_sqlite(database, b), start)
    found.close()
    database.close()
    figures["opened and asked, cold: ms"] = cold_ms(
        index, lambda board: explorer.Explorer(index)[board], boards
    )
    figures["opened and asked, cold, SQLite: ms"] = cold_ms(
        database_path, lambda board: ask_cold_sqlite(database_path, board), boards
    )
    return figures


def main() -> None:
    """Read the arguments and print the figures."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rounds", type=int, default=3, help="of building; the best counts (3)")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        figures = measure(options.keep, options)
    else:
        with tempfile.TemporaryDirectory() as folder:
            figures = measure(Path(folder), options)
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    for name, figure in figures.items():
        print(f"{name:42}{figure:14,.1f}")


if __name__ == "__main__":
    main()
