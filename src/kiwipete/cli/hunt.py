"""`kiwipete hunt`: find the bug in an engine's move generator."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from kiwipete.cli.ends import (
    DIFFERENCE,
    ENGINE_FAILED,
    INTERRUPTED,
    OK,
    UsageError,
    complain,
)
from kiwipete.cli.files import write_file
from kiwipete.cli.wording import several

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.lab.collection import LabelledPosition
    from kiwipete.lab.hunting import Hunt, HuntReport


def run(arguments: Namespace) -> int:
    """Hunt, and tell what was found; the exit code says whether anything was."""
    from kiwipete.cli.signals import ended_like_ctrl_c
    from kiwipete.lab.engine import open_engine
    from kiwipete.lab.failures import EngineError
    from kiwipete.lab.hunting import Hunt

    if not arguments.engine:
        raise UsageError("no engine: put it behind -- (see kiwipete hunt --help)")
    if arguments.junit is not None:
        write_file(arguments.junit, "")  # better to learn now that it cannot be written
    ground = _ground(arguments)
    with (
        ended_like_ctrl_c(),
        open_engine(
            arguments.engine,
            script=arguments.script,
            chess960=arguments.chess960,
            perft_command=arguments.perft_command,
            timeout=arguments.timeout,
        ) as engine,
    ):
        hunt = Hunt(
            engine,
            ground,
            depth=arguments.depth,
            seconds=arguments.seconds,
            positions=arguments.positions,
            all_bugs=arguments.all,
        )
        try:
            return _follow(hunt, arguments)
        except EngineError as error:
            complain(f"the engine failed: {error}")
            return ENGINE_FAILED


def _follow(hunt: Hunt, arguments: Namespace) -> int:
    """Go with the hunt to its end, or to Ctrl-C."""
    from kiwipete.cli.hunt_progress import Watch
    from kiwipete.cli.hunt_view import print_summary
    from kiwipete.lab.reports import as_junit

    report = hunt.report
    interrupted = False
    start = time.perf_counter()
    with Watch(report) as watch:
        try:
            shown = 0
            for case in hunt.steps():
                watch.update(case)
                if len(report.findings) > shown and not arguments.json:
                    watch.pause()
                    shown = _print_findings(report, shown)
        except KeyboardInterrupt:
            interrupted = True
    seconds = time.perf_counter() - start
    if arguments.json:
        _print_json(report)
    else:
        _print_findings(report, shown)  # what Ctrl-C came upon
        print_summary(hunt, seconds, interrupted=interrupted)
    if arguments.junit is not None:
        write_file(arguments.junit, as_junit(report, seconds=seconds))
    if interrupted:
        sys.stdout.flush()
        complain(f"interrupted after {several(report.positions, 'position')}")
        return INTERRUPTED
    return _exit_code(report)


def _print_findings(report: HuntReport, shown: int) -> int:
    """Print the findings that have not been shown; return how many are now."""
    from kiwipete.cli.hunt_view import print_finding

    for number, finding in enumerate(report.findings[shown:], shown + 1):
        print_finding(finding, number)
    return len(report.findings)


def _exit_code(report: HuntReport) -> int:
    if any(finding.is_difference for finding in report.findings):
        return DIFFERENCE
    return ENGINE_FAILED if report.findings else OK


def _print_json(report: HuntReport) -> None:
    import json

    print(json.dumps(report.as_dict()))


def _ground(arguments: Namespace) -> list[LabelledPosition] | None:
    """Return the positions that were asked for, None if none were."""
    from kiwipete.lab.ground import ground_position, read_ground
    from kiwipete.positions import NAMED_POSITIONS

    if not arguments.fen and arguments.epd is None:
        return None
    chess960 = arguments.chess960
    try:
        ground = [
            ground_position(
                NAMED_POSITIONS.get(fen, fen),
                fen if fen in NAMED_POSITIONS else "",
                chess960=chess960,
            )
            for fen in arguments.fen
        ]
    except ValueError as error:
        raise UsageError(str(error)) from error
    if arguments.epd is not None:
        try:
            ground += read_ground(_lines(arguments.epd), chess960=chess960)
        except ValueError as error:
            raise UsageError(f"{arguments.epd}: {error}") from error
    if not ground:
        raise UsageError(f"no positions in {arguments.epd}")
    return ground


def _lines(path: str) -> list[str]:
    from pathlib import Path

    if path == "-":
        return list(sys.stdin)
    try:
        return Path(path).read_text(encoding="utf-8-sig", errors="replace").splitlines()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
