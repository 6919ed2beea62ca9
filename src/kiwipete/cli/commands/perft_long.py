"""`kiwipete perft --resume` and `--cluster`: counts that take hours, in parts that are saved."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from kiwipete.cli.clusters import print_size
from kiwipete.cli.commands.perft import Timing, timed
from kiwipete.cli.exits import (
    CANNOT_WRITE,
    CLUSTER_FAILED,
    INTERRUPTED,
    OK,
    UsageError,
    complain,
    ended_like_ctrl_c,
)
from kiwipete.cli.ui import ProgressBar, duration, grouped, is_terminal, per_second, several
from kiwipete.cluster import LOCAL, ClusterExecutor, ClusterLostError
from kiwipete.lab import ClusterError, CountStore, CountStoreError, LongCount, open_cluster
from kiwipete.lab.long_counts.count_store import CountStoreWriteError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from concurrent.futures import Executor

    from kiwipete.board import Board

# Parts per thread, so that all threads are busy until the end.
_PARTS_EACH = 8


class Crew(NamedTuple):
    """The threads or workers that count."""

    executor: Executor
    threads: int
    hash_mb: int  # for each process


def run(board: Board, arguments: Namespace) -> int:
    """Count in parts, save them and print the result."""
    for option, given in (
        ("--stats", arguments.stats),
        ("--check", arguments.check),
        ("--method", arguments.method != "fast"),
    ):
        if given:
            raise UsageError(f"{option} cannot be combined with --resume or --cluster")
    if arguments.divide and arguments.split == 0:
        raise UsageError("--divide needs a --split of 1 or more, not 0")
    try:
        with ended_like_ctrl_c():
            return _run(board, arguments)
    except (CountStoreWriteError, ClusterLostError) as error:
        complain(f"{error}{_way_on(arguments)}")
        return CANNOT_WRITE if isinstance(error, CountStoreWriteError) else CLUSTER_FAILED
    except (CountStoreError, ClusterError) as error:
        raise UsageError(str(error)) from error


def _run(board: Board, arguments: Namespace) -> int:
    with ExitStack() as stack:
        store = None
        if arguments.resume is not None:
            store = stack.enter_context(CountStore(arguments.resume))
        crew = _assemble(stack, arguments)
        try:
            whole = LongCount(
                board,
                arguments.depth,
                plies=arguments.split,
                at_least=_PARTS_EACH * crew.threads,
                store=store,
            )
        except ValueError as error:
            raise UsageError(str(error)) from error
        if whole.parts_before and not arguments.json:
            print(_what_was_known(whole, arguments), file=sys.stderr, flush=True)
        timing = _count(whole, crew, arguments)
    if arguments.json:
        _print_json(board, arguments, crew.threads, whole, timing)
    else:
        _print_text(arguments, whole, timing)
    return INTERRUPTED if timing.interrupted else OK


def _assemble(stack: ExitStack, arguments: Namespace) -> Crew:
    """Start threads or connect to a cluster; --hash is the size per machine or worker."""
    if arguments.cluster is None:
        pool = stack.enter_context(ThreadPoolExecutor(arguments.threads))
        return Crew(pool, arguments.threads, arguments.hash)
    cluster = stack.enter_context(open_cluster(arguments.cluster, workers=arguments.threads))
    sharers = len(cluster.workers) if arguments.cluster == LOCAL else 1
    if not arguments.json:
        print_size(cluster)
    return Crew(cluster, cluster.threads, _share(arguments.hash, sharers))


def _share(megabytes: int, sharers: int) -> int:
    return max(1, megabytes // sharers) if megabytes else 0


def _count(whole: LongCount, crew: Crew, arguments: Namespace) -> Timing:
    """Count the parts that are left, until the end or Ctrl-C."""
    bar = ProgressBar(
        f"perft {arguments.depth}",
        parts_before=whole.parts_before,
        nodes_before=whole.nodes_before,
    )
    watch = _watch(bar, crew) if is_terminal(sys.stderr) else None
    return timed(
        lambda: whole.run(crew.executor, hash_mb=crew.hash_mb, on_progress=watch),
        time.perf_counter(),
        threads=arguments.threads,
        bar=bar,
    )


def _watch(bar: ProgressBar, crew: Crew) -> Callable[[LongCount], None]:
    """Return a function that shows the progress, or that there are no workers."""

    def show(whole: LongCount) -> None:
        idle = isinstance(crew.executor, ClusterExecutor) and not crew.executor.workers
        bar(whole, "no workers, waiting" if idle else "")

    return show


def _print_text(arguments: Namespace, whole: LongCount, timing: Timing) -> None:
    seconds, speed = duration(timing.seconds), grouped(_speed(whole, timing))
    if timing.interrupted:
        complain(
            f"interrupted after {seconds}: {grouped(whole.parts_done)} of "
            f"{several(whole.parts_total, 'part')} done{_way_on(arguments)}"
        )
    elif arguments.divide:
        for move, nodes in _divide(whole).items():
            print(f"{move}: {nodes}")
        print(f"\nNodes searched: {whole.nodes}")
        # On stderr, so that diff can compare two divides.
        print(f"{seconds}, {speed} nodes/s", file=sys.stderr)
    else:
        before = f", {grouped(whole.parts_before)} of them earlier" if whole.parts_before else ""
        print(f"Nodes   {grouped(whole.nodes)}")
        print(f"Parts   {grouped(whole.parts_total)}{before}")
        if whole.parts_before < whole.parts_total:
            print(f"Time    {seconds}")
            print(f"Speed   {speed} nodes/s")


def _what_was_known(whole: LongCount, arguments: Namespace) -> str:
    return (
        f"{arguments.resume}: {grouped(whole.parts_before)} of "
        f"{several(whole.parts_total, 'part')} done earlier"
    )


def _way_on(arguments: Namespace) -> str:
    """Return how to continue an unfinished count."""
    if arguments.resume is not None:
        return "; the same command continues from there"
    return "; --resume FILE would have saved them"


def _print_json(
    board: Board, arguments: Namespace, threads: int, whole: LongCount, timing: Timing
) -> None:
    import json

    report: dict[str, object] = {
        "fen": board.fen(),
        "depth": arguments.depth,
        "nodes": whole.nodes,
        "seconds": round(timing.seconds, 6),
        "nps": _speed(whole, timing),
        "threads": threads,
        "hash_mb": arguments.hash,
        "method": arguments.method,
        "plies": whole.plies,
        "parts": whole.parts_total,
        "parts_before": whole.parts_before,
    }
    if arguments.divide and not timing.interrupted:
        report["divide"] = _divide(whole)
    if timing.interrupted:
        report["interrupted"] = {"parts_done": whole.parts_done, "parts_total": whole.parts_total}
    print(json.dumps(report))


def _speed(whole: LongCount, timing: Timing) -> int:
    """Return the speed of this run in nodes per second."""
    return per_second(whole.nodes - whole.nodes_before, timing.seconds)


def _divide(whole: LongCount) -> dict[str, int]:
    """Return the count below each move, sorted by move."""
    return dict(sorted((move.uci(), nodes) for move, nodes in whole.divide().items()))
