import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final, final

from kiwipete._core.move import Move

__all__ = [
    "MATE",
    "MOST_CENTIPAWNS",
    "NO_EVAL",
    "Chunk",
    "Column",
    "Plan",
    "find_split",
    "moves_of",
]

MATE: Final[int]
MOST_CENTIPAWNS: Final[int]
NO_EVAL: Final[int]

@final
class Column:
    def __len__(self) -> int: ...
    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview: ...

@final
class Plan:
    def __new__(
        cls,
        kept_names: Iterable[bytes] | None,
        filters: Iterable[
            tuple[bytes, int, float | bytes | None, float | bytes | None, Sequence[bytes]]
        ],
        variants: Iterable[tuple[bytes, int]],
        *,
        clocks: bool,
        evals: bool,
    ) -> Plan: ...

@final
class Chunk:
    @property
    def moves(self) -> Column: ...
    @property
    def clocks(self) -> Column: ...
    @property
    def evals(self) -> Column: ...
    @property
    def rows(self) -> Column: ...
    @property
    def errors(self) -> Column: ...
    @property
    def tag_ids(self) -> Column: ...
    @property
    def names(self) -> list[str]: ...
    @property
    def count(self) -> int: ...
    @property
    def skipped(self) -> int: ...
    @property
    def lines(self) -> int: ...
    def __new__(cls, text: bytes, plan: Plan, size: int | None = None) -> Chunk: ...
    def tags(self, game: int) -> dict[str, str]: ...
    def values(self, name: str) -> list[str | None]: ...
    def numbers(self, name: str, missing: int) -> Column: ...
    def write(self, games: Any, columns: int | None) -> Column: ...
    def error_word(self, begin: int, length: int) -> str: ...

def moves_of(moves: Any, begin: int, end: int) -> list[Move]: ...
def find_split(text: bytes, ignore_comments: bool = False) -> int: ...
