from typing import Any, Final, TypeAlias, final

from kiwipete._core.game_board import GameBoard
from kiwipete._core.move import Move

__all__ = ["BLOCK_ROWS", "Index", "block_checks", "checksum"]

BLOCK_ROWS: Final[int]

_Found: TypeAlias = tuple[Move, int, int, int, int, float | None, float | None, int | None]

def checksum(data: Any) -> int: ...
def block_checks(rows: Any, row_bytes: int) -> bytes: ...

@final
class Index:
    def __new__(cls, data: Any, tallies: int, singles: int) -> Index: ...
    def find(self, board: GameBoard) -> list[_Found]: ...
    def __contains__(self, board: GameBoard, /) -> bool: ...
    def verify(self) -> None: ...
