from typing import Any, final

from kiwipete._core.game_board import GameBoard

__all__ = ["Collector"]

@final
class Collector:
    @property
    def count(self) -> int: ...
    def __new__(cls, plies: int) -> Collector: ...
    def add(
        self,
        moves: Any,
        offsets: Any,
        labels: Any,
        ratings: Any,
        starts: dict[int, GameBoard | None],
    ) -> None: ...
    def sorted(self) -> tuple[bytes, bytes]: ...
