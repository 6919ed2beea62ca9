"""Measure the gain of each search technique: the engine plays itself without one of them.

    python tools/ablations.py --nodes 10000 --games 400 --jobs 2
    python tools/ablations.py --only "null move" "killers"
    python tools/ablations.py --list

Prints a Markdown table for docs/engine.md, most useful technique first; --list
plays no games and prints the table of techniques and margins there. With a fixed
number of nodes, the figures do not include what a technique costs in time.
Games are kept in --keep and not played again.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from kiwipete.own_engine.options import TECHNIQUE_TABLE, TECHNIQUES


def main() -> None:
    """Play the missing matches and print the table."""
    arguments = _arguments()
    if arguments.list:
        _print_techniques()
        return
    arguments.keep.mkdir(parents=True, exist_ok=True)
    rows = []
    for technique in arguments.only or TECHNIQUES:
        report = _match(technique, arguments)
        pairing = report["pairings"][0]
        elo, error = pairing["elo"]
        rows.append((elo, f"| {technique} | {elo:+.0f} ± {error:.0f} | {report['games']} |"))
        print(f"{technique}: {elo:+.0f} ± {error:.0f}", file=sys.stderr, flush=True)
    print("| technique | Elo | games |\n|---|---|---|")
    for _, row in sorted(rows, reverse=True):
        print(row)


def _print_techniques() -> None:
    print("| technique | what it does | margins (default, range) |\n|---|---|---|")
    for _, _, technique, text, margins in TECHNIQUE_TABLE:
        cells = (f"`{name}` {value} ({low} to {high})" for name, value, low, high in margins)
        print(f"| {technique} | {text} | {', '.join(cells)} |")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    add = parser.add_argument
    add("--list", action="store_true", help="print the techniques and their margins")
    add("--only", nargs="+", choices=TECHNIQUES, metavar="NAME", help="these techniques (all)")
    add("--nodes", type=int, default=10_000, help="nodes a move (10000)")
    add("--games", type=int, default=400, help="games for each technique (400)")
    add("--jobs", type=int, default=1, help="games at once (1)")
    add("--keep", type=Path, default=Path("ablations"), help="folder of results (ablations)")
    return parser.parse_args()


def _match(technique: str, arguments: argparse.Namespace) -> dict:
    """Play what is missing of the match, and return its report."""
    file = arguments.keep / f"{technique.replace(' ', '-')}.jsonl"
    engine = f"{sys.executable} -m kiwipete uci"
    command = [sys.executable, "-m", "kiwipete", "match", f"whole={engine}", f"less={engine}"]
    command += ["--nodes", str(arguments.nodes), "--games", str(arguments.games), "--json"]
    command += ["--jobs", str(arguments.jobs), "--option-b", f"Without={technique}"]
    command += ["--resume", str(file)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode:  # the match has said why
        raise SystemExit(done.returncode)
    return json.loads(done.stdout)


if __name__ == "__main__":
    main()
