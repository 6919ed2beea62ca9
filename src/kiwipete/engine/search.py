"""One search, from `go` to `bestmove`."""

from __future__ import annotations

import asyncio

from kiwipete.board import Board
from kiwipete.engine.analysis import AnalysisResult
from kiwipete.engine.errors import EngineError
from kiwipete.engine.info import Info, InfoDict, read_info
from kiwipete.engine.results import BestMove
from kiwipete.engine.uci_text import read_best_move


class Search:
    """A search that runs: it gathers what the engine says about a position."""

    def __init__(
        self, board: Board, position: str, wanted: Info, result: AnalysisResult | None = None
    ) -> None:
        self.root = board.copy(stack=False)
        self.position = position
        self.wanted = wanted
        self.result = result
        self.info = InfoDict()
        self.stopping = False
        self.pondering = False
        self.finished: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()

    def take_info(self, text: str) -> None:
        """Take an info line."""
        info = read_info(text, self.root, self.wanted)
        if self.result is not None:
            self.result.post(info)
        else:
            self.info.update(info)

    def take_best_move(self, text: str) -> None:
        """Take the move that ends the search."""
        try:
            best = BestMove(None, None) if self.pondering else read_best_move(text, self.root)
        except EngineError as error:
            self.fail(error)
            return
        if not self.finished.done():
            self.finished.set_result(best)
        if self.result is not None:
            self.result.set_finished(best)

    def fail(self, error: EngineError) -> None:
        """End without a move."""
        if not self.finished.done():
            self.finished.set_exception(error)
            self.finished.exception()  # nobody has to ask for it
        if self.result is not None:
            self.result.set_exception(error)
