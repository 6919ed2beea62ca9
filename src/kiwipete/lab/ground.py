"""Where to hunt: positions from a file or from the command line."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from kiwipete.board import Board
from kiwipete.lab.collection import LabelledPosition, write_fen
from kiwipete.status import Status


def ground_position(fen: str, label: str = "", *, chess960: bool = False) -> LabelledPosition:
    """Make a position to hunt in; a ValueError says why it cannot be one.

    >>> ground_position("4k3/8/8/8/8/8/8/4K2R w K -", "a rook")
    LabelledPosition(label='a rook', fen='4k3/8/8/8/8/8/8/4K2R w K - 0 1', moves=())
    """
    board = Board(fen, chess960=chess960)
    if not board.is_valid():
        reasons = "; ".join(board.status().reasons())
        if board.status() == Status.BAD_CASTLING_RIGHTS and not chess960:
            reasons += " (unless this is Chess960)"
        raise ValueError(f"impossible position: {reasons}: {fen}")
    return LabelledPosition(label or "a position of yours", write_fen(board))


def read_ground(lines: Iterable[str], *, chess960: bool = False) -> list[LabelledPosition]:
    """Read lines of FEN or EPD, such as those of a suite; a comment labels what follows it.

    Counts and EPD operations are left aside. A ValueError says which line cannot be used.

    >>> read_ground(["# start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ;D1 20"])[0]
    LabelledPosition(label='start', fen='rnbqkbnr/...PPP/RNBQKBNR w KQkq - 0 1', moves=())
    """
    found: list[LabelledPosition] = []
    label = ""
    for number, line in enumerate(lines, 1):
        text, _, comment = line.partition("#")
        if not text.strip():
            label = comment.strip() or label
            continue
        try:
            found.append(ground_position(_fen(text), label, chess960=chess960))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from error
    return found


def _fen(text: str) -> str:
    """Cut what stands behind the position off a line."""
    words = text.partition(";")[0].split()
    counters = itertools.takewhile(str.isdigit, words[4:6])
    return " ".join([*words[:4], *counters])
