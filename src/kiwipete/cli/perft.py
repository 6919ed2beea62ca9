"""`kiwipete perft`: count the leaves of the tree of legal moves."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kiwipete.cli.counting import Counted, timed_count
from kiwipete.cli.ends import INTERRUPTED, OK, UsageError, complain
from kiwipete.cli.given_position import note_oddities, read_position
from kiwipete.cli.progress import ProgressBar
from kiwipete.cli.terminal import console, is_terminal
from kiwipete.cli.wording import duration, grouped, several

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.board import Board
    from kiwipete.perft import Count


def run(arguments: Namespace) -> int:
    """Count what the arguments ask for and print it."""
    board = read_position(arguments.position, arguments.moves, chess960=arguments.chess960)
    note_oddities(board)
    if arguments.divide and arguments.depth == 0:
        raise UsageError("--divide needs a depth of 1 or more, not 0")
    if arguments.resume is not None or arguments.cluster is not None:
        from kiwipete.cli import long_perft

        return long_perft.run(board, arguments)
    if arguments.split is not None:
        raise UsageError("--split needs --resume or --cluster")
    result = timed_count(
        board,
        arguments.depth,
        threads=arguments.threads,
        hash_mb=arguments.hash,
        method=arguments.method,
        check=arguments.check,
        stats=arguments.stats,
        bar=ProgressBar(f"perft {arguments.depth}") if is_terminal(sys.stderr) else None,
    )
    if arguments.json:
        _print_json(board, arguments, result)
    else:
        _print_text(arguments, result)
    return INTERRUPTED if result.interrupted else OK


def _print_text(arguments: Namespace, result: Counted) -> None:
    count = result.count
    if arguments.divide:
        _print_divide(result)
    if arguments.stats and (_moves_seen(count) or not result.interrupted):
        _print_stats(count)  # of the moves that it came to, if it was interrupted
    if result.interrupted:
        complain(_what_is_known(arguments, result))
    elif arguments.divide:
        # On stderr, since two divides are to be compared with diff.
        print(f"{duration(result.seconds)}, {grouped(result.nps)} nodes/s", file=sys.stderr)
    else:
        print(f"Nodes   {grouped(count.nodes)}")
        print(f"Time    {duration(result.seconds)}")
        print(f"Speed   {grouped(result.nps)} nodes/s")
    if arguments.check and not result.interrupted:
        print("Check   every node agrees", file=sys.stderr if arguments.divide else sys.stdout)


def _print_divide(result: Counted) -> None:
    for move, nodes in _divide(result).items():
        print(f"{move}: {nodes}")
    if not result.interrupted:
        print(f"\nNodes searched: {result.count.nodes}")


def _print_stats(count: Count) -> None:
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


def _what_is_known(arguments: Namespace, result: Counted) -> str:
    count = result.count
    known = (
        f"interrupted after {duration(result.seconds)}: {several(count.nodes, 'node')} counted, "
        f"{grouped(count.parts_done)} of {several(count.parts_total, 'part')} done"
    )
    if arguments.divide:
        known += f", {len(_divide(result))} of {several(len(count.divide()), 'move')} complete"
    if arguments.stats:
        known += f", {several(_moves_seen(count), 'move')} of the last ply seen"
    return known


def _print_json(board: Board, arguments: Namespace, result: Counted) -> None:
    import json

    count = result.count
    report: dict[str, object] = {
        "fen": board.fen(),
        "depth": arguments.depth,
        "nodes": count.nodes,
        "seconds": round(result.seconds, 6),
        "nps": result.nps,
        "threads": arguments.threads,
        "hash_mb": arguments.hash,
        "method": arguments.method,
    }
    if arguments.divide:
        report["divide"] = _divide(result)
    if arguments.stats:
        report["stats"] = _stats(count) if _moves_seen(count) or not result.interrupted else None
    if result.interrupted:
        report["interrupted"] = {"parts_done": count.parts_done, "parts_total": count.parts_total}
    print(json.dumps(report))


def _divide(result: Counted) -> dict[str, int]:
    """Return the counts of the moves that are complete, sorted by move."""
    counts = result.count.divide()
    moves = result.count.finished_moves() if result.interrupted else list(counts)
    return dict(sorted((move.uci(), counts[move]) for move in moves))


def _moves_seen(count: Count) -> int:
    """Return of how many moves of the last ply the kind is known."""
    return count.kinds_of_moves()["nodes"]


def _stats(count: Count) -> dict[str, int]:
    """Return the kinds of moves of the last ply; how many they are is the count itself."""
    return {kind: number for kind, number in count.kinds_of_moves().items() if kind != "nodes"}
