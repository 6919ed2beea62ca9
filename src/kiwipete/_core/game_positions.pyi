from typing import Any, Final

__all__ = ["NO_SCORE", "write_positions"]

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
