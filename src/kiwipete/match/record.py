"""A game that was played, and what there is to say of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

# Ways to lose without being mated: by the player's own fault, not by its chess.
FAILURES = ("crash", "hang", "time", "no move", "illegal move")


@dataclass(frozen=True)
class Opening:
    """A position to begin from, and moves that are played from there before anybody thinks."""

    fen: str
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class MoveInfo:
    """What is known of a move: its time, and what the player said of it, seen by that player."""

    seconds: float
    score: int | None = None  # centipawns; a mate in n is MATE - n
    depth: int | None = None
    nodes: int | None = None


MATE = 100_000


@dataclass(frozen=True)
class Game:
    """A finished game; players are numbers, the moves of the opening come first.

    `winner` is the colour that won, None for a draw. `reason` is a rule of chess, an adjudication
    or one of FAILURES, of which `detail` says more.
    """

    number: int
    white: int
    black: int
    opening: Opening
    moves: tuple[str, ...]
    infos: tuple[MoveInfo, ...]
    winner: bool | None
    reason: str
    detail: str = ""
    overruns: tuple[int, int] = (0, 0)  # moves that took too long, but not longer than the grace

    @property
    def result(self) -> str:
        """The result as players write it."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"

    @property
    def failed(self) -> int | None:
        """The player that lost by a failure, None if nobody did."""
        if self.reason not in FAILURES:
            return None
        return self.black if self.winner else self.white

    def points(self, player: int) -> float:
        """Return how many points a player made."""
        if self.winner is None:
            return 0.5
        return float(player == (self.white if self.winner else self.black))

    def seconds(self, player: int) -> list[float]:
        """Return how long a player thought about each of its moves."""
        first_is_white = self.opening_turn()
        mine = (player == self.white) == first_is_white
        return [info.seconds for info in self.infos[0 if mine else 1 :: 2]]

    def opening_turn(self) -> bool:
        """Return the colour whose turn it is after the opening."""
        white_first = self.opening.fen.split()[1] == "w"
        return white_first == (len(self.opening.moves) % 2 == 0)

    def as_dict(self) -> dict[str, Any]:
        """Return the game as JSON can hold it.

        >>> opening = Opening("8/8/8/8/8/5k2/6q1/7K w - - 0 1")
        >>> game = Game(1, 0, 1, opening, (), (), False, "checkmate")
        >>> Game.from_dict(game.as_dict()) == game
        True
        """
        found = asdict(self)
        found["opening"] = [self.opening.fen, " ".join(self.opening.moves)]
        found["moves"] = " ".join(self.moves)
        found["infos"] = [
            [round(info.seconds, 6), info.score, info.depth, info.nodes] for info in self.infos
        ]
        return found

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> Game:
        """Return the game that `as_dict` wrote; ValueError, KeyError or TypeError if it did not."""
        if set(found) != {field.name for field in fields(cls)}:
            raise ValueError("these are not the fields of a game")
        fen, moves = found["opening"]
        return cls(
            **{
                **found,
                "opening": Opening(fen, tuple(moves.split())),
                "moves": tuple(found["moves"].split()),
                "infos": tuple(MoveInfo(*info) for info in found["infos"]),
                "overruns": tuple(found["overruns"]),
            }
        )
