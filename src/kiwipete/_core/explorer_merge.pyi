from collections.abc import Iterable
from typing import Any

__all__ = ["merge"]

def merge(
    parts: Iterable[tuple[Any, Any]], first_key: int, last_key: int, least_games: int
) -> tuple[bytes, bytes, int]: ...
