from collections.abc import Callable, Iterable
from typing import Final

from typing_extensions import disjoint_base

from kiwipete._core.game_board import GameBoard
from kiwipete._core.line import Line
from kiwipete._core.move import Move
from kiwipete._core.network import NetworkWeights
from kiwipete._core.tablebase import TableReader

__pyx_capi__: dict[str, object]
PROVES: Final[bool]
TECHNIQUES: Final[dict[str, int]]
TECHNIQUE_TABLE: Final[list[tuple[int, bool, str, str, list[tuple[str, int, int, int]]]]]
MARGINS_CAN_BE_SET: Final[bool]

def get_margin(name: str) -> int: ...
def set_margin(name: str, value: int) -> None: ...

@disjoint_base
class Searcher:
    def __init__(self, threads: int = 1, hash_mb: int = 16) -> None: ...
    def hire(self, threads: int) -> None: ...
    def resize(self, hash_mb: int) -> None: ...
    def use_tables(self, reader: TableReader | None) -> None: ...
    def use_network(self, network: NetworkWeights | None) -> None: ...
    def clear(self) -> None: ...
    def begin(
        self,
        board: GameBoard,
        *,
        depth: int = ...,
        nodes: int = 0,
        soft: float = 0,
        hard: float = 0,
        mate: int = 0,
        lines: int = 1,
        soft_nodes: int = 0,
        slow: float = 0,
        root_moves: Iterable[Move] | None = None,
        ponder: bool = False,
        without: int = 0,
        callback: Callable[[Line], object] | None = None,
    ) -> int: ...
    def run(self) -> list[Line]: ...
    def stop(self, number: int = 0) -> None: ...
    def ponderhit(self) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def threads(self) -> int: ...
    def evaluate(self, board: GameBoard) -> int: ...
