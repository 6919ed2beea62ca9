"""`kiwipete bench`: verify known counts and measure the speed."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kiwipete import BUILD, __version__, perft
from kiwipete.board import Board
from kiwipete.cli.commands.perft import timed
from kiwipete.cli.exits import INTERRUPTED, OK, WRONG_COUNT, UsageError, complain
from kiwipete.cli.options import add_json, add_network, add_threads
from kiwipete.cli.ui import grouped, per_second, several, show_rows
from kiwipete.own_engine import SHIPPED
from kiwipete.positions import NAMED_POSITIONS

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from rich.table import Table

    from kiwipete.cli.options import CommandParser
    from kiwipete.own_engine.bench import Measured
    from kiwipete.own_engine.networks import NetworkSource

DESCRIPTION = """\
Count six positions with known counts and measure the speed.

Startpos at depth 6, kiwipete 5, position3 7, position4 5, position5 5 and
position6 5. The exit code is 1 if a count is wrong.

With --search the engine searches 16 positions to a fixed depth, single-threaded,
hash cleared each time. The total number of nodes is the engine's signature: it
is the same on every machine and changes only when the search or its network
does."""

EXAMPLES = """\
examples:
  kiwipete bench
      one row per position, then
      Signature   761234712
      Speed       1,141,231,202 nodes/s

  kiwipete bench --threads 4 --json
      {"positions": [{"name": "startpos", "depth": 6, ...}, ...], "nodes": 761234712, ...}

  kiwipete bench --search
      one row per position, then the signature and the speed of the search"""

IN_SHORT = """\
  kiwipete bench                      six known counts, and the speed
"""


class Known(NamedTuple):
    """A well-known count."""

    name: str
    depth: int
    nodes: int


KNOWN_COUNTS = (
    Known("startpos", 6, 119_060_324),
    Known("kiwipete", 5, 193_690_690),
    Known("position3", 7, 178_633_661),
    Known("position4", 5, 15_833_292),
    Known("position5", 5, 89_941_194),
    Known("position6", 5, 164_075_551),
)


class Result(NamedTuple):
    """A known count, and the count made here."""

    known: Known
    nodes: int
    seconds: float

    @property
    def right(self) -> bool:
        """Whether the count is the known one."""
        return self.nodes == self.known.nodes


def add_arguments(parser: CommandParser) -> None:
    """Add what to measure."""
    parser.add_argument(
        "--search", action="store_true", help="measure the engine's search instead of the counts"
    )
    add_threads(parser, 1, "1")
    add_network(parser)
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Count or search the positions, and print the results with their signature."""
    if arguments.network != SHIPPED and not arguments.search:
        raise UsageError("--network is for --search: counts need no evaluation")
    return _search(arguments) if arguments.search else _count(arguments)


def _print_signature(results: Sequence[Result | Measured]) -> None:
    nodes, seconds = _total(results)
    print(f"Signature   {nodes}")
    print(f"Speed       {grouped(per_second(nodes, seconds))} nodes/s")


def _print_json(
    rows: list[dict[str, object]], results: Sequence[Result | Measured], **more: object
) -> None:
    import json

    nodes, seconds = _total(results)
    cost = {"nodes": nodes, "seconds": round(seconds, 6), "nps": per_second(nodes, seconds)}
    print(json.dumps({"positions": rows, **cost, **more, "version": __version__, "build": BUILD}))


def _total(results: Sequence[Result | Measured]) -> tuple[int, float]:
    return sum(result.nodes for result in results), sum(result.seconds for result in results)


# Counts.


def _count(arguments: Namespace) -> int:
    """Count the positions, print the results and verify them."""
    threads = arguments.threads
    if arguments.json:
        results = list(_counts(threads))
        _print_json([_count_fields(result) for result in results], results, threads=threads)
    else:
        print(f"kiwipete {__version__}, {BUILD} build, {several(threads, 'thread')}", flush=True)
        results = show_rows(_counts(threads), _count_table)
        if len(results) == len(KNOWN_COUNTS):
            _print_signature(results)
    return _verdict(results)


