"""HuntReport: the results of a hunt by position, by finding and by likely cause."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from kiwipete.lab.hunting.finding import Finding
from kiwipete.lab.hunting.positions import LabelledPosition

# Rules that are likely to share code, by the beginning of their names.
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

# The order to fix them in. A board that is not restored spoils later counts, so that fixing it
# may remove other findings; the rest is independent, and failures may have any cause.
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
class Case:
    """A position with the depth asked so far and its findings."""

    position: LabelledPosition
    depth: int = 0
    seconds: float = 0.0
    findings: list[Finding] = dataclasses.field(default_factory=list)

    @property
    def finding(self) -> Finding | None:
        """The first finding, if any."""
        return self.findings[0] if self.findings else None

    def add(self, finding: Finding | None) -> None:
        """Add a finding, unless it is there already."""
        if finding is not None and not any(known is finding for known in self.findings):
            self.findings.append(finding)


@dataclasses.dataclass
class HuntReport:
    """The results of a hunt so far."""

    engine: str
    nodes: int = 0
    left_out: int = 0  # positions that the engine is too slow for at the requested depth
    stopped: str | None = None  # why the hunt ended early
    findings: list[Finding] = dataclasses.field(default_factory=list)
    cases: dict[LabelledPosition, Case] = dataclasses.field(default_factory=dict)

    @property
    def positions(self) -> int:
        """The number of positions that the engine was asked about."""
        return len(self.cases)

    def times_met(self, *findings: Finding) -> int:
        """Return the number of positions with at least one of these findings."""
        wanted = {id(finding) for finding in findings}
        return sum(
            any(id(finding) in wanted for finding in case.findings) for case in self.cases.values()
        )

    def causes(self) -> list[Cause]:
        """Return the findings grouped by likely cause, in the order to fix them."""
        found = group(self.findings)
        return sorted(found, key=lambda cause: (cause.rank, -self.times_met(*cause.findings)))

    def is_consequence(self, finding: Finding) -> bool:
        """Return whether an earlier finding is likely to have the same cause."""
        return any(
            finding is other
            for cause in group(self.findings)
            if cause.is_one
            for other in cause.findings[1:]
        )

    def as_dict(self) -> dict[str, object]:
        """Return the report as it is written to JSON."""
        return {
            "engine": self.engine,
            "positions": self.positions,
            "nodes": self.nodes,
            "left_out": self.left_out,
            "stopped": self.stopped,
            "findings": [
                {**finding.as_dict(), "times_met": self.times_met(finding)}
                for finding in self.findings
            ],
            "causes": [self._cause_as_dict(cause) for cause in self.causes()],
        }

    def _cause_as_dict(self, cause: Cause) -> dict[str, object]:
        numbers = [
            number
            for number, finding in enumerate(self.findings)
            if any(finding is other for other in cause.findings)
        ]
        return {
            "title": cause.title,
            "advice": cause.advice,
            "findings": numbers,
            "times_met": self.times_met(*cause.findings),
        }


@dataclasses.dataclass
class Cause:
    """Findings that are likely to have one cause."""

    kind: str  # the `cause` of the findings
    part: str  # of the rules, "" if the kind says enough
    findings: list[Finding]

    @property
    def rank(self) -> int:
        """The order to look at causes in, lowest first."""
        return _RANKS[self.kind]

    @property
    def is_one(self) -> bool:
        """Whether the findings are almost certainly one bug, so that one of them is enough."""
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
        """What to look for, or "" if the findings say enough."""
        notes = [_ADVICE.get(self.kind, "")]
        rules = {finding.rule for finding in self.findings}
        if self.kind == "unmaking" and len(rules) > 1:
            notes.append(_UNDO)
        if self.kind == "moves" and self.part == _KING and len(rules) > 2:
            notes.append(_UNSAFE)
        return " ".join(filter(None, notes))


def group(findings: Iterable[Finding]) -> list[Cause]:
    """Group findings by likely cause, in the order they were found."""
    causes: dict[tuple[str, str], Cause] = {}
    for finding in findings:
        part = _part(finding.rule) if finding.cause in ("moves", "making") else ""
        cause = causes.setdefault((finding.cause, part), Cause(finding.cause, part, []))
        cause.findings.append(finding)
    return list(causes.values())


def _part(rule: str) -> str:
    return next((part for start, part in _PARTS.items() if rule.startswith(start)), _OTHERS)
