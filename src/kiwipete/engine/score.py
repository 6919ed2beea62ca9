"""Scores: centipawns, mates, and points of view."""

from __future__ import annotations

import abc
import functools
from typing import overload

from kiwipete.engine.wdl import PovWdl, Wdl, WdlModel, wdl_of_centipawns, wdl_of_mate


@functools.total_ordering
class Score(abc.ABC):
    """The score of a position: `Cp` (centipawns), `Mate` or `MateGiven`.

    Scores can be compared, and negated to change sides.

    >>> sorted([Mate(3), Cp(20), MateGiven, Mate(-0), Mate(1), Mate(-4)])
    [Mate(-0), Mate(-4), Cp(+20), Mate(+3), Mate(+1), MateGiven]
    >>> -Cp(20)
    Cp(-20)
    """

    @overload
    def score(self, *, mate_score: int) -> int: ...

    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...

    @abc.abstractmethod
    def score(self, *, mate_score: int | None = None) -> int | None:
        """Return the centipawns; for a mate None, or `mate_score` minus the moves to mate.

        >>> Mate(5).score(), Mate(5).score(mate_score=100_000)
        (None, 99995)
        """

    @abc.abstractmethod
    def mate(self) -> int | None:
        """Return the moves to mate, negative for the losing side; None if there is no mate.

        >>> Mate(-3).mate(), Cp(5).mate()
        (-3, None)
        """

    def is_mate(self) -> bool:
        """Return True if this is a mate."""
        return self.mate() is not None

    @abc.abstractmethod
    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        """Return the chances from a model: sf, sf16.1, sf16, sf15.1, sf15, sf14, sf12 or lichess.

        >>> Cp(100).wdl(model="sf16", ply=40)
        Wdl(wins=530, draws=470, losses=0)
        """

    @abc.abstractmethod
    def __neg__(self) -> Score: ...

    @abc.abstractmethod
    def __pos__(self) -> Score: ...

    @abc.abstractmethod
    def __abs__(self) -> Score: ...

    @abc.abstractmethod
    def _rank(self) -> tuple[int, int]:
        """Return the key that scores are compared by."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._rank() == other._rank()

    def __lt__(self, other: Score) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self._rank() < other._rank()

    __hash__ = None  # type: ignore[assignment]


class Cp(Score):
    """A score in hundredths of a pawn.

    >>> str(Cp(31)), Cp(-5)
    ('+31', Cp(-5))
    """

    def __init__(self, cp: int) -> None:
        self.cp = cp

    @overload
    def score(self, *, mate_score: int) -> int: ...

    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...

    def score(self, *, mate_score: int | None = None) -> int | None:  # noqa: ARG002
        """Return the centipawns."""
        return self.cp

    def mate(self) -> None:
        """Return None: there is no mate."""
        return

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        """Return the chances by a model."""
        return wdl_of_centipawns(self.cp, model, ply)

    def _rank(self) -> tuple[int, int]:
        return (0, self.cp)

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"

    def __repr__(self) -> str:
        return f"Cp({self})"

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __pos__(self) -> Cp:
        return Cp(self.cp)

    def __abs__(self) -> Cp:
        return Cp(abs(self.cp))


class Mate(Score):
    """A mate in a number of moves: positive for the winning side, 0 or negative for the other.

    >>> str(Mate(2)), Mate(-0)
    ('#+2', Mate(-0))
    """

    def __init__(self, moves: int) -> None:
        self.moves = moves

    @overload
    def score(self, *, mate_score: int) -> int: ...

    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Return None, or `mate_score` minus one for every move to the mate."""
        if mate_score is None:
            return None
        return (mate_score if self.moves > 0 else -mate_score) - self.moves

    def mate(self) -> int:
        """Return the moves to mate."""
        return self.moves

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:  # noqa: ARG002
        """Return the chances by a model."""
        return wdl_of_mate(self.moves, self.moves > 0, model)

    def _rank(self) -> tuple[int, int]:
        return (1 if self.moves > 0 else -1, -self.moves)

    def __str__(self) -> str:
        return f"#+{self.moves}" if self.moves > 0 else f"#-{abs(self.moves)}"

    def __repr__(self) -> str:
        return f"Mate({str(self)[1:]})"

    def __neg__(self) -> Score:
        return Mate(-self.moves) if self.moves else MateGiven

    def __pos__(self) -> Mate:
        return Mate(self.moves)

    def __abs__(self) -> Score:
        return Mate(abs(self.moves)) if self.moves else MateGiven


class MateGivenType(Score):
    """The winner's side of `Mate(0)`: the mate is on the board.

    >>> -Mate(0)
    MateGiven
    """

    @overload
    def score(self, *, mate_score: int) -> int: ...

    @overload
    def score(self, *, mate_score: int | None = None) -> int | None: ...

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Return `mate_score`."""
        return mate_score

    def mate(self) -> int:
        """Return 0."""
        return 0

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:  # noqa: ARG002
        """Return the chances: the game is won."""
        return Wdl(1000, 0, 0)

    def _rank(self) -> tuple[int, int]:
        return (2, 0)

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"

    def __neg__(self) -> Mate:
        return Mate(0)

    def __pos__(self) -> MateGivenType:
        return self

    def __abs__(self) -> MateGivenType:
        return self


MateGiven = MateGivenType()


class PovScore:
    """A score from the point of view of the side to move.

    >>> PovScore(Cp(20), turn=False).white()
    Cp(-20)
    """

    def __init__(self, relative: Score, turn: bool) -> None:
        self.relative = relative
        self.turn = turn

    def white(self) -> Score:
        """Return the score from White's point of view."""
        return self.pov(True)

    def black(self) -> Score:
        """Return the score from Black's point of view."""
        return self.pov(False)

    def pov(self, color: bool) -> Score:
        """Return the score from a colour's point of view."""
        return self.relative if self.turn == color else -self.relative

    def is_mate(self) -> bool:
        """Return True if this is a mate."""
        return self.relative.is_mate()

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> PovWdl:
        """Return the chances by a model."""
        return PovWdl(self.relative.wdl(model=model, ply=ply), self.turn)

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PovScore):
            return NotImplemented
        return self.white() == other.white()

    __hash__ = None  # type: ignore[assignment]