def _counts(threads: int) -> Iterator[Result]:
    """Count one position after another, until Ctrl-C."""
    for known in KNOWN_COUNTS:
        start = time.perf_counter()
        count = perft.Count(Board(NAMED_POSITIONS[known.name]), known.depth)
        timing = timed(partial(count.run, threads=threads), start, threads=threads)
        if timing.interrupted:
            return
        yield Result(known, count.nodes, timing.seconds)


def _count_table(results: list[Result]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table("position", box=box.ROUNDED)
    for name in ("depth", "nodes", "seconds", "Mnps"):
        table.add_column(name, justify="right", style="cyan" if name == "nodes" else None)
    for result in results:
        table.add_row(*_row(result))
    for known in KNOWN_COUNTS[len(results) :]:
        table.add_row(known.name, str(known.depth), "...", style="dim")
    return table


def _row(result: Result) -> tuple[str, ...]:
    nodes = grouped(result.nodes)
    return (
        result.known.name,
        str(result.known.depth),
        nodes if result.right else f"[bold red]{nodes} is wrong",
        f"{result.seconds:.3f}",
        f"{per_second(result.nodes, result.seconds) / 1e6:,.1f}",
    )


def _verdict(results: list[Result]) -> int:
    """Print what is wrong with the results, and return the exit code."""
    wrong = [
        f"{known.name} at depth {known.depth} is {known.nodes}, not {nodes}"
        for known, nodes, _ in (result for result in results if not result.right)
    ]
    if wrong:
        complain(f"wrong count: {'; '.join(wrong)}")
        return WRONG_COUNT
    if len(results) < len(KNOWN_COUNTS):
        complain(f"interrupted: {len(results)} of {len(KNOWN_COUNTS)} positions counted")
        return INTERRUPTED
    return OK


def _count_fields(result: Result) -> dict[str, object]:
    known, nodes, seconds = result
    return {
        "name": known.name,
        "fen": NAMED_POSITIONS[known.name],
        "depth": known.depth,
        "nodes": nodes,
        "expected": known.nodes,
        "seconds": round(seconds, 6),
        "nps": per_second(nodes, seconds),
    }


# Searches.


def _search(arguments: Namespace) -> int:
    """Search the positions; print nodes, times and the signature."""
    from kiwipete.own_engine import bench

    if arguments.threads != 1:
        raise UsageError("--search runs on one thread only, where node counts are reproducible")
    if arguments.json:
        results = list(_searches(arguments.network))
        rows = [_search_fields(result) for result in results]
        _print_json(rows, results, depth=bench.DEPTH, threads=1)
    else:
        print(f"kiwipete {__version__}, {BUILD} build, depth {bench.DEPTH}", flush=True)
        results = show_rows(_searches(arguments.network), _search_table)
    if len(results) < len(bench.POSITIONS):
        complain(f"interrupted: {len(results)} of {len(bench.POSITIONS)} positions searched")
        return INTERRUPTED
    if not arguments.json:
        _print_signature(results)
    return OK


def _searches(network: NetworkSource) -> Iterator[Measured]:
    """Search one position after another, until Ctrl-C."""
    from kiwipete.own_engine import bench

    try:
        yield from bench.Bench(bench.DEPTH, network=network)
    except KeyboardInterrupt:
        return


def _search_table(results: list[Measured]) -> Table:
    from rich import box
    from rich.table import Table

    from kiwipete.own_engine import bench

    table = Table(box=box.ROUNDED)
    table.add_column("position", no_wrap=True)
    for name in ("nodes", "seconds", "Mnps"):
        table.add_column(
            name, justify="right", no_wrap=True, style="cyan" if name == "nodes" else None
        )
    for fen, nodes, seconds in results:
        speed = per_second(nodes, seconds) / 1e6
        table.add_row(_short_fen(fen), grouped(nodes), f"{seconds:.3f}", f"{speed:.2f}")
    for fen in bench.POSITIONS[len(results) :]:
        table.add_row(_short_fen(fen), "...", style="dim")
    return table


def _short_fen(fen: str) -> str:
    """Return a FEN without its counters, to keep the table narrow."""
    return " ".join(fen.split()[:4])


def _search_fields(result: Measured) -> dict[str, object]:
    fen, nodes, seconds = result
    return {
        "fen": fen,
        "nodes": nodes,
        "seconds": round(seconds, 6),
        "nps": per_second(nodes, seconds),
    }
