"""Compare every public method of Kiwipete with python-chess's, on any number of positions.

    python tools/compare_python_chess.py --positions 100000 --jobs 4

Most positions come from random games, standard and Chess960; some are impossible
placements and edited boards. A difference is printed as a short program that shows
it, once for each method, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.agreement.pair import Difference, Pair
from tests.support.agreement.positions import differences, edited, game, impossible, sweeps
from tests.support.random_play import STARTS

import kiwipete

SECONDS_BETWEEN_LINES = 5.0
SWEEP_EVERY = 50  # positions: the sweeps are costly

told: set[str] = set()  # the topics that this process has reported

Finding = tuple[str, str]  # a topic, and the program that shows the difference
Batch = tuple[str, int, list[Finding]]  # the kind of positions, how many, what differed


def pairs(rng: random.Random, kind: str, number: int) -> Iterator[Pair]:
    """Return the positions of one game, of some impossible boards, or of an edited one."""
    if kind == "game":
        return game(rng, kiwipete, STARTS[number % len(STARTS)], 80)
    if kind == "edited":
        return edited(rng, kiwipete, 80)
    return chain.from_iterable(impossible(rng, kiwipete, 8) for _ in range(8))


def compare(task: tuple[int, int]) -> Batch:
    """Compare all positions of one batch; stop where the boards can no longer be kept in step."""
    seed, number = task
    rng = random.Random(f"{seed}-{number}")
    kind = rng.choices(["game", "impossible", "edited"], [7, 2, 1])[0]
    positions = 0
    findings: list[Finding] = []
    try:
        for pair in pairs(rng, kind, number):
            positions += 1
            findings += map(finding, differences(rng, pair))
            if positions % SWEEP_EVERY == 1:
                findings += map(finding, sweeps(pair))
    except Difference as difference:
        findings.append(finding(difference))
    return kind, positions, findings


def finding(difference: Difference) -> Finding:
    """Return the report of a difference: in full the first time only."""
    topic = difference.topic
    if topic in told:
        return topic, ""
    told.add(topic)
    return topic, str(difference.shrunk())


def batches(seed: int, jobs: int) -> Iterator[Batch]:
    """Compare batch after batch, in rounds so that no process runs far ahead."""
    with multiprocessing.Pool(jobs) as pool:
        for round_start in count(0, 8 * jobs):
            tasks = [(seed, number) for number in range(round_start, round_start + 8 * jobs)]
            yield from pool.imap_unordered(compare, tasks)


def report(kinds: Counter[str], found: Counter[str], seconds: float) -> None:
    """Print the progress."""
    total = sum(kinds.values())
    parts = ", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items()))
    print(
        f"{total:,} positions ({parts}), {total / seconds:,.0f} a second,"
        f" {sum(found.values()):,} differences",
        flush=True,
    )


def main() -> int:
    """Compare until enough positions have been seen; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    options = parser.parse_args()
    kinds: Counter[str] = Counter()
    found: Counter[str] = Counter()
    start = last = time.monotonic()
    for kind, positions, findings in batches(options.seed, options.jobs):
        kinds[kind] += positions
        for topic, program in findings:
            if not found[topic]:
                print(f"\n{program}\n", flush=True)
            found[topic] += 1
        if time.monotonic() - last > SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            report(kinds, found, last - start)
        if sum(kinds.values()) >= options.positions:
            break
    report(kinds, found, time.monotonic() - start)
    for topic, times in found.most_common():
        print(f"{times:6} {topic}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
