"""One search of an XBoard engine."""

from __future__ import annotations

from kiwipete.board import Move
from kiwipete.engine.info import InfoDict
from kiwipete.engine.limits import Limit
from kiwipete.engine.search import Search


class XBoardSearch(Search):
    """A search that ends when the engine has answered the ping behind its move.

    The move of an analysis is the first of its best line.
    """

    limit = Limit()
    move: Move | None = None
    ponder: Move | None = None
    draw_offered = False
    resigned = False
    last_ping: int | None = None

    def reaches_limit(self, info: InfoDict) -> bool:
        """Tell whether an analysis has come as far as it should."""
        limit, score = self.limit, info.get("score")
        mate = None if score is None else score.relative.mate()
        return (
            (limit.depth is not None and info.get("depth", 0) >= limit.depth)
            or (limit.nodes is not None and info.get("nodes", 0) >= limit.nodes)
            or (limit.mate is not None and mate is not None and 0 < mate <= limit.mate)
        )
