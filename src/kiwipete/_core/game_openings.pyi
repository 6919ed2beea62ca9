from typing import Any

__all__ = ["last_known"]

def last_known(moves: Any, offsets: Any, keys: Any, fewest_pieces: int = 0) -> bytes: ...
