"""Which kind of move is not unmade rightly: the plainest with which an engine goes wrong."""

from __future__ import annotations

from kiwipete.explain import Rule
from kiwipete.lab.budget import OutOfTime
from kiwipete.lab.comparing import compare
from kiwipete.lab.descending import Divergence, descend
from kiwipete.lab.dividers import Divider
from kiwipete.lab.failures import EngineError
from kiwipete.lab.reasons import RAREST_FIRST

# Small trees with one kind of special move in them, or with none.
PROBES = {
    Rule.PLAIN_MOVE: (("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 3), ("7k/8/8/8/8/8/8/KN6 w - - 0 1", 3)),
    Rule.DOUBLE_STEP: (("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 3),),
    Rule.CAPTURE: (
        ("4k3/8/8/8/8/3n4/4P3/4K3 w - - 0 1", 2),
        ("8/8/8/K7/1R3p1k/8/8/8 w - - 0 1", 2),
        ("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", 3),
    ),
    Rule.PROMOTION: (
        ("8/P1k5/K7/8/8/8/8/8 w - - 0 1", 2),
        ("8/P7/8/8/8/8/k7/4K3 w - - 0 1", 3),
    ),
    Rule.CASTLING: (
        ("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", 2),
        ("3k4/8/8/8/8/8/8/R3K2R b KQ - 0 1", 3),
    ),
}


def plainest(engine: Divider, divergence: Divergence) -> Divergence:
    """Return a divergence of the same sort in a tree of plainer moves, if there is one.

    Where the moves are right and only counts are wrong, the rarest kind of move in the tree
    is suspected. If the engine goes wrong without it as well, it is not to blame.
    """
    suspect = divergence.reasons[0]
    if suspect.sign != "count":
        return divergence
    for rule in reversed(RAREST_FIRST[RAREST_FIRST.index(suspect.rule) + 1 :]):
        for fen, depth in PROBES[rule]:
            found = _probe(engine, fen, depth)
            if found is not None:
                return found
    return divergence


def knows(engine: Divider, rule: Rule) -> bool:
    """Tell whether an engine counts the small trees with moves of this kind rightly."""
    return all(compare(engine, fen, (), depth) is None for fen, depth in PROBES[rule])


def _probe(engine: Divider, fen: str, depth: int) -> Divergence | None:
    try:
        difference = compare(engine, fen, (), depth)
        found = None if difference is None else descend(engine, difference)
    except (EngineError, OutOfTime):
        return None
    known = found is not None and found.followed and found.reasons[0].sign == "count"
    return found if known else None
