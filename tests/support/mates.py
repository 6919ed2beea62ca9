"""The mates of tests/data/mates.epd."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from kiwipete import Board, Move

FILE = Path(__file__).parents[1] / "data" / "mates.epd"


class KnownMate(NamedTuple):
    """A position, in how many moves the side to move mates, and how."""

    name: str
    board: Board
    moves: int
    line: list[Move]
    features: str  # as the tool that made the file names them


def read_mates() -> list[KnownMate]:
    """Read the file."""
    mates = []
    for text in FILE.read_text().splitlines():
        if not text.startswith("#"):
            board, operations = Board.from_epd(text)
            name, moves, line, about = (operations[opcode] for opcode in ("id", "dm", "pv", "c0"))
            mates.append(KnownMate(name, board, moves, line, about))
    return mates


MATES = read_mates()
