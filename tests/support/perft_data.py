"""The suite of known counts that Kiwipete brings along, and the files in tests/data, read."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from kiwipete import Board

DATA = Path(__file__).parents[1] / "data"
SUITE = files("kiwipete.lab.suites").joinpath("known_counts.epd").read_text(encoding="utf-8")


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


def read_counts(text: str) -> list[Known]:
    """Read a suite of counts; the comment above a position is its name, and may name Chess960."""
    positions = []
    comment = ""
    for line in filter(None, text.splitlines()):
        if line.startswith("#"):
            comment = line.removeprefix("#").strip()
            continue
        fen, *operations = (part.strip() for part in line.split(";"))
        pairs = (operation.removeprefix("D").split() for operation in operations)
        counts = {int(depth): int(count) for depth, count in pairs}
        positions.append(Known(comment, fen, comment.startswith("Chess960"), counts))
    return positions


def read_table(name: str) -> list[dict[str, str]]:
    """Read a table of columns, the first line of which names them."""
    lines = filter(None, (DATA / name).read_text(encoding="utf-8").splitlines())
    rows = [line.split() for line in lines if not line.startswith("#")]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


KNOWN = read_counts(SUITE)
STANDARD = [known for known in KNOWN if not known.chess960]
CHESS960 = [known for known in KNOWN if known.chess960]
