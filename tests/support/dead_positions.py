"""Check verdicts on dead positions: a yes by its line, a no by the complete answer."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

import chess

from kiwipete import Board

MORE_NODES = 1 << 24  # for a line where the default number of nodes finds none: 1.6 GB


def check_line(board: Board, color: bool, line: list[chess.Move]) -> None:
    """Demand that a line is legal for python-chess and ends in mate by a side."""
    other = chess.Board(board.fen(), chess960=board.chess960)
    for move in line:
        other.push_uci(move.uci())
    assert other.is_checkmate(), (board.fen(), color)
    assert other.turn is not color, (board.fen(), color)


@dataclass(frozen=True)
class Check:
    """The verdict of `can_win`, the truth, and how many positions were followed to find it."""

    verdict: bool | None
    truth: bool
    positions: int = 0


def check_verdict(board: Board, color: bool, complete: ModuleType) -> Check:
    """Check `can_win`; `complete` is tests/support/complete_endings.pyx.

    A line proves a yes. Otherwise all positions are looked at, unless more nodes find a line.
    """
    verdict = board.can_win(color)
    if verdict is not False:
        line = board.helpmate(color) if verdict else board.helpmate(color, nodes=MORE_NODES)
        if line is not None:
            check_line(board, color, line)
            return Check(verdict, True)
    truth, positions = complete.can_mate(board.fen(), color)
    assert verdict is None or verdict is truth, (board.fen(), color, verdict)
    return Check(verdict, truth, positions)
