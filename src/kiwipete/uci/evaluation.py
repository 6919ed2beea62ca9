"""The answer to `eval`: what the pieces of each kind are worth where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kiwipete.board import Board
from kiwipete.search import Thinker
from kiwipete.squares import PIECE_TYPES, PieceType, piece_name

_FULL_PHASE = 24


class Term(NamedTuple):
    """What the pieces of a kind are worth to White: (middle game, end game) for each side's."""

    kind: PieceType
    white: tuple[int, int]
    black: tuple[int, int]


def terms(board: Board) -> Iterator[Term]:
    """Yield a term for each kind of pieces, from pawns to the king.

    >>> [term.white for term in terms(Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))][:5]
    [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
    """
    for kind in PIECE_TYPES:
        white, black = (_alone(board, kind, colour) for colour in (True, False))
        yield Term(kind, white, black)


def _alone(board: Board, kind: PieceType, colour: bool) -> tuple[int, int]:
    """Return the sums of a board that has only these pieces."""
    alone = Board(None)
    for square in board.pieces(kind, colour):
        alone.set_piece_at(square, board.piece_at(square))
    return alone.piece_square_scores


def evaluation_text(board: Board, thinker: Thinker) -> str:
    """Return the static evaluation as a table, in centipawns."""
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
    value = thinker.evaluate(board)
    tapered = _tapered(board.piece_square_scores, phase) * (1 if board.turn else -1)
    white = value if board.turn else -value
    return "\n".join(
        [
            *lines,
            "",
            f"Phase: {phase} of {_FULL_PHASE}, where 0 is the end game",
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
