"""The record of a finished game."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

from kiwipete.board import Board

# Ways to lose by the player's own failure, not by its chess.
FAILURES = ("crash", "hang", "time", "no move", "illegal move")

# The reason of a draw: a player ran out of time, and the other could not have given mate.
DRAWN_ON_TIME = "time, but no mate is possible"


@dataclass(frozen=True)
class Opening:
    """A start position, and the moves that are played from there before the engines search."""

    fen: str
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class MoveInfo:
    """The time of a move, and the player's information on it, from its own point of view."""

    seconds: float
    score: int | None = None  # centipawns; a mate in n is MATE - n
    depth: int | None = None
    nodes: int | None = None


MATE = 100_000


@dataclass(frozen=True)
class Game:
    """A finished game; players are numbers, the moves of the opening come first.

    `winner` is the colour that won, None for a draw. `reason` is a rule of chess, an adjudication
    or one of FAILURES, which `detail` describes.
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
        """The result in PGN notation."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"

    @property
    def failed(self) -> int | None:
        """The player that lost by a failure, or None."""
        if self.reason not in FAILURES:
            return None
        return self.black if self.winner else self.white

    def points(self, player: int) -> float:
        """Return the points of a player."""
        if self.winner is None:
            return 0.5
        return float(player == (self.white if self.winner else self.black))

    def seconds(self, player: int) -> list[float]:
        """Return the seconds that a player took for each of its moves."""
        first_is_white = self.opening_turn()
        mine = (player == self.white) == first_is_white
        return [info.seconds for info in self.infos[0 if mine else 1 :: 2]]

    def opening_turn(self) -> bool:
        """Return the side to move after the opening."""
        white_first = self.opening.fen.split()[1] == "w"
        return white_first == (len(self.opening.moves) % 2 == 0)

    def as_dict(self) -> dict[str, Any]:
        """Return the game as JSON-compatible values.

        >>> opening = Opening("8/8/8/8/8/5k2/6q1/7K w - - 0 1")
        >>> game = Game(1, 0, 1, opening, (), (), False, "checkmate")
        >>> Game.from_dict(game.as_dict()) == game
        True
        """
        found = asdict(self)
        found["opening"] = [self.opening.fen, " ".join(self.opening.moves)]
        found["moves"] = " ".join(self.moves)
        found["overruns"] = list(self.overruns)
        found["infos"] = [
            [round(info.seconds, 6), info.score, info.depth, info.nodes] for info in self.infos
        ]
        return found

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> Game:
        """Read a game that `as_dict` wrote; raises ValueError for anything else."""
        known = {field.name for field in fields(cls)}
        if set(found) != known:
            odd = sorted(set(found) ^ known)[0]
            raise ValueError(f"{'unknown' if odd in found else 'no'} field {odd!r}")
        opening = _opening(found["opening"])
        game = cls(
            number=_integer(found, "number"),
            white=_integer(found, "white"),
            black=_integer(found, "black"),
            opening=opening,
            moves=tuple(_text(found["moves"], "moves").split()),
            infos=tuple(_infos(found["infos"])),
            winner=found["winner"],
            reason=_text(found["reason"], "reason"),
            detail=_text(found["detail"], "detail"),
            overruns=_overruns(found["overruns"]),
        )
        if game.winner is not None and type(game.winner) is not bool:
            raise ValueError(f"winner is {game.winner!r}, neither true, false nor null")
        book = len(opening.moves)
        if len(game.infos) != len(game.moves) - book:
            raise ValueError(
                f"{len(game.infos)} infos for {len(game.moves)} moves, {book} of them the opening's"
            )
        return game


def _integer(found: dict[str, Any], name: str) -> int:
    if type(found[name]) is not int or found[name] < 0:
        raise ValueError(f"{name} is {found[name]!r}, not a whole number")
    return int(found[name])


def _text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} is {value!r}, not a text")
    value.encode()  # raises ValueError for a lone surrogate
    return value


def _opening(value: object) -> Opening:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"opening is {value!r}, not a FEN and moves")
    fen, moves = (_text(part, "opening") for part in value)
    Board(fen, chess960=True)  # raises a ValueError that says what is wrong
    return Opening(fen, tuple(moves.split()))


def _infos(value: object) -> Iterator[MoveInfo]:
    if not isinstance(value, list):
        raise ValueError(f"infos is {value!r}, not a list")
    for number, info in enumerate(value, 1):
        if not isinstance(info, list) or len(info) != 4:
            raise ValueError(f"info {number} is {info!r}, not time, score, depth and nodes")
        seconds, *rest = info
        if type(seconds) not in (int, float) or not 0 <= seconds < math.inf:
            raise ValueError(f"info {number} has the time {seconds!r}")
        if any(each is not None and type(each) is not int for each in rest):
            raise ValueError(f"info {number} is {info!r}, with something other than whole numbers")
        yield MoveInfo(seconds, *rest)


def _overruns(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or [type(each) for each in value] != [int, int]:
        raise ValueError(f"overruns is {value!r}, not two whole numbers")
    return value[0], value[1]
