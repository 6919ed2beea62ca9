from typing import Final

from kiwipete._core.game_board import GameBoard

__pyx_capi__: dict[str, object]
FAULTS: Final[tuple[str, ...]]
CHECKS: Final[int]
CAPTURES: Final[int]
MATES: Final[int]
MOST_SCORE: Final[int]

def game_records(
    start: int, random_plies: int, result: int, plies: bytes | memoryview, wanted: int = 0
) -> bytes: ...
def board_record(
    board: GameBoard, score: int = 0, move: int = 0, ply: int = 0, result: int = 1
) -> bytes: ...
def faults(records: bytes | memoryview) -> bytes: ...
def record_board(record: bytes | memoryview) -> GameBoard: ...
