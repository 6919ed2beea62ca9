"""Compare `can_win` with a complete answer in random endings of three to five pieces.

    python tools/check_dead_positions.py                  100,000 endings, both sides
    python tools/check_dead_positions.py --crowded        the same with all pieces in a corner
    python tools/check_dead_positions.py --endings 5000

Every True has a line to mate, which python-chess replays. Every False is checked by following all
legal moves to the end, in tests/support/complete_endings.pyx, which is compiled first: Cython and a
C compiler are needed. A None is settled by a line found with more nodes, or in the same way as a
False. Stops at the first disagreement.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.cython_modules import compile_module
from tests.support.dead_positions import check_verdict
from tests.support.endings import crowded_endings, different_endings

from kiwipete import COLORS

SOURCE = Path(__file__).parents[1] / "tests" / "support" / "complete_endings.pyx"
PROGRESS = 5000  # endings between two lines of progress


def print_counts(checks: Counter[tuple[int, bool | None, bool]]) -> None:
    """Print the verdicts by the number of pieces, and what is true where they are None."""
    print(f"{'pieces':>6} {'True':>8} {'False':>8} {'None, True':>11} {'None, False':>12}")
    for pieces in sorted({pieces for pieces, _, _ in checks}):
        true, false = checks[pieces, True, True], checks[pieces, False, False]
        settled = [checks[pieces, None, truth] for truth in (True, False)]
        print(f"{pieces:6} {true:8} {false:8} {settled[0]:11} {settled[1]:12}")


def main() -> None:
    """Compare, and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--endings", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--crowded", action="store_true", help="all pieces in a corner")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        complete = compile_module(SOURCE, Path(folder), "complete_endings")
    start = time.process_time()
    checks: Counter[tuple[int, bool | None, bool]] = Counter()
    followed: list[
        tuple[int, str]
    ] = []  # positions of a complete answer that wasn't material alone
    en_passant = 0
    endings = (crowded_endings if args.crowded else different_endings)(random.Random(args.seed))
    for number, board in enumerate(itertools.islice(endings, args.endings), 1):
        en_passant += board.ep_square is not None
        for color in COLORS:
            check = check_verdict(board, color, complete)
            checks[board.occupied.bit_count(), check.verdict, check.truth] += 1
            if check.positions:
                followed.append((check.positions, board.fen()))
        if number % PROGRESS == 0:
            seconds = time.process_time() - start
            print(f"{number} endings, {seconds:.0f} s", file=sys.stderr, flush=True)
    print_counts(checks)
    print(
        f"{sum(checks.values())} verdicts on {args.endings} endings, {en_passant} with en passant: "
        f"all agree, {time.process_time() - start:.0f} s of processor time"
    )
    if followed:
        most, fen = max(followed)
        print(f"{len(followed)} searches to the end, the longest of {most} positions: {fen}")


if __name__ == "__main__":
    main()
