"""`kiwipete suite`: check known counts with Kiwipete or an engine."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

from kiwipete import __version__
from kiwipete.board import Board
from kiwipete.cli import inputs, options
from kiwipete.cli.exits import (
    ENGINE_FAILED,
    INTERRUPTED,
    OK,
    USAGE,
    WRONG_COUNT,
    UsageError,
    complain,
    ended_like_ctrl_c,
    too_many_threads,
)
from kiwipete.cli.ui import duration, fitted, per_second, scaled, several
from kiwipete.perft import MAX_DEPTH, processors

if TYPE_CHECKING:
    from argparse import Namespace
    from contextlib import AbstractContextManager

    from kiwipete.cli.options import CommandParser
    from kiwipete.lab import Divider, Suite, SuiteCount, SuiteResult

DESCRIPTION = """\
Check known counts with Kiwipete or an engine.

Without a file it counts 31 positions, at least one for each corner case that
generators get wrong. Formats: FEN ;D1 20 ;D2 400; python-chess's blocks of id,
epd and perft lines; FEN,depth,nodes and other tables; JSON. Unusable lines are
shown and skipped.
Exit codes: 0 all counts are right, 1 a count is wrong, 2 bad usage or an
unusable line, 3 the engine failed, 130 interrupted."""

EXAMPLES = """\
examples:
  kiwipete suite --nodes 1000000
      one row per position, then
      31 positions, 135 counts, 8,223,046 nodes in 0.029 s, 284 M nodes/s: all right

  kiwipete suite perft.epd --depth 5 -- stockfish
      the same counts by an engine, one process per thread

  kiwipete suite chess960.epd --chess960 --engine "./engine --uci" --timeout 300

  kiwipete suite perft.epd --script -- ./count.py
      by a program that runs as ./count.py DEPTH FEN

  kiwipete suite perft.epd --json --junit report.xml
      {"suite": "perft.epd", "engine": "kiwipete 0.1.0", "results": [...], ...}"""

IN_SHORT = """\
  kiwipete suite --depth 4            known counts of 31 positions, or of a file
"""

# Larger counts of the built-in suite are skipped, so that it takes seconds; engines may be slow.
_BUILT_IN_NODES = 200_000_000
_BUILT_IN_NODES_OF_ENGINES = 5_000_000


def add_arguments(parser: CommandParser) -> None:
    """Add the file, its limits, and the engine."""
    parser.usage = "kiwipete suite [FILE] [OPTIONS] [-- ENGINE [ARGUMENTS]]"
    options.add_words(
        parser,
        "files",
        "FILE",
        "lines of FEN ;D1 20 ;D2 400, or one of the formats above (- for stdin); "
        "without it, a built-in suite of 31 positions",
    )
    add = parser.add_argument
    add(
        "--depth",
        metavar="N",
        type=options.number("the depth", 1, MAX_DEPTH),
        help="skip deeper counts",
    )
    add(
        "--nodes",
        metavar="N",
        type=options.number("the number of nodes", 0, options.MOST_NODES),
        help="skip larger counts (default for the built-in suite: 200,000,000, or "
        "5,000,000 for engines)",
    )
    add(
        "--engine",
        metavar="COMMAND",
        type=options.command,
        help="count with an engine, one process per thread; put its arguments in the same quotes, "
        "or the whole command after --",
    )
    options.add_engine(parser, 60.0)
    options.add_threads(parser, processors(), "all processors")
    options.add_json(parser)
    options.add_junit(parser)


def run(arguments: Namespace) -> int:
    """Count and compare; the exit code says whether all counts are right."""
    inputs.check_engine(arguments)
    suite = _limit(_read(arguments), arguments)
    if arguments.files:
        inputs.note_oddities(*(Board(p.fen, chess960=p.chess960) for p in suite.positions))
    if arguments.junit is not None:
        inputs.check_writable(arguments.junit)  # better to fail now than after the counts
    with ended_like_ctrl_c():
        report = _count(suite, arguments)
    _report(report, arguments)
    return report.exit_code()


def _read(arguments: Namespace) -> Suite:
    """Read the suite, and complain about its unusable lines."""
    from pathlib import Path

    from kiwipete.lab import known_counts, parse_suite

    if not arguments.files:
        return known_counts()
    if len(arguments.files) > 1:
        raise UsageError(f"one suite at a time, not {len(arguments.files)}")
    file = arguments.files[0]
    lines = inputs.read_lines(file)
    suite = parse_suite(lines, name=Path(inputs.title(file)).name, chess960=arguments.chess960)
    inputs.complain_about_lines(file, suite.wrong_lines)
    if not suite.positions:
        reason = inputs.why_nothing(lines, suite.wrong_lines)
        raise UsageError(f"nothing to count in {inputs.title(file)}: {reason}")
    return suite


def _limit(suite: Suite, arguments: Namespace) -> Suite:
    """Drop counts beyond the limits, and Chess960 for engines that don't play it."""
    nodes = arguments.nodes
    if nodes is None and not arguments.files:
        nodes = _BUILT_IN_NODES_OF_ENGINES if arguments.engine else _BUILT_IN_NODES
    kept = suite
    if arguments.engine and not arguments.chess960:
        kept = suite.limited(chess960=False)
        inputs.complain_about_chess960(len(suite.positions) - len(kept.positions))
    known = kept.counts()
    kept = kept.limited(depth=arguments.depth, nodes=nodes)
    if not kept.positions:
        where = inputs.title(arguments.files[0]) if arguments.files else suite.name
        raise UsageError(f"nothing to count in {where}: {_too_much(known, arguments.depth, nodes)}")
    return kept


