"""`kiwipete suite`: check known counts with Kiwipete or an engine."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from kiwipete.board import Board
from kiwipete.cli.ends import UsageError, complain
from kiwipete.cli.engines import check_engine, complain_about_chess960, new_engine
from kiwipete.cli.files import (
    check_writable,
    complain_about_lines,
    read_lines,
    title,
    why_nothing,
    write_file,
)
from kiwipete.cli.given_position import note_oddities
from kiwipete.cli.terminal import fitted
from kiwipete.cli.wording import several

if TYPE_CHECKING:
    from argparse import Namespace
    from contextlib import AbstractContextManager

    from kiwipete.cli.suite_report import Report
    from kiwipete.lab.engines.divider import Divider
    from kiwipete.lab.suites.suite import Suite, SuiteCount

# What the built-in suite leaves out, so that it is over in seconds: Kiwipete is fast, and
# nobody knows how fast an engine is.
_BUILT_IN_NODES = 200_000_000
_BUILT_IN_NODES_OF_ENGINES = 5_000_000


def run(arguments: Namespace) -> int:
    """Count what the suite knows; the exit code says what came of it."""
    from kiwipete.cli.signals import ended_like_ctrl_c

    check_engine(arguments)
    suite = _limit(_read(arguments), arguments)
    if arguments.files:
        note_oddities(*(Board(p.fen, chess960=p.chess960) for p in suite.positions))
    if arguments.junit is not None:
        check_writable(arguments.junit)  # better to learn it now
    with ended_like_ctrl_c():
        report = _count(suite, arguments)
    _tell(report, arguments)
    return report.exit_code()


def _read(arguments: Namespace) -> Suite:
    """Read the suite, and say which of its lines cannot be used."""
    from kiwipete.lab.suites.suite import known_counts, parse_suite

    if not arguments.files:
        return known_counts()
    if len(arguments.files) > 1:
        raise UsageError(f"one suite at a time, not {len(arguments.files)}")
    file = arguments.files[0]
    lines = read_lines(file)
    suite = parse_suite(lines, name=Path(title(file)).name, chess960=arguments.chess960)
    complain_about_lines(file, suite.wrong_lines)
    if not suite.positions:
        reason = why_nothing(lines, suite.wrong_lines)
        raise UsageError(f"nothing to count in {title(file)}: {reason}")
    return suite


def _limit(suite: Suite, arguments: Namespace) -> Suite:
    """Leave out what is too much, or not for this engine."""
    nodes = arguments.nodes
    if nodes is None and not arguments.files:
        nodes = _BUILT_IN_NODES_OF_ENGINES if arguments.engine else _BUILT_IN_NODES
    kept = suite
    if arguments.engine and not arguments.chess960:
        kept = suite.limited(chess960=False)
        complain_about_chess960(len(suite.positions) - len(kept.positions))
    known = kept.counts()
    kept = kept.limited(depth=arguments.depth, nodes=nodes)
    if not kept.positions:
        where = title(arguments.files[0]) if arguments.files else suite.name
        raise UsageError(f"nothing to count in {where}: {_too_much(known, arguments.depth, nodes)}")
    return kept


def _too_much(known: list[SuiteCount], depth: int | None, nodes: int | None) -> str:
    """Say why none of the known counts is left."""
    if not known:
        return "all positions are Chess960"
    if depth is not None and all(count.depth > depth for count in known):
        return f"all counts are deeper than --depth {depth}"
    if nodes is not None and all(count.nodes > nodes for count in known):
        return f"all counts are greater than --nodes {nodes}"
    return f"all counts are deeper than --depth {depth} or greater than --nodes {nodes}"


def _count(suite: Suite, arguments: Namespace) -> Report:
    """Count until the end or Ctrl-C, in front of the reader's eyes."""
    from kiwipete.cli.suite_report import Report
    from kiwipete.cli.suite_view import open_view
    from kiwipete.lab.engines.errors import EngineError
    from kiwipete.lab.suites.run import run_suite

    engines: list[Divider] = []

    def open_one() -> AbstractContextManager[Divider]:
        engine = new_engine(arguments)
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
            # All that Python says when the system gives it no more threads.
            raise UsageError(f"{error}: try fewer --threads than {arguments.threads}") from error
    report.seconds = time.perf_counter() - start
    if engines:
        report.engine = engines[0].name  # which it tells when it starts
    return report


def _tell(report: Report, arguments: Namespace) -> None:
    """Say what came of a suite."""
    if arguments.json:
        print(report.as_json())
    elif report.results or report.failure is None:
        print(fitted(report.summary(), sys.stdout))
        if arguments.engine and report.differences:
            print(f"To find out why: {_hunt(report, arguments)}")
    if arguments.junit is not None:
        write_file(arguments.junit, report.as_junit())
    sys.stdout.flush()
    if report.failure is not None:
        complain(f"the engine failed: {report.failure}")
    if report.interrupted:
        counts = len(report.suite.counts())
        complain(f"interrupted: {len(report.results)} of {several(counts, 'count')} done")


def _hunt(report: Report, arguments: Namespace) -> str:
    """Return the command that looks for the cause of a difference."""
    from kiwipete.lab.hunting.finding import reproduce

    known = min((result.known for result in report.differences), key=lambda known: known.depth)
    return reproduce(new_engine(arguments), known.position.fen, (), known.depth)
