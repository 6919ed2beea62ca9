"""Scores for pages: always from White's point of view."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kiwipete.engine import PovScore


def score_record(score: PovScore) -> dict[str, int]:
    """Return a score as centipawns, or as the moves to mate.

    >>> from kiwipete.engine import Cp, Mate, PovScore
    >>> score_record(PovScore(Cp(30), turn=False)), score_record(PovScore(Mate(2), turn=True))
    ({'cp': -30}, {'mate': 2})
    """
    white = score.white()
    mate = white.mate()
    if mate is not None:
        return {"mate": mate}
    return {"cp": white.score(mate_score=0)}
