"""Time the same tasks with Kiwipete, python-chess and rust-chess, in one run.

    python bench/api.py                   every task, best of 30 rounds
    python bench/api.py SAN minimax       the tasks whose names contain one of these words
    python bench/api.py --markdown        the table for the README; --json for a plot

Times are nanoseconds of processor time per call, the best of several short rounds
in which the modules take turns, so that noise hits them alike; a slow task has
fewer rounds. Before a task is timed, the modules must agree on its result. A bar
is Kiwipete's goal. A dash means that rust-chess has no such call.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import sys
import time
from importlib.metadata import version
from timeit import Timer
from typing import NamedTuple

from api_tasks import MODULES, OURS, PYTHON, RUST, TASKS, Names, Task, names_for, random_game

ROUND_SECONDS = 0.01  # short, to fit between other work of the machine
TASK_SECONDS = 12
FEWEST_ROUNDS = 3


class Row(NamedTuple):
    """A task and the nanoseconds per call of each module that has it."""

    task: Task
    ns: dict[str, float]

    def ratio(self, module: str) -> float | None:
        """Return how many times as fast as a module Kiwipete is."""
        return self.ns[module] / self.ns[OURS] if module in self.ns else None


def check_answers(task: Task, namespaces: dict[str, Names]) -> None:
    """End the run if the modules do not agree."""
    answers = {module: eval(way.answer, namespaces[module]) for module, way in task.ways().items()}
    if any(answer != answers[PYTHON] for answer in answers.values()):
        raise SystemExit(f"{task.name}: the answers differ: {answers}")


def calls_a_round(timer: Timer) -> int:
    """Return the number of calls that fill a round."""
    calls = 1
    while (seconds := timer.timeit(calls)) < ROUND_SECONDS / 4:
        calls *= 4
    return max(1, round(calls * ROUND_SECONDS / seconds))


def time_task(task: Task, namespaces: dict[str, Names], rounds: int) -> dict[str, float]:
    """Return the nanoseconds per call of each module, best of several rounds in turns.

    timeit switches the garbage collector off while it measures.
    """
    timers = {
        module: Timer(way.statement, timer=time.process_time, globals=namespaces[module])
        for module, way in task.ways().items()
    }
    calls = {module: calls_a_round(timer) for module, timer in timers.items()}
    best = dict.fromkeys(timers, math.inf)
    end = time.monotonic() + TASK_SECONDS
    for done in range(rounds):
        if done >= FEWEST_ROUNDS and time.monotonic() > end:
            break
        for module, timer in timers.items():
            taken = timer.timeit(calls[module]) / calls[module]
            best[module] = min(best[module], taken * 1e9)
    return best


def measure(words: list[str], rounds: int) -> list[Row]:
    """Check and time the tasks whose names contain one of the words; no words mean all."""
    game = random_game()
    namespaces = {module: names_for(module, game) for module in MODULES}
    rows = []
    for task in TASKS:
        if not words or any(word.lower() in task.name.lower() for word in words):
            print(f"measuring {task.name} …", file=sys.stderr)
            check_answers(task, namespaces)
            rows.append(Row(task, time_task(task, namespaces, rounds)))
    if not rows:
        raise SystemExit(f"no such task: {', '.join(words)}")
    return rows


def verdict(value: float | None, bar: float | None, *, low_is_good: bool = False) -> str:
    """Return a bar and whether it was reached, or nothing if there is no bar."""
    if value is None or bar is None:
        return ""
    reached = value <= bar if low_is_good else value >= bar
    return f"{'≤' if low_is_good else '≥'} {bar:g} {'pass' if reached else 'MISS'}"


def cells(row: Row) -> list[str]:
    """Return a row's text: the task, then figures and ratios with their bars."""
    task, ns = row
    to_python, to_rust = row.ratio(PYTHON), row.ratio(RUST)

    def figure(value: float | None) -> str:
        return "-" if value is None else f"{value:,.1f}" if value < 10 else f"{value:,.0f}"

    return [
        task.name,
        figure(ns[OURS]),
        verdict(ns[OURS], task.at_most_ns, low_is_good=True),
        figure(ns[PYTHON]),
        figure(ns.get(RUST)),
        figure(to_python),
        verdict(to_python, task.times_python),
        figure(to_rust),
        verdict(to_rust, task.times_rust),
    ]


TEXT, BAR = "task, ns a call", "bar"
RATIOS = [f"times {PYTHON}", BAR, f"times {RUST}", BAR]
HEADINGS = [TEXT, OURS, BAR, PYTHON, RUST, *RATIOS]


def print_table(rows: list[Row], *, markdown: bool) -> None:
    """Print the table, aligned or as Markdown."""
    lines = [HEADINGS, *map(cells, rows)]
    if markdown:
        lines.insert(1, ["---" if name in (TEXT, BAR) else "---:" for name in HEADINGS])
        for line in lines:
            print(f"| {' | '.join(line)} |")
        return
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        aligned = (
            f"{text:<{width}}" if name in (TEXT, BAR) else f"{text:>{width}}"
            for text, width, name in zip(line, widths, HEADINGS, strict=True)
        )
        print("  ".join(aligned).rstrip())


def print_json(rows: list[Row], versions: dict[str, str]) -> None:
    """Print all figures, ratios and bars."""
    tasks = [
        {
            "task": row.task.name,
            "ns": row.ns,
            "times": {module: row.ratio(module) for module in (PYTHON, RUST)},
            "bars": {
                "ns": row.task.at_most_ns,
                PYTHON: row.task.times_python,
                RUST: row.task.times_rust,
            },
        }
        for row in rows
    ]
    print(json.dumps({"versions": versions, "tasks": tasks}, indent=2))


def main() -> None:
    """Parse the arguments, measure, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=30, help="best of this many (default 30)")
    parser.add_argument("--build", help="force a build of Kiwipete, e.g. portable")
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("words", nargs="*", help="of the tasks' names (default: all tasks)")
    arguments = parser.parse_args()
    if arguments.build:
        os.environ["KIWIPETE_BUILD"] = arguments.build
    rows = measure(arguments.words, arguments.rounds)
    import kiwipete

    packages = {OURS: "kiwipete", PYTHON: "chess", RUST: "rust-chess"}
    versions = {module: version(package) for module, package in packages.items()}
    if arguments.json:
        print_json(rows, versions)
        return
    named = ", ".join(f"{module} {number}" for module, number in versions.items())
    print(f"Python {platform.python_version()}, {named} ({kiwipete.BUILD} build)\n")
    print_table(rows, markdown=arguments.markdown)


if __name__ == "__main__":
    main()
