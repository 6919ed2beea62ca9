"""`kiwipete suite`: hold known counts against Kiwipete or against an engine."""

from __future__ import annotations

import shlex
import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING

from kiwipete.cli.ends import ENGINE_FAILED, UsageError, complain
from kiwipete.cli.files import write_file
from kiwipete.cli.wording import several

if TYPE_CHECKING:
    from argparse import Namespace
    from contextlib import AbstractContextManager

    from kiwipete.cli.suite_report import Report
    from kiwipete.lab.engine import Divider
    from kiwipete.lab.engine_crew import OpenEngine
    from kiwipete.lab.suite import Suite

# What the built-in suite leaves out, so that it is over in seconds: Kiwipete is fast, and
# nobody knows how fast an engine is.
_BUILT_IN_NODES = 200_000_000
_BUILT_IN_NODES_OF_ENGINES = 5_000_000

# A file that is no suite at all has more wrong lines than anybody wants to read.
_MOST_WRONG_LINES = 20


def run(arguments: Namespace) -> int:
    """Count what the suite knows; the exit code says what came of it."""
    from kiwipete.cli.signals import ended_like_ctrl_c
    from kiwipete.lab.failures import EngineError

    suite = _limit(_read(arguments), arguments)
    if arguments.junit is not None:
        write_file(arguments.junit, "")  # better to learn now that it cannot be written
    try:
        with ended_like_ctrl_c():
            report = _count(suite, arguments)
    except EngineError as error:
        complain(f"the engine failed: {error}")
        return ENGINE_FAILED
    _print(report, arguments)
    if arguments.junit is not None:
        write_file(arguments.junit, report.as_junit())
    return report.exit_code()


def _read(arguments: Namespace) -> Suite:
    """Read the suite, and say which of its lines cannot be used."""
    from kiwipete.lab.known_counts import known_counts
    from kiwipete.lab.suite_reader import parse_suite, read_suite

    if not arguments.files:
        return known_counts()
    if len(arguments.files) > 1:
        raise UsageError(f"one suite at a time, not {len(arguments.files)}")
    file = arguments.files[0]
    try:
        if file == "-":
            suite = parse_suite(sys.stdin, name="stdin", chess960=arguments.chess960)
        else:
            suite = read_suite(file, chess960=arguments.chess960)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    name = suite.name if file == "-" else file
    for wrong in suite.wrong_lines[:_MOST_WRONG_LINES]:
        complain(f"{name}:{wrong.line}: {wrong.reason}")
    if more := len(suite.wrong_lines[_MOST_WRONG_LINES:]):
        complain(f"{name}: {several(more, 'more line')} cannot be used")
    return suite


def _limit(suite: Suite, arguments: Namespace) -> Suite:
    """Leave out what is too much, or not for this engine."""
    nodes = arguments.nodes
    if nodes is None and not arguments.files:
        nodes = _BUILT_IN_NODES_OF_ENGINES if arguments.engine else _BUILT_IN_NODES
    kept = suite
    if arguments.engine and not arguments.chess960:
        kept = suite.limited(chess960=False)
        if left_out := len(suite.positions) - len(kept.positions):
            complain(
                f"{several(left_out, 'position')} of Chess960 left out: "
                "add --chess960 if the engine plays it"
            )
    kept = kept.limited(depth=arguments.depth, nodes=nodes)
    if not kept.positions:
        raise UsageError(
            f"nothing to count in {arguments.files[0] if arguments.files else suite.name}"
        )
    return kept


def _count(suite: Suite, arguments: Namespace) -> Report:
    """Count until the end or Ctrl-C, in front of the reader's eyes."""
    from kiwipete.cli.suite_report import Report
    from kiwipete.cli.suite_view import open_view
    from kiwipete.lab.suite_run import run_suite

    engine, name = _find_engine(arguments)
    report = Report(suite, name, arguments.threads)
    start = time.perf_counter()
    with open_view(suite, silent=arguments.json) as view:
        results = run_suite(suite, engine, threads=arguments.threads, progress=view.progress)
        try:
            with closing(results):
                for result in results:
                    report.results.append(result)
                    view.add(result)
        except KeyboardInterrupt:
            report.interrupted = True
        except RuntimeError as error:
            # All that Python says when the system gives it no more threads.
            raise UsageError(f"{error}: try fewer --threads than {arguments.threads}") from error
    report.seconds = time.perf_counter() - start
    return report


def _find_engine(arguments: Namespace) -> tuple[OpenEngine | None, str]:
    """Return what opens the engine, if there is one, and the name of who counts."""
    from kiwipete import STARTING_FEN, __version__
    from kiwipete.lab.engine import open_engine

    if not arguments.engine:
        return None, f"kiwipete {__version__}"

    def open_one() -> AbstractContextManager[Divider]:
        return open_engine(
            arguments.engine,
            script=arguments.script,
            chess960=arguments.chess960,
            perft_command=arguments.perft_command,
            timeout=arguments.timeout,
        )

    # An engine that cannot do this is none, and many timeouts would not make it one.
    with open_one() as engine:
        engine.divide(STARTING_FEN, (), 1)
        return open_one, engine.name


def _print(report: Report, arguments: Namespace) -> None:
    if arguments.json:
        print(report.as_json())
    else:
        print(report.summary())
        if arguments.engine and report.differences:
            print(f"To find out why: {shlex.join(_hunt(report, arguments))}")
    if report.interrupted:
        sys.stdout.flush()
        counts = len(report.suite.counts())
        complain(f"interrupted: {len(report.results)} of {several(counts, 'count')} done")


def _hunt(report: Report, arguments: Namespace) -> list[str]:
    """Return the command that looks for the cause of a difference."""
    from kiwipete.lab.engine import PERFT_COMMAND

    known = min((result.known for result in report.differences), key=lambda known: known.depth)
    options = ["--script"] if arguments.script else []
    if arguments.chess960:
        options.append("--chess960")
    if arguments.perft_command != PERFT_COMMAND:
        options += ["--perft-command", arguments.perft_command]
    where = ["--depth", str(known.depth), "--fen", known.position.fen]
    return ["kiwipete", "hunt", *where, *options, "--", *arguments.engine]
