"""Time reading whole files of games: Kiwipete, python-chess, pgn-extract, a binding of pgn-reader.

    python bench/games.py                 files of 24 MB, best of 3 rounds; memory with one of 2 GB
    python bench/games.py --mb 100        larger files; --rounds N, --json
    python bench/games.py --stream 200    stream a smaller file; 0 for none

The files are generated: games that the engine plays with few nodes a move, repeated under other
tags. `plain` has moves in lines of 80 characters; `clocks` has a clock and an evaluation beside
each move, as on Lichess; `rich` has comments and variations; a fifth of the games in `damaged` have
an illegal move or a word that isn't one, and all of these must be found. Speeds are MB of the file
a second of processor time, which all programs spend on checking every move. Two threads are timed
by the wall clock, which says something on an idle machine only; the goal is 1.9 times that of one
core. How much faster they are than one thread by the clock is printed beside it: the machine's
memory and what its other cores do limit that, too.

Parquet files have the same games with the columns of the Lichess data sets; their speed is in MB
of the PGN. The last row is the memory of a process that streams a large file. The binding takes
games as separate texts, and the time to cut the file is not counted; it also stores the board of
every position, so the figures do not compare the same work.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import logging
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import chess.pgn

import kiwipete
from kiwipete.engine import Limit
from kiwipete.own_engine.engine import Engine

ONE_BY_CLOCK, TWO_BY_CLOCK = "1 thread, by clock", "2 threads, by clock"
GOALS = {"plain": 100, "clocks": 60}  # MB a second and core
GOAL_TWO_THREADS = 1.9  # times these, by the clock
DAMAGED = 0.2  # of the games in the damaged file
GOAL_MEMORY = 300  # MB

# Streams a file in a process of its own; prints moves, seconds, and the memory before and after.
STREAM = """
import re, sys, time
from pathlib import Path
import kiwipete, kiwipete.games
def memory():  # of this program alone; getrusage would count the one that started it
    return int(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
before, begin = memory(), time.perf_counter()
clocks = sys.argv[2] == "clocks"
batches = kiwipete.iter_games(sys.argv[1], clocks=clocks, evals=clocks)
moves = sum(len(games.moves) for games in batches)
print(moves, time.perf_counter() - begin, before, memory())
"""


class Line(NamedTuple):
    """A game: moves in SAN, a line of two moves beside each, and the result."""

    sans: list[str]
    asides: list[str]
    result: str


def play_games(count: int, nodes: int) -> list[Line]:
    """Play games with our own engine, after a few random moves."""
    rng = random.Random(1)
    lines = []
    with Engine(hash_mb=8) as engine:
        while len(lines) < count:
            board = kiwipete.Board()
            sans: list[str] = []
            asides: list[str] = []
            while not board.is_game_over(claim_draw=True) and len(sans) < 240:
                if len(sans) < 6:
                    move = rng.choice(list(board.legal_moves))
                else:
                    move = engine.play(board, Limit(nodes=nodes)).move or kiwipete.Move.null()
                sans.append(board.san(move))
                asides.append(aside(board, rng))
                board.push(move)
            lines.append(Line(sans, asides, board.result(claim_draw=True)))
    return lines


def aside(board: kiwipete.Board, rng: random.Random) -> str:
    """Write a random move and a reply, if there is one, as a variation."""
    move = rng.choice(list(board.legal_moves))
    words = [f"{board.fullmove_number}{'.' if board.turn else '...'} {board.san(move)}"]
    after = board.copy(stack=False)
    after.push(move)
    words += [after.san(reply) for reply in list(after.legal_moves)[:1]]
    return " ".join(words)


def tags(number: int, result: str, rng: random.Random) -> str:
    """Write tags like those of a server."""
    return (
        f'[Event "Rated game {number % 7}"]\n[Site "https://example.org/{number:08x}"]\n'
        f'[Date "2026.10.{number % 28 + 1:02d}"]\n[Round "-"]\n[White "player{number % 977}"]\n'
        f'[Black "player{number % 613}"]\n[Result "{result}"]\n'
        f'[WhiteElo "{rng.randint(900, 2900)}"]\n[BlackElo "{rng.randint(900, 2900)}"]\n\n'
    )


def plain_moves(line: Line, _rng: random.Random) -> str:
    """Write moves in lines of 80 characters."""
    words = []
    for ply, san in enumerate(line.sans):
        words.append(f"{ply // 2 + 1}. {san}" if ply % 2 == 0 else san)
    return textwrap.fill(" ".join([*words, line.result]), 80)


def clock_moves(line: Line, rng: random.Random) -> str:
    """Write a clock and an evaluation beside each move, all in one line."""
    words = []
    for ply, san in enumerate(line.sans):
        number = f"{ply // 2 + 1}." if ply % 2 == 0 else f"{ply // 2 + 1}..."
        score = f"{rng.randint(-300, 300) / 100:.2f}"
        clock = f"0:{rng.randint(0, 9):02d}:{rng.randint(0, 59):02d}"
        words.append(f"{number} {san} {{ [%eval {score}] [%clk {clock}] }}")
    return " ".join([*words, line.result])


def rich_moves(line: Line, rng: random.Random) -> str:
    """Write comments, glyphs and variations beside some of the moves."""
    words = []
    for ply, san in enumerate(line.sans):
        words.append(f"{ply // 2 + 1}. {san}" if ply % 2 == 0 else san)
        chance = rng.random()
        if chance < 0.1:
            words.append("{ a good move, and the only one }")
        elif chance < 0.15:
            words.append(f"$2 ( {line.asides[ply]} {{ is worse }} )")
    return textwrap.fill(" ".join([*words, line.result]), 80)


def damaged_moves(line: Line, rng: random.Random) -> str:
    """Write an illegal move or a word into some games, after a tag that says so."""
    if rng.random() > DAMAGED:
        return plain_moves(line, rng)
    place = rng.randrange(len(line.sans) + 1)
    word = rng.choice(["Ke9", "xyzzy", "O-O-O-O", "Sf3", "a1-a9"])
    sans = [*line.sans[:place], word, *line.sans[place:]]
    return f'[Damage "{word}"]\n\n{plain_moves(Line(sans, [], line.result), rng)}'


KINDS: dict[str, Callable[[Line, random.Random], str]] = {
    "plain": plain_moves,
    "clocks": clock_moves,
    "rich": rich_moves,
    "damaged": damaged_moves,
}


def write_file(path: Path, lines: list[Line], kind: str, size: int) -> None:
    """Write games until a file has a size."""
    rng = random.Random(2)
    number = written = 0
    with path.open("w", encoding="utf-8") as file:
        while written < size:
            line = lines[number % len(lines)]
            written += file.write(f"{tags(number, line.result, rng)}{KINDS[kind](line, rng)}\n\n")
            number += 1


# Each returns the number of moves that it found.


def with_kiwipete(path: Path, kind: str, threads: int = 1) -> int:
    """Read the file into arrays."""
    asked = kind == "clocks"
    return len(kiwipete.read_games(path, clocks=asked, evals=asked, threads=threads).moves)


def check_damage(path: Path) -> None:
    """Check that exactly the games whose tags say so are found damaged."""
    games = kiwipete.read_games(path)
    marked = [each is not None for each in games.headers["Damage"]]
    if games.damaged_games.tolist() != marked:
        raise SystemExit(f"{games.damaged} games are found damaged, and {sum(marked)} are")


def with_parquet(path: Path, kind: str) -> int:
    """Read the games from a table beside the file."""
    return with_kiwipete(path.with_suffix(".parquet"), kind)


def with_python_chess(path: Path, kind: str) -> int:
    """Read the games, and their clocks and evaluations if the file has them."""
    moves = 0
    with path.open(encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            for node in game.mainline():
                moves += 1
                if kind == "clocks":
                    node.clock()
                    node.eval()
    return moves


def with_pgn_extract(path: Path, _kind: str) -> int:
    """Check the file: parse the games and play their moves."""
    subprocess.run(["pgn-extract", "-r", "-s", path], check=False, capture_output=True)
    return 0


def with_binding(path: Path) -> tuple[float, int]:
    """Parse the games, given as texts, on one thread; returns the processor time and the moves."""
    import rust_pgn_reader_python_binding as binding

    text = path.read_text(encoding="utf-8")
    texts = [f'[Event "{part}' for part in text.split('[Event "')[1:]]
    begin = time.process_time()
    games = binding.parse_games_from_strings(texts, num_threads=1)
    return time.process_time() - begin, games.num_moves


def processor_time() -> float:
    """Return the processor time of this process and of those it has started."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def measure(path: Path, kind: str, rounds: int, small: Path) -> dict[str, float]:
    """Return the MB a second of each program, the best of several rounds in turns."""
    best: dict[str, float] = {}
    check_damage(path)
    count = with_kiwipete(path, kind)

    def note(name: str, file: Path, seconds: float, moves: int) -> None:
        if moves and file == path and moves != count:
            raise SystemExit(f"{name} reads {moves} moves and Kiwipete {count}")
        best[name] = max(best.get(name, 0), file.stat().st_size / 1e6 / seconds)

    programs: list[tuple[str, Callable[[Path, str], int], Path]] = [
        ("Kiwipete", with_kiwipete, path),
        ("python-chess", with_python_chess, small),
    ]
    if importlib.util.find_spec("pyarrow"):
        games = kiwipete.read_games(path, text=True)
        games.to_parquet(path.with_suffix(".parquet"), tags=["Date", "Round", "Damage"])
        programs.append(("Kiwipete, Parquet", with_parquet, path))
    if shutil.which("pgn-extract"):
        programs.append(("pgn-extract", with_pgn_extract, path))
    for _ in range(rounds):
        for name, program, file in programs:
            begin = processor_time()
            moves = program(file, kind)
            note(name, file, processor_time() - begin, moves)
        for name, threads in ((ONE_BY_CLOCK, 1), (TWO_BY_CLOCK, 2)):
            begin = time.perf_counter()
            with_kiwipete(path, kind, threads)
            note(name, path, time.perf_counter() - begin, 0)
        try:
            seconds, moves = with_binding(path)
        except (ImportError, ValueError):  # not installed, or no mercy for damage
            continue
        # How much of a damaged game it keeps is its own affair.
        note("pgn-reader binding", path, seconds, 0 if kind == "damaged" else moves)
    return best


def stream(path: Path, lines: list[Line], size: int) -> dict[str, float]:
    """Return the memory that streaming a large file takes, in MB, and the speed."""
    write_file(path, lines, "clocks", min(size, 20_000_000))
    block = path.read_bytes()
    with path.open("ab") as file:
        while file.tell() < size:
            file.write(block)
    command = [sys.executable, "-c", STREAM, path, "clocks"]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    moves, seconds, before, most = map(float, output.split())
    return {
        "MB": path.stat().st_size / 1e6,
        "moves": moves,
        "MB/s by clock": path.stat().st_size / 1e6 / seconds,
        "MB of memory": most,
        "MB of memory before": before,
    }


def verdict(value: float, goal: float, *, reached: bool) -> str:
    """Write a figure with its goal."""
    return f"{value:.4g} (goal {goal:g}: {'reached' if reached else 'NOT reached'})"


def print_goals(table: dict[str, dict[str, float]], memory: dict[str, float] | None) -> None:
    """Print the figures that have goals."""
    for kind, goal in GOALS.items():
        speed = table[kind]["Kiwipete"]
        print(f"{kind}, MB/s a core: {verdict(speed, goal, reached=speed >= goal)}")
    for kind, row in table.items():
        speed, ratio = row[TWO_BY_CLOCK], row[TWO_BY_CLOCK] / row[ONE_BY_CLOCK]
        goal = GOAL_TWO_THREADS * GOALS[kind] if kind in GOALS else None
        figure = f"{speed:.4g}" if goal is None else verdict(speed, goal, reached=speed >= goal)
        print(f"{kind}, MB/s by clock on 2 threads: {figure}, {ratio:.3g} times 1 thread")
    if memory is not None:
        most = memory["MB of memory"]
        print(
            f"streaming {memory['MB']:,.0f} MB, {memory['moves']:,.0f} moves, at "
            f"{memory['MB/s by clock']:.0f} MB/s: MB of memory, "
            f"{verdict(most, GOAL_MEMORY, reached=most < GOAL_MEMORY)}, "
            f"{memory['MB of memory before']:.0f} before"
        )


def main() -> None:
    """Read the arguments, make the files, and print the table."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--mb", type=float, default=24)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=60, help="that the engine plays (60)")
    parser.add_argument("--stream", type=float, default=2000, help="MB to stream (2000; 0: none)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)  # python-chess logs each damaged game
    lines = play_games(options.games, 60)
    memory = None
    with tempfile.TemporaryDirectory() as folder:
        path, small = Path(folder) / "games.pgn", Path(folder) / "small.pgn"
        table = {}
        for kind in KINDS:
            write_file(path, lines, kind, int(1e6 * options.mb))
            write_file(small, lines, kind, 200_000)
            table[kind] = measure(path, kind, options.rounds, small)
        if options.stream:
            memory = stream(path, lines, int(1e6 * options.stream))
    if options.json:
        print(json.dumps({"MB/s": table, "stream": memory}, indent=1))
        return
    names = list(dict.fromkeys(name for row in table.values() for name in row))
    print(f"{'MB/s':8}" + "".join(f"{name:>21}" for name in names))
    for kind, row in table.items():
        print(f"{kind:8}" + "".join(f"{row.get(name, 0):21.1f}" for name in names))
    print()
    print_goals(table, memory)


if __name__ == "__main__":
    main()
