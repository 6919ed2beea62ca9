"""Measure the levels of `kiwipete play` in games against each other and against Stockfish.

    python tools/measure_levels.py FOLDER --games 200 --stockfish stockfish

Each level plays the next one, and the stronger ones play Stockfish, limited to
several ratings (UCI_Elo), which are assumed to be right. The levels' ratings are
those that fit all scores best. Prints a table for docs/engine.md; the Elo of each
level belongs in LEVELS in src/kiwipete/own_engine/levels.py. FOLDER keeps the games:
after an interruption the same command continues.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from kiwipete.own_engine.levels import LEVELS

# The ratings of Stockfish that a level meets; Stockfish has none below 1350.
MET = {
    5: (1350, 1500),
    6: (1500, 1700),
    7: (1700, 1900),
    8: (2000, 2200),
    9: (2000, 2300),
    10: (2300,),
}
# Nodes that Stockfish needs to reach its rating: it limits its strength by depth.
NODES = dict.fromkeys((1350, 1500, 1700), 5_000) | {
    1900: 10_000,
    2000: 15_000,
    2200: 30_000,
    2300: 40_000,
}
SLOPE = math.log(10) / 400
STEPS = 2000


class Pairing(NamedTuple):
    """A level, its opponent (a level, or a rating of Stockfish), and its score."""

    level: int
    other: int
    is_stockfish: bool
    score: float  # from 0 to 1


def main() -> None:
    """Play, fit, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="for the games")
    parser.add_argument("--games", type=int, default=200, help="games for each pairing (200)")
    parser.add_argument("--jobs", type=int, default=1, help="games at once (1)")
    parser.add_argument("--stockfish", default="stockfish", help="the command (stockfish)")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    played = []
    for number in range(1, len(LEVELS) + 1):
        if number > 1:
            played.append(_meet(number, number - 1, arguments))
        for rating in MET.get(number, ()):
            played.append(_meet(number, rating, arguments, is_stockfish=True))
    _print_table(played, _fit(played, arguments.games))


def _meet(
    level: int, other: int, arguments: argparse.Namespace, *, is_stockfish: bool = False
) -> Pairing:
    ours = f"{sys.executable} -m kiwipete uci"
    engines = [f"a={ours}", f"b={arguments.stockfish if is_stockfish else ours}"]
    limited = LEVELS[level - 1]
    elo = (limited.elo, other if is_stockfish else LEVELS[other - 1].elo)
    command = [sys.executable, "-m", "kiwipete", "match", *engines, "--json"]
    command += ["--games", str(arguments.games), "--jobs", str(arguments.jobs)]
    command += ["--nodes", str(max(NODES[other] if is_stockfish else 0, limited.nodes))]
    command += ["--option", "UCI_LimitStrength=true"]
    command += ["--option-a", f"UCI_Elo={elo[0]}", "--option-b", f"UCI_Elo={elo[1]}"]
    # A level with other limits plays other games.
    sides = f"{level}-{limited.nodes}-{limited.seen}", f"stockfish-{other}"
    if not is_stockfish:
        sides = sides[0], f"{other}-{LEVELS[other - 1].nodes}-{LEVELS[other - 1].seen}"
    command += ["--resume", str(arguments.folder / f"{'-'.join(sides)}.jsonl")]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode:  # the match has said why
        raise SystemExit(done.returncode)
    report = json.loads(done.stdout)
    first = report["engines"][0]
    pairing = Pairing(
        level, other, is_stockfish, (first["wins"] + first["draws"] / 2) / report["games"]
    )
    print(pairing, file=sys.stderr, flush=True)
    return pairing


def _fit(played: list[Pairing], games: int) -> dict[int, float]:
    """Return the levels' ratings, each moved step by step to its expected score."""
    elo = {number: float(level.elo) for number, level in enumerate(LEVELS, 1)}
    for _ in range(STEPS):
        for level in elo:
            excess = slope = 0.0
            for each in played:
                # A virtual draw keeps a perfect score from being infinite.
                score = (each.score * games + 0.5) / (games + 1)
                other = float(each.other) if each.is_stockfish else elo[each.other]
                expected = 1 / (1 + math.exp(-SLOPE * (elo[each.level] - other)))
                if level == each.level:
                    excess += score - expected
                elif level == each.other and not each.is_stockfish:
                    excess -= score - expected
                else:
                    continue
                slope += SLOPE * expected * (1 - expected)
            elo[level] += max(-50.0, min(50.0, excess / slope))
    return elo


def _print_table(played: list[Pairing], elo: dict[int, float]) -> None:
    print("| level | Elo | positions | moves seen, % | score against the level below | Stockfish |")
    print("|---|---|---|---|---|---|")
    for number, level in enumerate(LEVELS, 1):
        met = [each for each in played if each.level == number]
        below = [f"{100 * each.score:.0f} %" for each in met if not each.is_stockfish]
        fish = [f"{100 * each.score:.0f} % ({each.other})" for each in met if each.is_stockfish]
        cells = (number, round(elo[number]), f"{level.nodes:,}", level.seen, *(below or [""]))
        print("|", " | ".join(map(str, cells)), "|", ", ".join(fish), "|")


if __name__ == "__main__":
    main()
