"""Scores for pages, always from White's point of view, and the lines that have one."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kiwipete.engine.score import Cp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiwipete.engine import InfoDict, PovScore


def score_record(score: PovScore) -> dict[str, Any]:
    """Return a score as centipawns, or as the moves to mate; a mate on the board has a winner.

    >>> from kiwipete.engine import Cp, Mate, PovScore
    >>> score_record(PovScore(Cp(30), turn=False)), score_record(PovScore(Mate(2), turn=True))
    ({'cp': -30}, {'mate': 2})
    >>> score_record(PovScore(Mate(0), turn=True))
    {'mate': 0, 'winner': 'black'}
    """
    white = score.white()
    mate = white.mate()
    if mate == 0:
        return {"mate": 0, "winner": "white" if white > Cp(0) else "black"}
    if mate is not None:
        return {"mate": mate}
    return {"cp": white.score(mate_score=0)}


def put_line(infos: dict[int, InfoDict], info: InfoDict) -> None:
    """Put what an engine says of a line in its rank; none of the others is lost.

    If it begins with the move of a later line, which is of the depth before, that one goes, and
    the lines in between move down.
    """
    rank, first = info.get("multipv", 1), info.get("pv", [])[:1]
    repeated = [each for each in infos if each > rank and infos[each].get("pv", [])[:1] == first]
    if first and repeated:
        # An engine may leave ranks out.
        ranks = [each for each in sorted(infos, reverse=True) if rank <= each <= min(repeated)]
        for lower, upper in pairwise(ranks):
            infos[lower] = infos[upper]
    # The engine may go on writing to its own dictionary.
    infos[rank] = {**infos.get(rank, {}), **info}


def known_lines(lines: Iterable[InfoDict]) -> list[InfoDict]:
    """Return copies of the lines that have a score and moves, one for each first move.

    While a depth is being searched, a later line may still be that of the depth before, and begin
    with the move that has become the best.
    """
    known: dict[object, InfoDict] = {}
    for line in lines:
        if line.get("pv") and "score" in line:
            known.setdefault(line["pv"][0], line.copy())
    return [*known.values()]
