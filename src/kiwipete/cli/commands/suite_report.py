"""The results of a suite: in one line, as JSON, and for build servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete import __version__
from kiwipete.cli.exits import ENGINE_FAILED, INTERRUPTED, OK, USAGE, WRONG_COUNT
from kiwipete.cli.ui import duration, per_second, scaled, several

if TYPE_CHECKING:
    from kiwipete.lab import Suite, SuiteResult


class Report:
    """The results of a suite, as they come."""

    def __init__(self, suite: Suite, threads: int) -> None:
        self.suite = suite
        self.engine = f"kiwipete {__version__}"
        self.threads = threads
        self.results: list[SuiteResult] = []
        self.seconds = 0.0
        self.interrupted = False
        self.failure: str | None = None  # why the engine cannot be started

    @property
    def nodes(self) -> int:
        """The leaves counted."""
        return sum(result.nodes or 0 for result in self.results)

    @property
    def differences(self) -> list[SuiteResult]:
        """The counts that differ from the known ones."""
        return [r for r in self.results if r.failure is None and not r.right]

    @property
    def failures(self) -> list[SuiteResult]:
        """The counts that the engine did not give."""
        return [r for r in self.results if r.failure is not None]

    def exit_code(self) -> int:
        """Return the exit code, which build servers read."""
        if self.interrupted:
            return INTERRUPTED
        if self.failure is not None:
            return ENGINE_FAILED
        if self.differences:
            return WRONG_COUNT
        if self.failures:
            return ENGINE_FAILED
        return USAGE if self.suite.wrong_lines else OK

    def summary(self) -> str:
        """Return the summary in one line."""
        positions = {result.known.position for result in self.results}
        speed = scaled(per_second(self.nodes, self.seconds))
        counted = (
            f"{several(len(positions), 'position')}, {several(len(self.results), 'count')}, "
            f"{several(self.nodes, 'node')} in {duration(self.seconds)}, {speed} nodes/s"
        )
        return f"{counted}: {self._verdict()}"

    def _verdict(self) -> str:
        faults = [
            several(len(found), what)
            for found, what in (
                (self.differences, "difference"),
                (self.failures, "failure"),
                (self.suite.wrong_lines, "wrong line"),
            )
            if found
        ]
        whole = not self.interrupted and self.failure is None
        return ", ".join(faults) or ("all right" if whole else "all right so far")

    def as_json(self) -> str:
        """Write everything as one JSON object."""
        import json

        report = {
            "suite": self.suite.name,
            "engine": self.engine,
            "threads": self.threads,
            "results": [_fields(result) for result in self._in_order()],
            "wrong_lines": [wrong._asdict() for wrong in self.suite.wrong_lines],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "nps": per_second(self.nodes, self.seconds),
            "differences": len(self.differences),
            "failures": len(self.failures),
            "interrupted": self.interrupted,
            "failure": self.failure,
        }
        return json.dumps(report)

    def as_junit(self) -> str:
        """Write a test case for each count and for each wrong line."""
        from kiwipete.lab import suite_as_junit

        return suite_as_junit(
            self.suite,
            self.engine,
            self._in_order(),
            seconds=self.seconds,
            failure=self.failure,
        )

    def _in_order(self) -> list[SuiteResult]:
        """Return the results in the order of the suite."""
        found = {result.known: result for result in self.results}
        return [found[known] for known in self.suite.counts() if known in found]


def _fields(result: SuiteResult) -> dict[str, object]:
    position, depth, expected = result.known
    return {
        "position": position.name,
        "line": position.line,
        "fen": position.fen,
        "chess960": position.chess960,
        "depth": depth,
        "expected": expected,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "verdict": result.verdict,
        "failure": None if result.failure is None else str(result.failure),
    }
