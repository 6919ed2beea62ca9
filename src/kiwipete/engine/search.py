"""One search, from the `go` command to the best move."""

from __future__ import annotations

import asyncio

from kiwipete.board import Board
from kiwipete.engine.analysis import AnalysisResult
from kiwipete.engine.info import Info, InfoDict
from kiwipete.engine.results import BestMove
from kiwipete.errors import EngineError


class Search:
    """A running search: it collects the information about a position."""

    def __init__(self, board: Board, wanted: Info, result: AnalysisResult | None = None) -> None:
        self.root = board.copy(stack=False)
        self.wanted = wanted
        self.result = result
        self.info = InfoDict()
        self.stopping = False
        self.finished: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()

    def post(self, info: InfoDict) -> None:
        """Add information from the engine."""
        if self.result is not None:
            self.result.post(info)
        else:
            self.info.update(info)

    def finish(self, best: BestMove) -> None:
        """End with a move, or with None if there is no legal move."""
        if not self.finished.done():
            self.finished.set_result(best)
        if self.result is not None:
            self.result.set_finished(best)

    def fail(self, error: EngineError) -> None:
        """End without a move."""
        if not self.finished.done():
            self.finished.set_exception(error)
            self.finished.exception()  # mark it as retrieved
        if self.result is not None:
            self.result.set_exception(error)