def _too_much(known: list[SuiteCount], depth: int | None, nodes: int | None) -> str:
    """Return the reason why none of the known counts is left."""
    if not known:
        return "all positions are Chess960"
    if depth is not None and all(count.depth > depth for count in known):
        return f"all counts are deeper than --depth {depth}"
    if nodes is not None and all(count.nodes > nodes for count in known):
        return f"all counts are greater than --nodes {nodes}"
    return f"all counts are deeper than --depth {depth} or greater than --nodes {nodes}"


def _count(suite: Suite, arguments: Namespace) -> Report:
    """Count until the end or Ctrl-C, and show results as they come."""
    from kiwipete.cli.ui.suite_view import open_view
    from kiwipete.lab import EngineError, run_suite

    engines: list[Divider] = []

    def open_one() -> AbstractContextManager[Divider]:
        engine = inputs.new_engine(arguments)
        engines.append(engine)
        return engine

    report = Report(suite, arguments.threads)
    start = time.perf_counter()
    with open_view(suite, silent=arguments.json) as view:
        results = run_suite(
            suite,
            open_one if arguments.engine else None,
            threads=arguments.threads,
            progress=view.progress,
        )
        try:
            with closing(results):
                for result in results:
                    report.results.append(result)
                    view.add(result)
        except KeyboardInterrupt:
            report.interrupted = True
        except EngineError as error:
            report.failure = str(error)
        except RuntimeError as error:
            raise too_many_threads(error, arguments.threads) from error
    report.seconds = time.perf_counter() - start
    if engines:
        report.engine = engines[0].name  # known once it has started
    return report


def _report(report: Report, arguments: Namespace) -> None:
    """Print the summary, write the report, and complain about what went wrong."""
    if arguments.json:
        print(report.as_json())
    elif report.results or report.failure is None:
        print(fitted(report.summary(), sys.stdout))
        if arguments.engine and report.differences:
            print(f"To find out why: {_hunt(report, arguments)}")
    if arguments.junit is not None:
        inputs.write_file(arguments.junit, report.as_junit())
    sys.stdout.flush()
    if report.failure is not None:
        complain(f"the engine failed: {report.failure}")
    if report.interrupted:
        counts = len(report.suite.counts())
        complain(f"interrupted: {len(report.results)} of {several(counts, 'count')} done")


def _hunt(report: Report, arguments: Namespace) -> str:
    """Return the command that finds the cause of a difference."""
    from kiwipete.lab.hunting.report import reproduce

    known = min((result.known for result in report.differences), key=lambda known: known.depth)
    return reproduce(inputs.new_engine(arguments), known.position.fen, (), known.depth)


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
