"""`kiwipete bench --search`: the nodes of a search to a fixed depth, and its speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete import BUILD, __version__
from kiwipete.cli.exits import INTERRUPTED, OK, UsageError, complain
from kiwipete.cli.ui import grouped, per_second
from kiwipete.cli.ui.progress import show_rows
from kiwipete.own_engine import bench

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from rich.table import Table

    from kiwipete.own_engine.bench import Measured


def run(arguments: Namespace) -> int:
    """Search the positions; print nodes, times and the signature."""
    if arguments.threads != 1:
        raise UsageError("--search runs on one thread only, where node counts are reproducible")
    if arguments.json:
        results = list(_results())
        _print_json(results)
    else:
        print(f"kiwipete {__version__}, {BUILD} build, depth {bench.DEPTH}", flush=True)
        results = show_rows(_results(), _table)
    if len(results) < len(bench.POSITIONS):
        complain(f"interrupted: {len(results)} of {len(bench.POSITIONS)} positions searched")
        return INTERRUPTED
    if not arguments.json:
        nodes, seconds = _total(results)
        print(f"Signature   {nodes}")
        print(f"Speed       {grouped(per_second(nodes, seconds))} nodes/s")
    return OK


def _results() -> Iterator[Measured]:
    """Search one position after another, until Ctrl-C."""
    try:
        yield from bench.Bench(bench.DEPTH)
    except KeyboardInterrupt:
        return


def _total(results: list[Measured]) -> tuple[int, float]:
    return sum(result.nodes for result in results), sum(result.seconds for result in results)


def _table(results: list[Measured]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.ROUNDED)
    table.add_column("position", no_wrap=True)
    for name in ("nodes", "seconds", "Mnps"):
        table.add_column(
            name, justify="right", no_wrap=True, style="cyan" if name == "nodes" else None
        )
    for fen, nodes, seconds in results:
        speed = per_second(nodes, seconds) / 1e6
        table.add_row(_position(fen), grouped(nodes), f"{seconds:.3f}", f"{speed:.2f}")
    for fen in bench.POSITIONS[len(results) :]:
        table.add_row(_position(fen), "...", style="dim")
    return table


def _position(fen: str) -> str:
    """Return a FEN without its counters, to keep the table narrow."""
    return " ".join(fen.split()[:4])


def _print_json(results: list[Measured]) -> None:
    import json

    nodes, seconds = _total(results)
    report = {
        "positions": [_fields(result) for result in results],
        "depth": bench.DEPTH,
        "nodes": nodes,
        "seconds": round(seconds, 6),
        "nps": per_second(nodes, seconds),
        "threads": 1,
        "version": __version__,
        "build": BUILD,
    }
    print(json.dumps(report))


def _fields(result: Measured) -> dict[str, object]:
    fen, nodes, seconds = result
    return {
        "fen": fen,
        "nodes": nodes,
        "seconds": round(seconds, 6),
        "nps": per_second(nodes, seconds),
    }
