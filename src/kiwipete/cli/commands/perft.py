"""`kiwipete perft`: count the leaves of the tree of legal moves."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from kiwipete import perft
from kiwipete.cli import options
from kiwipete.cli.clusters import add_cluster
from kiwipete.cli.exits import INTERRUPTED, OK, UsageError, complain, too_many_threads
from kiwipete.cli.inputs import note_oddities, read_position
from kiwipete.cli.ui import (
    ProgressBar,
    console,
    duration,
    grouped,
    is_terminal,
    per_second,
    several,
)

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from kiwipete.board import Board
    from kiwipete.cli.options import CommandParser

DESCRIPTION = """\
Count the positions that legal moves lead to.

Uses all processors. A long count shows a progress bar. Ctrl-C stops it and
prints what is known so far."""

EXAMPLES = """\
examples:
  kiwipete perft 6
      Nodes   119,060,324
      Time    0.068 s
      Speed   1,750,887,117 nodes/s

  kiwipete perft 5 "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1" --divide
      a5a4: 52943
      a5a6: 59028
      ...
      g2g4: 53895

      Nodes searched: 674624
    Only the counts go to stdout, sorted, so you can compare two programs:
    diff <(kiwipete perft 5 --divide) other.txt

  kiwipete perft 4 kiwipete --stats --check
      757,163 captures, 1,929 en passant, 128,013 castles, ... and 43 checkmates,
      with every fast method checked against a slow one at every node

  kiwipete perft 5 --moves "e4 e5" --json
      {"fen": "rnbqkbnr/pppp1ppp/...", "depth": 5, "nodes": 22273312, ...}

  kiwipete perft 7 --hash 256
      3,195,901,860 nodes, many of them found in the hash table

  Cut a count that takes hours into parts, which are saved one by one:
    kiwipete perft 9 --resume run.db --hash 512
      however it ends, the same command continues where it stopped
    kiwipete perft 10 --resume run.db --cluster tcp://10.0.0.1:8786
      the same on a Dask cluster; machines may join and leave at any time
    Only finished parts are saved. --hash is per worker, shared by its threads."""

IN_SHORT = """\
  kiwipete perft 6                    119,060,324 nodes from the start position
  kiwipete perft 4 kiwipete --stats   captures, castles ... of the last ply
  kiwipete perft 3 --divide           a2a3: 380, a2a4: 420, ... one line per move
