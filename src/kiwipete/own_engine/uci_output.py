"""What the engine writes: `info` and `bestmove`, and the table that `eval` shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kiwipete._core.line import Bound, Line
from kiwipete.board import Board, Move
from kiwipete.own_engine.wdl_model import win_draw_loss
from kiwipete.squares import PIECE_TYPES, PieceType, piece_name

_FULL_PHASE = 24


def info_text(line: Line, material: int | None = None) -> str:
    """Return a line of the search as UCI's `info`; with `material` it includes the WDL.

    >>> info_text(Line(3, 5, 1, 20, None, Bound.EXACT, 1000, 0.5, 2, []))
    'info depth 3 seldepth 5 multipv 1 score cp 20 nodes 1000 nps 2000 hashfull 2 tbhits 0 time 500'
    """
    if line.bound == Bound.CURRENT:
        return f"info depth {line.depth} currmove {line.moves[0]} currmovenumber {line.number}"
    score = f"cp {line.centipawns}" if line.mate is None else f"mate {line.mate}"
    bound = {Bound.LOWER: " lowerbound", Bound.UPPER: " upperbound"}.get(line.bound, "")
    speed = int(line.nodes / max(line.seconds, 1e-6))
    wdl = ""
    if material is not None:
        wins, draws, losses = win_draw_loss(line.centipawns, line.mate, material)
        wdl = f" wdl {wins} {draws} {losses}"
    pv = f" pv {' '.join(move.uci() for move in line.moves)}" if line.moves else ""
    return (
        f"info depth {line.depth} seldepth {line.seldepth} multipv {line.number} "
        f"score {score}{bound}{wdl} nodes {line.nodes} nps {speed} hashfull {line.hashfull} "
        f"tbhits {line.tbhits} time {int(line.seconds * 1000)}{pv}"
    )


def best_move_text(moves: Iterable[Move]) -> str:
    """Return the `bestmove` for a line: its first move, and its second to ponder on.

    >>> best_move_text([])
    'bestmove (none)'
    """
    best, reply = [*moves, None, None][:2]
    if best is None:
        return "bestmove (none)"
    return f"bestmove {best}" + (f" ponder {reply}" if reply else "")


class Term(NamedTuple):
    """The value of one kind of piece to White, as (middle game, endgame) for each side's pieces."""

    kind: PieceType
    white: tuple[int, int]
    black: tuple[int, int]


def terms(board: Board) -> Iterator[Term]:
    """Yield the term of each kind of piece, from pawns to kings.

    >>> [term.white for term in terms(Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))][:5]
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
    """
    for kind in PIECE_TYPES:
        white, black = (_alone(board, kind, colour) for colour in (True, False))
        yield Term(kind, white, black)


def _alone(board: Board, kind: PieceType, colour: bool) -> tuple[int, int]:
    """Return the piece-square sums of a board with only these pieces."""
    alone = Board(None)
    for square in board.pieces(kind, colour):
        alone.set_piece_at(square, board.piece_at(square))
    return alone.piece_square_scores


def evaluation_text(board: Board, value: int) -> str:
    """Return the static evaluation as a table, in centipawns.

    `value` is the engine's evaluation of the board for the side to move.
    """
    lines = [
        "          White             Black             White's lead",
        "          middle     end    middle     end    middle     end",
    ]
    for term in terms(board):
        black = (-term.black[0], -term.black[1])
        lead = (term.white[0] - black[0], term.white[1] - black[1])
        lines.append(_row(piece_name(term.kind), term.white, black, lead))
    lines.append(_row("all", ("", ""), ("", ""), board.piece_square_scores))
    phase = min(board.phase, _FULL_PHASE)
    tapered = _tapered(board.piece_square_scores, phase) * (1 if board.turn else -1)
    white = value if board.turn else -value
    return "\n".join(
        [
            *lines,
            "",
            f"Phase: {phase} of {_FULL_PHASE}, where 0 is the endgame",
            f"Side to move: {tapered} by its phase, {value - tapered:+} for the move itself",
            f"Evaluation: {value} centipawns for the side to move, {white} for White",
        ]
    )


def _row(name: str, *pairs: tuple[int | str, int | str]) -> str:
    return f"{name:8}" + "  ".join(f"{middle:>8}{end:>8}" for middle, end in pairs)


def _tapered(sums: tuple[int, int], phase: int) -> int:
    """Return the mean of both sums by the phase, rounded towards zero as the search does."""
    whole = sums[0] * phase + sums[1] * (_FULL_PHASE - phase)
    return abs(whole) // _FULL_PHASE * (1 if whole > 0 else -1)
