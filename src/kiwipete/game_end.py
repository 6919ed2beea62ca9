"""How games end when nobody has to claim a draw: in matches, against the engine, in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kiwipete.board import Board

__all__ = ["DEAD_NODES", "GameEnd", "rule_end"]

# Positions looked at to find out whether a side can still give mate; at most some milliseconds.
DEAD_NODES = 20_000


class GameEnd(NamedTuple):
    """Why a game is over, and who has won."""

    reason: str
    winner: bool | None

    @property
    def result(self) -> str:
        """The result as players write it."""
        return {True: "1-0", False: "0-1", None: "1/2-1/2"}[self.winner]

    def __str__(self) -> str:
        who = {True: "White wins", False: "Black wins", None: "a draw"}[self.winner]
        return f"{self.reason}: {who}, {self.result}"


def rule_end(board: Board, *, claimed: bool = True) -> GameEnd | None:
    """Return how a game has ended by the rules, or None.

    Dead positions count. `claimed` counts draws that a player would have to claim, too:
    threefold repetition and fifty moves.

    >>> from kiwipete import Board
    >>> print(rule_end(Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")))
    stalemate: a draw, 1/2-1/2
    >>> fifty_moves = Board("4k3/8/8/8/8/8/4P3/4K3 w - - 100 90")
    >>> rule_end(fifty_moves), rule_end(fifty_moves, claimed=False)
    (GameEnd(reason='fifty moves', winner=None), None)
    """
    outcome = board.outcome()
    if outcome is not None:
        name = outcome.termination.name.lower().replace("_", " ")
        return GameEnd(name.replace("seventyfive", "seventy-five"), outcome.winner)
    if board.is_countable() and board.is_dead_position(nodes=DEAD_NODES):
        return GameEnd("dead position", None)
    if claimed and board.is_repetition(3):
        return GameEnd("threefold repetition", None)
    if claimed and board.is_fifty_moves():
        return GameEnd("fifty moves", None)
    return None