"""


def add_arguments(parser: CommandParser) -> None:
    """Add the depth, the position, and what to count how."""
    add = parser.add_argument
    add(
        "depth",
        metavar="DEPTH",
        type=options.number("the depth", 0, perft.MAX_DEPTH),
        help="how many plies to count",
    )
    options.add_position(parser)
    add("--divide", action="store_true", help="count below each move, one line per move")
    add("--stats", action="store_true", help="count captures, castles, mates ... of the last ply")
    add(
        "--check",
        action="store_true",
        help="check fast methods against slow ones at every node",
    )
    options.add_threads(parser, perft.processors(), "all processors")
    add(
        "--hash",
        metavar="MB",
        type=options.number("the size of the hash table in MB", 0, perft.MAX_HASH_MB),
        default=0,
        help="keep counts in a hash table of this size (default: 0, none)",
    )
    add(
        "--method",
        metavar="METHOD",
        type=options.one_of("the method", "fast", "fast1", "legal", "pseudo"),
        default="fast",
        help="fast: count the last two plies in bulk (default); fast1: only the last one; legal: "
        "make and unmake every legal move; pseudo: make every pseudo-legal move and test it",
    )
    _add_long(parser)
    options.add_json(parser)


def _add_long(parser: CommandParser) -> None:
    """Add the options that cut a count into parts."""
    add = parser.add_argument
    add(
        "--resume",
        metavar="FILE",
        help="save finished parts in this file, and continue from those already there",
    )
    add_cluster(parser, "count")
    add(
        "--split",
        metavar="PLIES",
        type=options.number("the plies before the parts", 0, perft.MAX_DEPTH),
        help="cut the count into parts at this ply (default: so that a part takes seconds)",
    )


class Timing(NamedTuple):
    """How long a count took, and whether Ctrl-C stopped it."""

    seconds: float
    interrupted: bool


def timed(
    count: Callable[[], object], start: float, *, threads: int, bar: ProgressBar | None = None
) -> Timing:
    """Call a function that counts on threads until Ctrl-C; `start` is when its setup began."""
    interrupted = False
    try:
        count()
    except KeyboardInterrupt:
        interrupted = True
    except RuntimeError as error:
        raise too_many_threads(error, threads) from error
    finally:
        if bar is not None:
            bar.close()
    return Timing(time.perf_counter() - start, interrupted)


def run(arguments: Namespace) -> int:
    """Count and print the result."""
    board = read_position(arguments.position, arguments.moves, chess960=arguments.chess960)
    note_oddities(board)
    if arguments.divide and arguments.depth == 0:
        raise UsageError("--divide needs a depth of 1 or more, not 0")
    if arguments.resume is not None or arguments.cluster is not None:
        from kiwipete.cli.commands import perft_long

        return perft_long.run(board, arguments)
    if arguments.split is not None:
        raise UsageError("--split needs --resume or --cluster")
    start = time.perf_counter()
    count = perft.Count(
        board,
        arguments.depth,
        method=arguments.method,
        check=arguments.check,
        stats=arguments.stats,
        hash_mb=arguments.hash,
    )
    bar = ProgressBar(f"perft {arguments.depth}") if is_terminal(sys.stderr) else None
    threads = arguments.threads
    timing = timed(
        lambda: count.run(threads=threads, progress=bar), start, threads=threads, bar=bar
    )
    if arguments.json:
        _print_json(board, arguments, count, timing)
    else:
        _print_text(arguments, count, timing)
    return INTERRUPTED if timing.interrupted else OK


def _print_text(arguments: Namespace, count: perft.Count, timing: Timing) -> None:
    seconds, interrupted = timing
    speed = grouped(per_second(count.nodes, seconds))
    if arguments.divide:
        _print_divide(count, interrupted)
    if arguments.stats and (_moves_seen(count) or not interrupted):
        _print_stats(count)  # after an interruption, of the moves seen so far
    if interrupted:
        complain(_what_is_known(arguments, count, seconds))
    elif arguments.divide:
        # On stderr, so that diff can compare two divides.
        print(f"{duration(seconds)}, {speed} nodes/s", file=sys.stderr)
    else:
        print(f"Nodes   {grouped(count.nodes)}")
        print(f"Time    {duration(seconds)}")
        print(f"Speed   {speed} nodes/s")
    if arguments.check and not interrupted:
        print("Check   every node agrees", file=sys.stderr if arguments.divide else sys.stdout)


def _print_divide(count: perft.Count, interrupted: bool) -> None:
    for move, nodes in _divide(count, interrupted).items():
        print(f"{move}: {nodes}")
    if not interrupted:
        print(f"\nNodes searched: {count.nodes}")


def _print_stats(count: perft.Count) -> None:
    from rich import box
    from rich.table import Table

    table = Table("last ply", box=box.ROUNDED)
    table.add_column("moves", justify="right", style="cyan")
    table.add_column("share", justify="right", style="dim")
    seen = _moves_seen(count)
    for kind, number in _stats(count).items():
        share = f"{number / seen:.4%}" if seen else ""
        table.add_row(kind.replace("_", " "), grouped(number), share)
    console(sys.stdout).print(table)


def _what_is_known(arguments: Namespace, count: perft.Count, seconds: float) -> str:
    known = (
        f"interrupted after {duration(seconds)}: {several(count.nodes, 'node')} counted, "
        f"{grouped(count.parts_done)} of {several(count.parts_total, 'part')} done"
    )
    if arguments.divide:
        known += (
            f", {len(count.finished_moves())} of {several(len(count.divide()), 'move')} complete"
        )
    if arguments.stats:
        known += f", {several(_moves_seen(count), 'move')} of the last ply seen"
    return known


def _print_json(board: Board, arguments: Namespace, count: perft.Count, timing: Timing) -> None:
    import json

    seconds, interrupted = timing
    report: dict[str, object] = {
        "fen": board.fen(),
        "depth": arguments.depth,
        "nodes": count.nodes,
        "seconds": round(seconds, 6),
        "nps": per_second(count.nodes, seconds),
        "threads": arguments.threads,
        "hash_mb": arguments.hash,
        "method": arguments.method,
    }
    if arguments.divide:
        report["divide"] = _divide(count, interrupted)
    if arguments.stats:
        report["stats"] = _stats(count) if _moves_seen(count) or not interrupted else None
    if interrupted:
        report["interrupted"] = {"parts_done": count.parts_done, "parts_total": count.parts_total}
    print(json.dumps(report))


def _divide(count: perft.Count, interrupted: bool) -> dict[str, int]:
    """Return the counts below moves that are complete, sorted by move."""
    counts = count.divide()
    moves = count.finished_moves() if interrupted else list(counts)
    return dict(sorted((move.uci(), counts[move]) for move in moves))


def _moves_seen(count: perft.Count) -> int:
    """Return the number of moves of the last ply whose kind is known."""
    return count.kinds_of_moves()["nodes"]


def _stats(count: perft.Count) -> dict[str, int]:
    """Return the kinds of moves of the last ply, without their total."""
    return {kind: number for kind, number in count.kinds_of_moves().items() if kind != "nodes"}
