"""What a hunt has found, for build servers."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

if TYPE_CHECKING:
    from kiwipete.lab.finding import Finding
    from kiwipete.lab.hunting import Case, HuntReport


def as_junit(report: HuntReport, *, seconds: float) -> str:
    """Write a hunt as JUnit XML: a test case for each position, failed if something is wrong.

    >>> from kiwipete.lab import Rules, hunt
    >>> print(as_junit(hunt(Rules(), depth=1, positions=1), seconds=1))
    <?xml version='1.0' encoding='utf-8'?>
    <testsuite name="kiwipete hunt: Kiwipete" tests="1" failures="0" errors="0" time="1.000">...
    """
    found = [case.finding for case in report.cases.values() if case.finding is not None]
    differences = sum(finding.is_difference for finding in found)
    suite = ElementTree.Element(
        "testsuite",
        name=printable(f"kiwipete hunt: {report.engine}"),
        tests=str(len(report.cases)),
        failures=str(differences),
        errors=str(len(found) - differences),
        time=f"{seconds:.3f}",
    )
    for case in report.cases.values():
        suite.append(_case(case))
    text = ElementTree.tostring(suite, encoding="unicode")
    return f"<?xml version='1.0' encoding='utf-8'?>\n{text}\n"


def _case(case: Case) -> ElementTree.Element:
    position = case.position
    moves = f" {' '.join(position.moves)}" if position.moves else ""
    element = ElementTree.Element(
        "testcase",
        classname=f"hunt.{position.label}",
        name=f"{position.fen}{moves}",
        time=f"{case.seconds:.3f}",
    )
    if case.finding is not None:
        element.append(_fault(case.finding))
    return element


def _fault(finding: Finding) -> ElementTree.Element:
    """Write a difference as a failure, and an engine that gave no answer as an error."""
    element = ElementTree.Element(
        "failure" if finding.is_difference else "error",
        type=finding.rule,
        message=printable(finding.explanation),
    )
    element.text = "\n".join(map(printable, str(finding).splitlines()))
    return element


def printable(text: str) -> str:
    """Leave out what XML cannot hold, since an engine may print anything."""
    return "".join(filter(str.isprintable, text))
