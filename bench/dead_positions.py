"""Time the question whether a side can still win, in the final positions of games.

    python bench/dead_positions.py                    100 games of the engine at 300 nodes a move
    python bench/dead_positions.py --verdicts FILE    and positions with verdicts, such as "W- FEN"

Games start with eight random plies and end by the rules. "flag" is the same games, each cut at a
random move, as if a player had lost on time there. Every position is asked about for both sides.
Times are microseconds of processor time per question.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path

from kiwipete import COLORS, Board
from kiwipete.engine import Limit
from kiwipete.own_engine.engine import Engine


def play(engine: Engine, rng: random.Random, nodes: int) -> Board:
    """Play a game to its end, draws by repetition and fifty moves included."""
    board = Board()
    for _ in range(8):
        board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over():
            return play(engine, rng, nodes)
    while not board.is_game_over(claim_draw=True):
        board.push(engine.play(board, Limit(nodes=nodes), game=board.root()).move)
    return board


def positions(games: int, nodes: int) -> dict[str, list[Board]]:
    """Return final positions by the way in which games ended, and positions where a flag fell."""
    rng = random.Random(1)
    ends: dict[str, list[Board]] = {}
    with Engine(seed=1) as engine:
        for _ in range(games):
            board = play(engine, rng, nodes)
            reason = board.outcome(claim_draw=True).termination.name.lower().replace("_", " ")
            ends.setdefault(reason, []).append(board.copy(stack=False))
            for _ in range(rng.randrange(len(board.move_stack))):
                board.pop()
            ends.setdefault("flag", []).append(board.copy(stack=False))
    return ends


def seconds(boards: list[Board], rounds: int) -> float:
    """Return the processor time of a question, the best of several rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for board in boards:
            for color in COLORS:
                board.can_win(color)
        best = min(best, time.process_time() - start)
    return best / len(boards) / 2


def measure_games(games: int, nodes: int) -> None:
    """Print the times for the final positions of games."""
    ends = positions(games, nodes)
    print(f"{'end of the game':26} positions  µs a question")
    for reason, boards in sorted(ends.items()):
        print(f"{reason:26} {len(boards):9} {1e6 * seconds(boards, 5):14.1f}")
    final = [board for reason, boards in ends.items() if reason != "flag" for board in boards]
    print(f"{'all final positions':26} {len(final):9} {1e6 * seconds(final, 5):14.1f}")


def measure_verdicts(path: Path) -> None:
    """Compare with a file of verdicts, and print how long that takes."""
    wrong = left_open = asked = 0
    slowest = total = 0.0
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        verdict, fen = line.split(None, 1)
        board = Board(fen if len(fen.split()) == 6 else f"{fen.strip()} 0 1")
        for color, letter in zip(COLORS, verdict, strict=True):
            start = time.process_time()
            answer = board.can_win(color)
            took = time.process_time() - start
            asked, total, slowest = asked + 1, total + took, max(slowest, took)
            left_open += answer is None
            if answer is not None and answer is not (letter != "-"):
                wrong += 1
                print(f"wrong: {line}")
    print(
        f"{asked} verdicts: {wrong} wrong, {left_open} open ({100 * left_open / asked:.2f} %), "
        f"{1e6 * total / asked:.0f} µs on average, {slowest:.2f} s at most"
    )


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=300, help="for each move of the games")
    parser.add_argument("--verdicts", type=Path, help="a file of positions with verdicts")
    args = parser.parse_args()
    measure_games(args.games, args.nodes)
    if args.verdicts:
        measure_verdicts(args.verdicts)


if __name__ == "__main__":
    main()
