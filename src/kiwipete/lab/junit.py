"""JUnit XML reports of hunts and suites, for build servers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from kiwipete.untrusted_text import printable

if TYPE_CHECKING:
    from kiwipete.lab.hunting.report import Case, Finding, HuntReport
    from kiwipete.lab.suites import Suite
    from kiwipete.lab.suites.entry import WrongLine
    from kiwipete.lab.suites.run import SuiteResult


def as_junit(
    report: HuntReport,
    *,
    seconds: float,
    wrong_lines: Iterable[WrongLine] = (),
    failure: str | None = None,
) -> str:
    """Return a hunt as JUnit XML, with a test case for each position.

    Unusable lines of a file are errors, and so is `failure`, the reason why the engine could
    not be started.

    >>> from kiwipete.lab import Rules, hunt
    >>> print(as_junit(hunt(Rules(), depth=1, positions=1), seconds=1))
    <?xml version='1.0' encoding='utf-8'?>
    <testsuite name="kiwipete hunt: Kiwipete" tests="1" failures="0" errors="0" time="1.000000">...
    """
    # A position without a depth has not been answered.
    answered = [case for case in report.cases.values() if case.depth or case.finding]
    cases = [*map(_hunt_case, answered), *_other_cases("hunt", wrong_lines, failure)]
    return _test_suite(f"kiwipete hunt: {report.engine}", cases, seconds)


def suite_as_junit(
    suite: Suite,
    engine: str,
    results: Iterable[SuiteResult],
    *,
    seconds: float,
    failure: str | None = None,
) -> str:
    """Return a suite as JUnit XML, with a test case for each count and each wrong line.

    >>> from kiwipete.lab import known_counts, run_suite
    >>> suite = known_counts().limited(nodes=10)
    >>> print(suite_as_junit(suite, "Kiwipete", run_suite(suite), seconds=1))
    <?xml version='1.0' encoding='utf-8'?>
    <testsuite name="known counts: Kiwipete" tests="10" failures="0" errors="0" time="1.000000">...
    """
    cases = [
        *(_suite_case(suite.name, result) for result in results),
        *_other_cases(suite.name, suite.wrong_lines, failure),
    ]
    return _test_suite(f"{suite.name}: {engine}", cases, seconds)


def _test_suite(name: str, cases: list[ElementTree.Element], seconds: float) -> str:
    faults = [fault.tag for case in cases for fault in case]
    suite = _element(
        "testsuite",
        name=name,
        tests=str(len(cases)),
        failures=str(faults.count("failure")),
        errors=str(faults.count("error")),
        time=f"{seconds:.6f}",
    )
    suite.extend(cases)
    text = ElementTree.tostring(suite, encoding="unicode")
    return f"<?xml version='1.0' encoding='utf-8'?>\n{text}\n"


def _hunt_case(case: Case) -> ElementTree.Element:
    position = case.position
    element = _element(
        "testcase",
        classname=f"hunt.{position.label}",
        name=" ".join([position.fen, *position.moves]),
        time=f"{case.seconds:.6f}",
    )
    if case.finding is not None:
        element.append(_hunt_fault(case.finding))
    return element


def _hunt_fault(finding: Finding) -> ElementTree.Element:
    """Return a failure for a difference, and an error if the engine did not answer."""
    tag = "failure" if finding.is_difference else "error"
    return _element(tag, str(finding), type=finding.rule, message=finding.explanation)


def _suite_case(suite: str, result: SuiteResult) -> ElementTree.Element:
    position, depth, _ = result.known
    element = _element(
        "testcase",
        classname=f"{suite}.{position.name}",
        name=f"depth {depth}",
        time=f"{result.seconds:.6f}",
    )
    if not result.right:
        tag = "failure" if result.failure is None else "error"
        element.append(_element(tag, position.fen, type=result.verdict, message=str(result)))
    return element


def _other_cases(
    classname: str, wrong_lines: Iterable[WrongLine], failure: str | None
) -> Iterator[ElementTree.Element]:
    """Yield an error for each wrong line, and one for an engine that could not be started."""
    errors = [(f"line {line}", reason, text) for line, reason, text in wrong_lines]
    if failure is not None:
        errors.append(("the engine", failure, ""))
    for name, message, text in errors:
        case = _element("testcase", classname=classname, name=name)
        case.append(_element("error", text, message=message))
        yield case


def _element(tag: str, text: str = "", **attributes: str) -> ElementTree.Element:
    """Return an element; text from engines and files is made printable."""
    element = ElementTree.Element(
        tag, {name: printable(value) for name, value in attributes.items()}
    )
    element.text = "\n".join(map(printable, text.splitlines())) or None
    return element
