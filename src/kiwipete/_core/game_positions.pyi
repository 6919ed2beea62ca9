from typing import Any, Final

__all__ = ["NO_SCORE", "write_game_planes", "write_positions"]

NO_SCORE: Final[int]

def write_positions(
    moves: Any,
    offsets: Any,
    results: Any,
    chess960: Any,
    evals: Any,
    starts: dict[int, str],
    numbers: Any,
    skip: int,
    every: int,
    final: bool,
    records: Any,
    games: Any,
    plies: Any,
) -> tuple[int, int]: ...
def write_game_planes(
    codec: int,
    moves: Any,
    offsets: Any,
    chess960: Any,
    starts: dict[int, str],
    games: Any,
    plies: Any,
    floats: Any,
    bytes: Any,
) -> int: ...
