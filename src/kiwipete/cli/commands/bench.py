"""`kiwipete bench`: verify known counts and measure the speed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiwipete import BUILD, __version__
from kiwipete.board import Board
from kiwipete.cli.commands.perft import Counted, timed_count
from kiwipete.cli.exits import INTERRUPTED, OK, WRONG_COUNT, complain
from kiwipete.cli.options import add_json, add_threads
from kiwipete.cli.ui import grouped, per_second, several
from kiwipete.cli.ui.progress import show_rows
from kiwipete.positions import NAMED_POSITIONS

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from rich.table import Table

    from kiwipete.cli.options import CommandParser

DESCRIPTION = """\
Count six positions with known counts and measure the speed.

Startpos at depth 6, kiwipete 5, position3 7, position4 5, position5 5 and
position6 5. The exit code is 1 if a count is wrong.

With --search the engine searches 16 positions to a fixed depth, single-threaded,
hash cleared each time. The total number of nodes is the engine's signature: it
is the same on every machine and changes only when the search does."""

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
    counted: Counted

    @property
    def nodes(self) -> int:
        """The leaves counted."""
        return self.counted.count.nodes

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
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Count the positions, print the results and verify them."""
    if arguments.search:
        from kiwipete.cli.commands import bench_search

        return bench_search.run(arguments)
    if arguments.json:
        results = list(_results(arguments.threads))
    else:
        results = _fill_table(arguments.threads)
    nodes = sum(result.nodes for result in results)
    seconds = sum(result.counted.seconds for result in results)
    if arguments.json:
        _print_json(arguments.threads, results, nodes, seconds)
    elif len(results) == len(KNOWN_COUNTS):
        print(f"Signature   {nodes}")
        print(f"Speed       {grouped(per_second(nodes, seconds))} nodes/s")
    return _verdict(results)


def _results(threads: int) -> Iterator[Result]:
    """Count one position after another, until Ctrl-C."""
    for known in KNOWN_COUNTS:
        counted = timed_count(Board(NAMED_POSITIONS[known.name]), known.depth, threads=threads)
        if counted.interrupted:
            return
        yield Result(known, counted)


def _fill_table(threads: int) -> list[Result]:
    """Count, and fill the rows of a table as the counts arrive."""
    print(f"kiwipete {__version__}, {BUILD} build, {several(threads, 'thread')}", flush=True)
    return show_rows(_results(threads), _table)


def _table(results: list[Result]) -> Table:
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
        f"{result.counted.seconds:.3f}",
        f"{result.counted.nps / 1e6:,.1f}",
    )


def _verdict(results: list[Result]) -> int:
    """Print what is wrong with the results, and return the exit code."""
    wrong = [
        f"{known.name} at depth {known.depth} is {known.nodes}, not {counted.count.nodes}"
        for known, counted in (result for result in results if not result.right)
    ]
    if wrong:
        complain(f"wrong count: {'; '.join(wrong)}")
        return WRONG_COUNT
    if len(results) < len(KNOWN_COUNTS):
        complain(f"interrupted: {len(results)} of {len(KNOWN_COUNTS)} positions counted")
        return INTERRUPTED
    return OK


def _print_json(threads: int, results: list[Result], nodes: int, seconds: float) -> None:
    import json

    rows = [
        {
            "name": known.name,
            "fen": NAMED_POSITIONS[known.name],
            "depth": known.depth,
            "nodes": counted.count.nodes,
            "expected": known.nodes,
            "seconds": round(counted.seconds, 6),
            "nps": counted.nps,
        }
        for known, counted in results
    ]
    report = {
        "positions": rows,
        "nodes": nodes,
        "seconds": round(seconds, 6),
        "nps": per_second(nodes, seconds),
        "threads": threads,
        "version": __version__,
        "build": BUILD,
    }
    print(json.dumps(report))
