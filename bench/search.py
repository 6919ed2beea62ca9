"""Compare the search with its peers, and measure what a GUI waits for, in one run.

    python bench/search.py                  every figure
    python bench/search.py --rounds 9       for a noisy machine
    python bench/search.py --only networks --network net.kwn
                                            what a network costs, without the rest

Nodes per second are those of each engine's own `bench` (one thread, 16 MB), in
processor time of its process, so that other work of the machine matters less; the
engines take turns, and the median of the rounds counts. Stockfish uses its network;
its classical evaluation is there for comparison. Our own bench runs with the network
in the package, with those of --network, and with piece-square values.

Threads, `stop` and the start are measured in wall-clock time, on `kiwipete uci` of
the Python that runs this. It should not be an editable install, which checks for
changed sources whenever it starts. They need an idle machine.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import NamedTuple

from kiwipete.own_engine import SHIPPED
from kiwipete.own_engine.bench import POSITIONS
from kiwipete.own_engine.networks import load_network

OURS = [sys.executable, "-m", "kiwipete", "uci"]
STOPS = 100
STARTS = 21
THREADS_SECONDS = 2


class Peer(NamedTuple):
    """An engine and its bench."""

    name: str
    command: list[str]
    bench: str
    nodes: str  # the number of nodes that it prints, as an expression
    start: list[str]  # the command without a bench


class Figure(NamedTuple):
    """A figure, and its bounds."""

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    def verdict(self) -> str:
        """Return whether the figure is within its bounds."""
        if self.most is not None:
            return f"at most {self.most:g}: {'yes' if self.value <= self.most else 'NO'}"
        if self.least is not None:
            return f"at least {self.least:g}: {'yes' if self.value >= self.least else 'NO'}"
        return ""


def program(name: str) -> str:
    """Find a program of Debian's games."""
    path = shutil.which(name) or shutil.which(name, path="/usr/games")
    if path is None:
        raise SystemExit(f"{name} is not installed (Debian: apt-get install {name})")
    return path


def peers() -> list[Peer]:
    """Return all engines, ours first."""
    stockfish, ethereal = [program("stockfish")], [program("ethereal-chess")]
    nodes = r"searched *: (\d+)"
    return [
        Peer("kiwipete", OURS, "bench", r"(\d+) nodes", OURS),
        Peer("stockfish", stockfish, "bench 16 1 13 default depth NNUE", nodes, stockfish),
        Peer("classical", stockfish, "bench 16 1 13 default depth classical", nodes, stockfish),
        Peer("ethereal", [*ethereal, "bench", "13", "1", "16"], "", r"Nodes *: (\d+)", ethereal),
    ]


def processor_seconds(command: list[str], text: str) -> tuple[float, str]:
    """Return the processor time of a process with this input, and its output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def rate(peer: Peer) -> float:
    """Return the nodes per second of one bench, without the start of the engine."""
    seconds, text = processor_seconds(peer.command, f"{peer.bench}\n")
    start, _ = processor_seconds(peer.start, "quit\n")
    found = re.findall(peer.nodes, text)
    if not found:
        raise SystemExit(f"{peer.name} printed no number of nodes: {text[-200:]!r}")
    return int(found[-1]) / (seconds - start)


def speeds(rounds: int) -> Iterator[Figure]:
    """Compare the benches."""
    rates: dict[str, list[float]] = {peer.name: [] for peer in peers()}
    for number in range(rounds):
        print(f"benches, round {number + 1} of {rounds} …", file=sys.stderr)
        for peer in peers():
            rates[peer.name].append(rate(peer))
    ours = rates.pop("kiwipete")
    yield Figure("kiwipete", median(ours) / 1e6, "million nodes a second")
    for name, theirs in rates.items():
        yield Figure(name, median(theirs) / 1e6, "million nodes a second")
        ratio = median(one / other for one, other in zip(ours, theirs, strict=True))
        yield Figure(f"times {name}", ratio, "", least=2.0 if name == "stockfish" else None)


class Conversation:
    """A conversation with a UCI engine, line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._input, self._output = process.stdin, process.stdout

    def tell(self, text: str) -> None:
        """Send a line."""
        self._input.write(f"{text}\n")
        self._input.flush()

    def wait_for(self, word: str) -> list[str]:
        """Return the lines up to the one that begins with a word."""
        lines = []
        for line in self._output:
            lines.append(line)
            if line.startswith(word):
                return lines
        raise SystemExit("the engine ended")


