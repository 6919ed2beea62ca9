"""What the engine writes: lines of information and moves."""

from __future__ import annotations

from kiwipete.search import Bound, Line
from kiwipete.search.chances import chances


def info_text(line: Line, material: int | None = None) -> str:
    """Return a line of the search as GUIs expect it; with the material, tell the chances too.

    >>> info_text(Line(3, 5, 1, 20, None, Bound.EXACT, 1000, 0.5, 2, []))
    'info depth 3 seldepth 5 multipv 1 score cp 20 nodes 1000 nps 2000 hashfull 2 tbhits 0 time 500'
    """
    if line.bound == Bound.CURRENT:
        return f"info depth {line.depth} currmove {line.moves[0]} currmovenumber {line.number}"
    score = f"cp {line.centipawns}" if line.mate is None else f"mate {line.mate}"
    bound = {Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}.get(line.bound, "")
    speed = int(line.nodes / max(line.seconds, 1e-6))
    if material is not None:
        wins, draws, losses = chances(line.centipawns, line.mate, material)
        bound += f" wdl {wins} {draws} {losses}"
    pv = f" pv {' '.join(move.uci() for move in line.moves)}" if line.moves else ""
    return (
        f"info depth {line.depth} seldepth {line.seldepth} multipv {line.number} "
        f"score {score}{bound} nodes {line.nodes} nps {speed} hashfull {line.hashfull} "
        f"tbhits {line.tbhits} time {int(line.seconds * 1000)}{pv}"
    )


def best_move_text(lines: list[Line]) -> str:
    """Return the answer to `go`, with the reply expected if there is one.

    >>> best_move_text([])
    'bestmove (none)'
    """
    if not lines:
        return "bestmove (none)"
    best, *rest = lines[0].moves
    return f"bestmove {best}" + (f" ponder {rest[0]}" if rest else "")
