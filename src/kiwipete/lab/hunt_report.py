"""HuntReport: what a hunt has done, position by position and finding by finding."""

from __future__ import annotations

import dataclasses

from kiwipete.lab.causes import Cause, group
from kiwipete.lab.collection import LabelledPosition
from kiwipete.lab.finding import Finding


@dataclasses.dataclass
class Case:
    """What has been asked about a position, and what was wrong."""

    position: LabelledPosition
    depth: int = 0
    seconds: float = 0.0
    findings: list[Finding] = dataclasses.field(default_factory=list)

    @property
    def finding(self) -> Finding | None:
        """The first of the findings, if there is any."""
        return self.findings[0] if self.findings else None

    def add(self, finding: Finding | None) -> None:
        """Remember that something is wrong here, once."""
        if finding is not None and not any(known is finding for known in self.findings):
            self.findings.append(finding)


@dataclasses.dataclass
class HuntReport:
    """What a hunt has done so far."""

    engine: str
    nodes: int = 0
    left_out: int = 0  # positions for which the engine is too slow at the wanted depth
    stopped: str | None = None  # why the hunt ended before its time
    findings: list[Finding] = dataclasses.field(default_factory=list)
    cases: dict[LabelledPosition, Case] = dataclasses.field(default_factory=dict)

    @property
    def positions(self) -> int:
        """How many positions the engine was asked about."""
        return len(self.cases)

    def times_met(self, *findings: Finding) -> int:
        """Return at how many positions the engine was wrong in one of these ways."""
        wanted = {id(finding) for finding in findings}
        return sum(
            any(id(finding) in wanted for finding in case.findings) for case in self.cases.values()
        )

    def causes(self) -> list[Cause]:
        """Return the findings by what they are likely to come from, what to fix first in front."""
        found = group(self.findings)
        return sorted(found, key=lambda cause: (cause.rank, -self.times_met(*cause.findings)))

    def is_consequence(self, finding: Finding) -> bool:
        """Tell whether an earlier finding tells enough: they are likely the same mistake."""
        return any(
            finding is other
            for cause in group(self.findings)
            if cause.is_one
            for other in cause.findings[1:]
        )

    def as_dict(self) -> dict[str, object]:
        """Return what is written as JSON."""
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
