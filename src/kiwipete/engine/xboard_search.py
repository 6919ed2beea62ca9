"""One search of an XBoard engine, and its replies."""

from __future__ import annotations

from kiwipete.board import Move
from kiwipete.engine.info import InfoDict
from kiwipete.engine.limits import Limit
from kiwipete.engine.process import LOGGER
from kiwipete.engine.search import Search
from kiwipete.engine.xboard_text import read_thought
from kiwipete.errors import EngineError

_RESULTS = frozenset({"1-0", "0-1", "1/2-1/2"})


class XBoardSearch(Search):
    """A search for a move to play, or an analysis, whose move is the first of its best line.

    It ends when the engine replies to the ping after its move.
    """

    limit = Limit()  # of an analysis; a playing engine keeps to its own
    move: Move | None = None
    ponder: Move | None = None
    draw_offered = False
    resigned = False
    last_ping: int | None = None

    def take(self, line: str) -> bool:
        """Handle a line from the engine; return True if it ends the search."""
        if thought := read_thought(line, self.root, self.wanted):
            return self._take_thought(thought)
        word, rest = (*line.split(None, 1), "", "")[:2]
        if self.result is None and self._is_answer(word, rest.strip()):
            return word != "Hint:"
        if not word.startswith("#"):
            LOGGER.warning("unexpected line of an XBoard engine: %r", line[:200])
        return False

    def _take_thought(self, thought: InfoDict) -> bool:
        if self.result is None:
            if self.move is None:  # else the line is about the opponent's move
                self.post(thought)
            return False
        self.post(thought)
        if thought["pv"]:
            self.move = thought["pv"][0]
        return self._reaches_limit(thought)

    def _reaches_limit(self, info: InfoDict) -> bool:
        """Return True if an analysis has reached its limit."""
        limit, mate = self.limit, info["score"].relative.mate()
        return (
            (limit.depth is not None and info["depth"] >= limit.depth)
            or (limit.nodes is not None and info["nodes"] >= limit.nodes)
            or (limit.mate is not None and mate is not None and 0 < mate <= limit.mate)
        )

    def _is_answer(self, word: str, rest: str) -> bool:
        """Handle the reply to `go`, if it is one."""
        if word == "move" and self.move is None:
            self._take_move(rest)
        elif word == "Hint:":
            self._take_hint(rest)
        elif word == "resign":
            self.resigned = True
        elif word == "offer" and rest == "draw":
            self.draw_offered = True
        else:
            return word in _RESULTS
        return True

    def _take_move(self, text: str) -> None:
        try:
            self.move = self.root.parse_xboard(text)
        except ValueError as error:
            message = f"engine sent an illegal move, 'move {text}': {error}"
            raise EngineError(message) from error

    def _take_hint(self, text: str) -> None:
        """Store the reply that the engine expects to its move."""
        board = self.root.copy(stack=False)
        try:
            if self.move is not None:
                board.push(self.move)
                self.ponder = board.parse_xboard(text)
        except ValueError:
            LOGGER.warning("engine expects an illegal move: %s", text[:200])
