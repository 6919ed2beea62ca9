"""`kiwipete bench`: known counts, and how fast they are reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiwipete import BUILD, __version__
from kiwipete.board import Board
from kiwipete.cli.counting import Counted, timed_count
from kiwipete.cli.ends import INTERRUPTED, OK, WRONG_COUNT, complain
from kiwipete.cli.growing_table import show_rows
from kiwipete.cli.wording import grouped, per_second, several
from kiwipete.positions import NAMED_POSITIONS

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from rich.table import Table


class Known(NamedTuple):
    """A count that everybody agrees on."""

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
    """A known count, and what was counted here."""

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


def run(arguments: Namespace) -> int:
    """Count the positions, print the results and verify them."""
    if arguments.search:
        from kiwipete.cli import search_bench

        return search_bench.run(arguments)
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
    """Count one position after the other; Ctrl-C ends the series."""
    for known in KNOWN_COUNTS:
        counted = timed_count(Board(NAMED_POSITIONS[known.name]), known.depth, threads=threads)
        if counted.interrupted:
            return
        yield Result(known, counted)


def _fill_table(threads: int) -> list[Result]:
    """Count in front of the reader's eyes: a row fills when its count is there."""
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
    """Say what is wrong with the results, if anything is."""
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
