"""Perft for pages: the divide of a position, and its comparison with another engine's.

A count is bounded in depth and time, and it ends when the page that wants it has gone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from kiwipete.board import Board
from kiwipete.lab.engines.process_engine import Answer
from kiwipete.perft import Count
from kiwipete.web.positions import written_fen
from kiwipete.web.server.fields import Fields, Refused
from kiwipete.web.server.game_verbs import read_board

MOST_SECONDS = 20.0
_MOST_DEPTH = 9
_AT_ONCE = 2  # counts
_HASH_MB = 32
_LONGEST_DIVIDE = 100_000  # characters


class _Stopped(Exception):
    """The count was stopped before its end."""


class Counting:
    """Counts the leaves below a position."""

    def __init__(self) -> None:
        self._free = threading.Semaphore(_AT_ONCE)
        self._closed = False
        self.long_verbs: dict[str, Callable[[Fields, Callable[[], bool]], dict[str, Any]]] = {
            "perft": self._perft,
            "compare": self._compare,
        }

    def close(self) -> None:
        """Stop all counts."""
        self._closed = True

    def _perft(self, fields: Fields, has_gone: Callable[[], bool]) -> dict[str, Any]:
        board = read_board(fields)
        begun = time.perf_counter()
        divide = self._divide(board, _depth(fields), has_gone)
        children = [
            {"uci": uci, "san": board.san(board.parse_uci(uci)), "nodes": nodes}
            for uci, nodes in divide.items()
        ]
        return {
            "ok": True,
            "fen": written_fen(board),
            "nodes": sum(divide.values()),
            "children": children,
            "seconds": round(time.perf_counter() - begun, 4),
        }

    def _compare(self, fields: Fields, has_gone: Callable[[], bool]) -> dict[str, Any]:
        board = read_board(fields)
        answer = Answer()
        for line in fields.text("divide", _LONGEST_DIVIDE).splitlines():
            answer.add(line)
        if not answer.counts:
            raise Refused("there is no move with a count, such as e2e4: 20, in this text")
        theirs = _in_our_notation(board, answer.counts)
        ours = self._divide(board, _depth(fields), has_gone)
        moves = [*ours, *(move for move in theirs if move not in ours)]
        rows = [
            {
                "uci": move,
                "san": board.san(board.parse_uci(move)) if move in ours else None,
                "ours": ours.get(move),
                "theirs": theirs.get(move),
            }
            for move in moves
        ]
        both = [move for move in ours if move in theirs]
        return {
            "ok": True,
            "fen": written_fen(board),
            "rows": rows,
            "missing": [move for move in ours if move not in theirs],
            "extra": [move for move in theirs if move not in ours],
            "different": [move for move in both if ours[move] != theirs[move]],
        }

    def _divide(self, board: Board, depth: int, has_gone: Callable[[], bool]) -> dict[str, int]:
        """Return the leaves below each move; raise Refused if that takes too long."""
        deadline = time.monotonic() + MOST_SECONDS

        def check(_: Count) -> None:
            if self._closed or time.monotonic() > deadline or has_gone():
                raise _Stopped

        if not self._free.acquire(timeout=MOST_SECONDS):
            raise Refused("other counts are running: try again later", 503)
        try:
            counted = Count(board, depth, hash_mb=_HASH_MB).run(progress=check)
        except _Stopped:
            raise Refused(
                f"depth {depth} takes longer than {MOST_SECONDS:g} seconds: unfold a move instead, "
                f"or run kiwipete perft {depth}",
                503,
            ) from None
        finally:
            self._free.release()
        return {board.uci(move): nodes for move, nodes in counted.divide().items()}


def _depth(fields: Fields) -> int:
    return fields.integer("depth", 1, _MOST_DEPTH)


def _in_our_notation(board: Board, counts: dict[str, int]) -> dict[str, int]:
    """Write castling as we do; a move that isn't legal stays as it is."""
    found = {}
    for text, nodes in counts.items():
        try:
            found[board.uci(board.parse_uci(text))] = nodes
        except ValueError:
            found[text] = nodes
    return found
