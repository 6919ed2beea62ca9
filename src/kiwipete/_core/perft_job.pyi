from typing import final

from typing_extensions import Self, disjoint_base

from kiwipete._core.game_board import GameBoard
from kiwipete._core.move import Move

@final
class PerftTable:
    MAX_MB: int
    def __new__(cls, megabytes: int) -> PerftTable: ...

@disjoint_base
class PerftJob:
    MAX_DEPTH: int
    def __new__(
        cls,
        board: GameBoard,
        depth: int,
        *,
        method: str = "fast",
        check: bool = False,
        stats: bool = False,
        hash_mb: int = 0,
        table: PerftTable | None = None,
    ) -> Self: ...
    def step(self) -> bool: ...
    def stop(self) -> None: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def parts_total(self) -> int: ...
    @property
    def parts_done(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    def divide(self) -> dict[Move, int]: ...
    def finished_moves(self) -> list[Move]: ...
    def kinds_of_moves(self) -> dict[str, int]: ...
