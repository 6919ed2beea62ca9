"""The results of a search."""

from __future__ import annotations

from kiwipete.board import Move
from kiwipete.engine.info import InfoDict


class BestMove:
    """The best move of an analysis, and the reply that the engine expects.

    >>> BestMove(None, None).move is None
    True
    """

    def __init__(self, move: Move | None, ponder: Move | None) -> None:
        self.move = move
        self.ponder = ponder

    def __repr__(self) -> str:
        return f"<BestMove at {id(self):#x} (move={self.move}, ponder={self.ponder})>"


class PlayResult:
    """The engine's move, the reply it expects, and the information from its search.

    >>> PlayResult(None, None).info
    {}
    """

    def __init__(
        self,
        move: Move | None,
        ponder: Move | None,
        info: InfoDict | None = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None:
        self.move = move
        self.ponder = ponder
        self.info: InfoDict = info or {}
        self.draw_offered = draw_offered
        self.resigned = resigned

    def __repr__(self) -> str:
        return (
            f"<PlayResult at {id(self):#x} (move={self.move}, ponder={self.ponder}, "
            f"info={self.info}, draw_offered={self.draw_offered}, resigned={self.resigned})>"
        )
