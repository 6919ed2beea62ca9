"""The files of known counts in tests/data, read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kiwipete import Board

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Known:
    """A position and what is known of it."""

    name: str
    fen: str
    chess960: bool
    counts: dict[int, int]  # leaves by depth

    def board(self) -> Board:
        return Board(self.fen, chess960=self.chess960)

    def deepest(self, limit: int) -> tuple[int, int]:
        """Return the greatest depth with at most this many leaves, and the count."""
        return max((depth, count) for depth, count in self.counts.items() if count <= limit)


def read_lines(name: str) -> list[str]:
    """Return the lines of a data file that are not empty."""
    return [line for line in (DATA / name).read_text().splitlines() if line.strip()]


def read_counts(name: str, *, chess960: bool) -> list[Known]:
    """Read an EPD file of counts; the comment above a position is its name."""
    positions = []
    comment = ""
    for line in read_lines(name):
        if line.startswith("#"):
            comment = line.removeprefix("#").strip()
            continue
        fen, *operations = (part.strip() for part in line.split(";"))
        pairs = (operation.removeprefix("D").split() for operation in operations)
        counts = {int(depth): int(count) for depth, count in pairs}
        positions.append(Known(comment, fen, chess960, counts))
    return positions


def read_table(name: str) -> list[dict[str, str]]:
    """Read a table of columns, the first line of which names them."""
    rows = [line.split() for line in read_lines(name) if not line.startswith("#")]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


STANDARD = read_counts("perft.epd", chess960=False)
CHESS960 = read_counts("chess960.epd", chess960=True)
KNOWN = STANDARD + CHESS960
