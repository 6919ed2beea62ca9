"""The engine as an opponent: how well it plays, and what it thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kiwipete.engine import Engine, Limit

if TYPE_CHECKING:
    from random import Random

    from kiwipete.board import Board, Move
    from kiwipete.engine import InfoDict


class Level(NamedTuple):
    """How far the engine looks, and how often it plays any move at all instead."""

    nodes: int
    slips: int  # percent


LEVELS = (
    Level(30, 40),
    Level(60, 30),
    Level(125, 25),
    Level(250, 20),
    Level(500, 15),
    Level(1_000, 10),
    Level(3_000, 5),
    Level(10_000, 2),
    Level(50_000, 0),
    Level(500_000, 0),
)

# Hints, evaluations and draws are the same whatever the level.
_ADVICE = Limit(nodes=100_000)


class Opponent:
    """Plays at a level, or thinks for a time."""

    def __init__(self, *, level: int | None, seconds: float | None, random: Random) -> None:
        self._engine = Engine()
        self._random = random
        self._level = None if level is None else LEVELS[level - 1]
        self._limit = Limit(time=seconds, nodes=self._level and self._level.nodes)
        self.name = f"Kiwipete, level {level}" if level else f"Kiwipete, {seconds:g} s a move"

    def move(self, board: Board) -> Move:
        """Return the move it plays."""
        if self._level is not None and self._random.randrange(100) < self._level.slips:
            return self._random.choice(sorted(board.legal_moves, key=str))
        move = self._engine.play(board, self._limit, game="play").move
        assert move is not None  # the game would be over
        return move

    def advice(self, board: Board) -> InfoDict:
        """Return what it thinks with all its strength."""
        # As another game: what is learned here is not used to play at a level.
        info = self._engine.analyse(board, _ADVICE, game="advice")
        assert isinstance(info, dict)
        return info

    def close(self) -> None:
        """End the engine."""
        self._engine.close()
