"""Play the engine against others at 100 ms a move, and rate it by those whose strength is known.

    python tools/rate_engine.py FOLDER                   all that are installed, 200 games each
    python tools/rate_engine.py FOLDER --only ethereal   one of them; --games N, --jobs N

One thread and 16 MB each, from random openings played with both colours. FOLDER keeps the
games, so that the same command continues, and prints the table when all have been played.
A move may take a second more without losing: that is the machine's doing, not the engine's.
The rating is the one that explains the points against all anchors together; its error is
that of the games alone, not that of the anchors' ratings (CCRL, which plays slower games).
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from kiwipete.match.pentanomial import ELO_PER_DEVIATION, WITHIN, Estimate, Pentanomial

STEPS = 200


class Opponent(NamedTuple):
    """An engine, and its rating if it is an anchor."""

    name: str
    command: str
    option: str | None = None
    rating: int | None = None


OPPONENTS = {
    "piece-square": Opponent("Kiwipete, piece-square", "kiwipete uci", "EvalFile=none"),
    "toga": Opponent("Toga II 3.0", "toga2", rating=2780),
    "glaurung": Opponent("Glaurung 2.2", "glaurung", rating=2790),
    "ethereal": Opponent("Ethereal 12", "ethereal-chess", rating=3300),
    "classical": Opponent("Stockfish 15.1, no network", "stockfish", "Use NNUE=false"),
    "stockfish": Opponent("Stockfish 15.1", "stockfish", rating=3550),
}


def main() -> None:
    """Play what has not been played, and print the table and the rating."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=OPPONENTS, action="append", help="may be repeated")
    parser.add_argument("--games", type=int, default=200, help="against each (200)")
    parser.add_argument("--jobs", type=int, default=2, help="games at once (2)")
    parser.add_argument("--engine", default="kiwipete uci", help="the command (kiwipete uci)")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    reports = {}
    for key in arguments.only or OPPONENTS:
        if shutil.which(OPPONENTS[key].command.split()[0]):
            reports[key] = _meet(key, arguments)
        else:
            print(f"{OPPONENTS[key].command} is not installed", file=sys.stderr)
    _print_table(reports)


def _meet(key: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Play the games that are missing; return the report."""
    opponent = OPPONENTS[key]
    command = [sys.executable, "-m", "kiwipete", "match"]
    command += [f"Kiwipete={arguments.engine}", f"{key}={opponent.command}", "--json"]
    command += ["--movetime", "0.1", "--grace", "1", "--win", "700,3", "--draw", "12,6,34"]
    command += ["--games", str(arguments.games), "--jobs", str(arguments.jobs)]
    command += ["--resume", str(arguments.folder / f"{key}.jsonl")]
    if opponent.option:
        command += ["--option-b", opponent.option]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode:  # the match has said why
        raise SystemExit(done.returncode)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _print_table(reports: dict[str, dict[str, Any]]) -> None:
    print("| opponent | rating | games | score | won, drawn, lost | Elo |")
    print("|---|---|---|---|---|---|")
    anchored = []
    for key, report in reports.items():
        opponent, ours = OPPONENTS[key], report["engines"][0]
        pairs = Pentanomial(tuple(report["pairings"][0]["pairs"]))
        rating = "" if opponent.rating is None else f"{opponent.rating:,}"
        counts = f"{ours['wins']}, {ours['draws']}, {ours['losses']}"
        cells = opponent.name, rating, report["games"], f"{100 * pairs.score:.1f} %", counts
        print("|", " | ".join(map(str, cells)), "|", pairs.elo(), "|")
        if opponent.rating is not None:
            anchored.append((opponent.rating, pairs))
        for engine in report["engines"]:
            if engine["failures"]:
                print(f"{engine['name']}: {engine['failures']}", file=sys.stderr)
    if anchored:
        rating = rated(anchored)
        print(f"\nRating: {rating.value:.0f} ± {rating.error:.0f}")


def rated(anchored: list[tuple[int, Pentanomial]]) -> Estimate:
    """Return the rating whose expected points are those scored, by Newton's method."""
    rating = anchored[0][0] + 0.0
    for _ in range(STEPS):
        excess = slope = variance = 0.0
        for anchor, pairs in anchored:
            expected = 1 / (1 + math.exp(2 * (anchor - rating) / ELO_PER_DEVIATION))
            least = 0.125 / pairs.pairs  # half a step, for no rating explains a score of 0 or 1
            score = min(max(pairs.score, least), 1 - least)
            excess += pairs.pairs * (score - expected)
            slope += pairs.pairs * expected * (1 - expected) * 2 / ELO_PER_DEVIATION
            variance += pairs.pairs * pairs.deviation**2
        rating += max(-50.0, min(50.0, excess / slope))
    if not variance:  # all won, or all lost
        return Estimate(rating, math.inf)
    return Estimate(rating, WITHIN * math.sqrt(variance) / slope)


if __name__ == "__main__":
    main()
