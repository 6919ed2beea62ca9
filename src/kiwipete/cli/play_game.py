"""A game between a person and the engine: whose move it is, and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kiwipete.board import Board


class End(NamedTuple):
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


class PlayedGame:
    """A board, the side a person plays, and how the game was ended by words."""

    def __init__(self, board: Board, side: bool) -> None:
        self.board = board
        self.side = side
        self._given = len(board.move_stack)  # moves that are not to be taken back
        self._agreed: End | None = None

    @property
    def end(self) -> End | None:
        """How the game ended; None while it goes on."""
        return self._agreed or rule_end(self.board)

    @property
    def is_persons_turn(self) -> bool:
        """Whether the person is to move."""
        return self.board.turn == self.side

    def resign(self) -> None:
        """Let the person give up."""
        self._agreed = End("resignation", not self.side)

    def agree_to_draw(self) -> None:
        """End the game in a draw."""
        self._agreed = End("agreement", None)

    def take_back(self) -> bool:
        """Take back the person's last word or move; False if there is none."""
        if self._agreed is not None:
            self._agreed = None
            return True
        plies = 2 if self.is_persons_turn else 1
        if len(self.board.move_stack) - self._given < plies:
            return False
        for _ in range(plies):
            self.board.pop()
        return True


def rule_end(board: Board) -> End | None:
    """Return how a game ended by the rules; the third repetition and fifty moves count at once.

    >>> from kiwipete import Board
    >>> str(rule_end(Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")))
    'stalemate: a draw, 1/2-1/2'
    """
    outcome = board.outcome()
    if outcome is not None:
        return End(outcome.termination.name.lower().replace("_", " "), outcome.winner)
    if board.is_repetition(3):
        return End("threefold repetition", None)
    if board.is_fifty_moves():
        return End("fifty moves", None)
    return None