@contextmanager
def engine() -> Iterator[Conversation]:
    """Start our engine, and end it."""
    with subprocess.Popen(
        OURS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        conversation = Conversation(process)
        yield conversation
        conversation.tell("quit")


def nodes_in_time(threads: int) -> int:
    """Return the nodes that this many threads search in a fixed time."""
    with engine() as ours:
        ours.tell(f"setoption name Threads value {threads}\nisready")
        ours.wait_for("readyok")
        ours.tell(f"position fen {POSITIONS[1]}\ngo movetime {1000 * THREADS_SECONDS}")
        lines = ours.wait_for("bestmove")
    return max(int(found[1]) for line in lines if (found := re.search(r"nodes (\d+)", line)))


def our_rate(network: str) -> float:
    """Return the nodes per second of our bench with a network."""
    text = f"setoption name EvalFile value {network}\n"
    bench = Peer("kiwipete", OURS, f"{text}bench", r"(\d+) nodes", OURS)
    return rate(bench)


def networks(rounds: int, files: list[str]) -> Iterator[Figure]:
    """Compare the speed with networks to that with piece-square values."""
    ratios: dict[str, list[float]] = {name: [] for name in [SHIPPED, *files]}
    for number in range(rounds):
        print(f"networks, round {number + 1} of {rounds} …", file=sys.stderr)
        without = our_rate("none")
        for name in ratios:
            ratios[name].append(our_rate(name) / without)
    for name, measured in ratios.items():
        network = load_network(name)
        assert network is not None
        label = f"network of {network.hidden}, times piece-square"
        # Wider ones have no goal yet.
        goals = [goal for width, goal in ((128, 0.75), (256, 0.7)) if network.hidden <= width]
        yield Figure(label, median(measured), "", least=goals[0] if goals else None)


def threads(rounds: int) -> Iterator[Figure]:
    """Compare two threads with one."""
    print("threads …", file=sys.stderr)
    ratios = [nodes_in_time(2) / nodes_in_time(1) for _ in range(rounds)]
    yield Figure("nodes of two threads, times one", median(ratios), "", least=1.8)
    yield Figure("the best round", max(ratios), "")


def stops() -> Iterator[Figure]:
    """Measure the time from `stop` to the move."""
    print("stop …", file=sys.stderr)
    dice = random.Random(0)
    waits = []
    with engine() as ours:
        for number in range(STOPS):
            ours.tell(f"position fen {POSITIONS[number % len(POSITIONS)]}\ngo infinite")
            time.sleep(dice.uniform(0.01, 0.1))
            start = time.perf_counter()
            ours.tell("stop")
            ours.wait_for("bestmove")
            waits.append(1000 * (time.perf_counter() - start))
    yield Figure(f"answer to stop, median of {STOPS}", median(waits), "ms", most=10)
    yield Figure("the slowest", max(waits), "ms", most=10)


def starts() -> Iterator[Figure]:
    """Measure the time from the start of the process to `uciok`."""
    print("start …", file=sys.stderr)
    waits = []
    for _ in range(STARTS):
        start = time.perf_counter()
        with engine() as ours:
            ours.tell("uci")
            ours.wait_for("uciok")
            waits.append(1000 * (time.perf_counter() - start))
    work = [1000 * processor_seconds(OURS, "uci\nquit\n")[0] for _ in range(STARTS)]
    yield Figure(f"start to uciok, median of {STARTS}", median(waits), "ms", most=150)
    yield Figure("the quickest", min(waits), "ms")
    yield Figure("processor time of it, and the end", median(work), "ms")


def main() -> None:
    """Measure, and print a row for each figure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="of the benches (default 5)")
    parser.add_argument(
        "--network", action="append", default=[], metavar="FILE", help="also measure this one"
    )
    measures: dict[str, Callable[[], Iterator[Figure]]] = {
        "speeds": lambda: speeds(arguments.rounds),
        "networks": lambda: networks(arguments.rounds, arguments.network),
        "threads": lambda: threads(arguments.rounds),
        "stops": stops,
        "starts": starts,
    }
    parser.add_argument("--only", choices=measures, help="measure this alone")
    arguments = parser.parse_args()
    chosen = [arguments.only] if arguments.only else list(measures)
    for figure in [figure for name in chosen for figure in measures[name]()]:
        print(f"{figure.name:<38}{figure.value:>9.2f} {figure.unit:<24}{figure.verdict()}".rstrip())


if __name__ == "__main__":
    main()
