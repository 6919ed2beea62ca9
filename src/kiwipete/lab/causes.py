"""Which findings are likely to come from one and the same mistake."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from kiwipete.lab.finding import Finding

# What is likely to be the same code, by how the name of a rule begins.
_PARTS = {
    "castling": "castling",
    "en-passant": "en passant",
    "promotion": "promotion",
    "king-into-check": "the king's safety",
    "double-check": "the king's safety",
    "does-not-answer-check": "the king's safety",
    "pinned": "the king's safety",
    "pawn": "pawns",
    "double-step": "pawns",
}
_OTHERS = "how pieces move"
_KING = _PARTS["pinned"]

# In which order to look at them. A board that is not restored spoils what comes after it, so
# that other findings may go with it; the rest is independent, and failures may have any reason.
_RANKS = {
    "setup": 0,
    "unmaking": 0,
    "moves": 1,
    "making": 1,
    "leaves": 2,
    "unknown": 3,
    "failure": 3,
}

_ADVICE = {
    "unmaking": "The moves of a position are right, but the counts below them are not: taking a "
    "move back does not restore the board, or a stored count is used for another position.",
    "making": "The engine is right when it is given these positions as FENs, but not after moves: "
    "making a move leaves something out of date.",
    "leaves": "The engine lists the right moves in these positions, but counts them wrongly: look "
    "at the code that counts the last ply.",
    "unknown": "These could not be traced to the end: try again with --fen, and with more time or "
    "less depth.",
    "failure": "The engine does not answer here, so nothing more is known.",
}
_UNDO = (
    "It happens with several kinds of moves. Often that is one mistake: the data for taking a move "
    "back is kept in one place instead of on a stack, so the next move overwrites it; or part of "
    "it is not kept at all."
)
_UNSAFE = (
    "It leaves its king in check in several ways: perhaps it never tests whether the king is safe "
    "after a move."
)


@dataclasses.dataclass
class Cause:
    """Findings that are likely to vanish together."""

    kind: str  # the `cause` of the findings
    part: str  # of the rules, "" if the kind says enough
    findings: list[Finding]

    @property
    def rank(self) -> int:
        """The lower, the sooner it should be looked at."""
        return _RANKS[self.kind]

    @property
    def is_one(self) -> bool:
        """Whether the findings are so likely the same that one of them tells enough."""
        return self.kind in ("unmaking", "leaves")

    @property
    def title(self) -> str:
        """The cause in a few words."""
        return {
            "setup": "reading positions",
            "moves": self.part,
            "making": f"making moves: {self.part}",
            "unmaking": "taking moves back",
            "leaves": "counting the last ply",
            "unknown": "not traced to the end",
            "failure": "the engine fails",
        }[self.kind]

    @property
    def advice(self) -> str:
        """What to make of it, "" if the findings say enough."""
        notes = [_ADVICE.get(self.kind, "")]
        rules = {finding.rule for finding in self.findings}
        if self.kind == "unmaking" and len(rules) > 1:
            notes.append(_UNDO)
        if self.kind == "moves" and self.part == _KING and len(rules) > 2:
            notes.append(_UNSAFE)
        return " ".join(filter(None, notes))


def group(findings: Iterable[Finding]) -> list[Cause]:
    """Put findings together that are likely to have the same cause, in the order they came."""
    causes: dict[tuple[str, str], Cause] = {}
    for finding in findings:
        part = _part(finding.rule) if finding.cause in ("moves", "making") else ""
        cause = causes.setdefault((finding.cause, part), Cause(finding.cause, part, []))
        cause.findings.append(finding)
    return list(causes.values())


def _part(rule: str) -> str:
    return next((part for start, part in _PARTS.items() if rule.startswith(start)), _OTHERS)
