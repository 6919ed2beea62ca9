"""An analysis for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kiwipete.board import Board
    from kiwipete.cli.analysis_found import Found
    from kiwipete.engine import InfoDict


def fields(found: Found) -> dict[str, object]:
    """Return all that is known of a position; scores are White's."""
    board, goal, solution = found.task.board, found.task.goal, found.solution
    return {
        "name": found.task.name,
        "fen": board.fen(en_passant="fen"),
        "chess960": board.chess960,
        "best": found.best and board.uci(found.best),
        "san": found.best and board.san(found.best),
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "nps": found.nps,
        "lines": [_line(board, info) for _, info in sorted(found.lines.items())],
        "wanted": goal and goal.describe(board),
        "solved": found.solved,
        "solution": solution and {**solution._asdict(), "seconds": round(solution.seconds, 6)},
        "interrupted": found.interrupted,
    }


def _line(board: Board, info: InfoDict) -> dict[str, object]:
    score = info["score"].white()
    return {
        "number": info["multipv"],
        "depth": info["depth"],
        "seldepth": info["seldepth"],
        "centipawns": score.score(),
        "mate": score.mate(),
        "wdl": list(info["wdl"].white()),
        "moves": [board.uci(move) for move in info["pv"]],
        "san": board.variation_san(info["pv"]),
    }
