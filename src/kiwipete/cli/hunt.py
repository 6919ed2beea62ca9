"""`kiwipete hunt`: find the bug in an engine's move generator."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from kiwipete.board import Board
from kiwipete.cli.ends import (
    DIFFERENCE,
    ENGINE_FAILED,
    INTERRUPTED,
    OK,
    USAGE,
    UsageError,
    complain,
)
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
from kiwipete.cli.wording import several

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.lab.hunting.hunt import Hunt
    from kiwipete.lab.hunting.positions import Ground, LabelledPosition
    from kiwipete.lab.hunting.report import HuntReport
    from kiwipete.lab.suites.entry import WrongLine


class Result(NamedTuple):
    """What a hunt has found, and how it ended."""

    report: HuntReport
    wrong_lines: list[WrongLine]
    seconds: float
    interrupted: bool
    failure: str | None  # why the engine cannot be started

    def exit_code(self) -> int:
        """Return what a build server looks at."""
        if self.interrupted:
            return INTERRUPTED
        findings = self.report.findings
        if any(finding.is_difference for finding in findings):
            return DIFFERENCE
        if findings or self.failure is not None or self.report.stopped is not None:
            return ENGINE_FAILED
        return USAGE if self.wrong_lines else OK


def run(arguments: Namespace) -> int:
    """Hunt, and tell what was found; the exit code says whether anything was."""
    from kiwipete.cli.signals import ended_like_ctrl_c
    from kiwipete.lab.hunting.hunt import FAILURES, Hunt

    if not arguments.engine:
        raise UsageError("no engine: put it after -- (see kiwipete hunt --help)")
    check_engine(arguments)
    if arguments.failures is not None and not arguments.all:
        raise UsageError("--failures needs --all: without it the first failure ends the hunt")
    ground = _ground(arguments)
    if ground is not None:
        note_oddities(*(Board(p.fen, chess960=arguments.chess960) for p in ground.positions))
    if arguments.junit is not None:
        check_writable(arguments.junit)  # better to learn it now
    with ended_like_ctrl_c(), new_engine(arguments) as engine:
        hunt = Hunt(
            engine,
            None if ground is None else ground.positions,
            depth=arguments.depth,
            seconds=arguments.seconds,
            positions=arguments.positions,
            all_bugs=arguments.all,
            ignore=arguments.ignore,
            failures=arguments.failures or FAILURES,
        )
        result = _follow(hunt, [] if ground is None else ground.wrong_lines, arguments)
        _tell(hunt, result, arguments)
    return result.exit_code()


def _follow(hunt: Hunt, wrong_lines: list[WrongLine], arguments: Namespace) -> Result:
    """Go with the hunt to its end, or to Ctrl-C, and show findings as they come."""
    from kiwipete.cli.hunt_progress import Watch
    from kiwipete.lab.engines.errors import EngineError

    report = hunt.report
    interrupted, failure = False, None
    start = time.perf_counter()
    shown = 0
    with Watch(report) as watch:
        try:
            for case in hunt.steps():
                watch.update(case)
                if len(report.findings) > shown and not arguments.json:
                    watch.pause()
                    shown = _print_findings(report, shown)
        except KeyboardInterrupt:
            interrupted = True
        except EngineError as error:
            failure = str(error)
    seconds = time.perf_counter() - start
    if not arguments.json:
        _print_findings(report, shown)  # what Ctrl-C came upon
    return Result(report, wrong_lines, seconds, interrupted, failure)


def _tell(hunt: Hunt, result: Result, arguments: Namespace) -> None:
    """Say what came of a hunt."""
    from kiwipete.cli.hunt_view import print_summary
    from kiwipete.lab.junit import as_junit

    report, wrong_lines, seconds, interrupted, failure = result
    if arguments.json:
        _print_json(result)
    elif failure is None:
        print_summary(hunt, seconds, interrupted=interrupted)
    if arguments.junit is not None:
        junit = as_junit(report, seconds=seconds, wrong_lines=wrong_lines, failure=failure)
        write_file(arguments.junit, junit)
    sys.stdout.flush()
    if failure is not None:
        complain(f"the engine failed: {failure}")
    if interrupted:
        complain(f"interrupted after {several(report.positions, 'position')}")


def _print_findings(report: HuntReport, shown: int) -> int:
    """Print the findings that have not been shown, but for what follows from others."""
    from kiwipete.cli.hunt_view import print_finding

    for number, finding in enumerate(report.findings[shown:], shown + 1):
        if not report.is_consequence(finding):
            print_finding(finding, number)
    return len(report.findings)


def _print_json(result: Result) -> None:
    import json

    wrong_lines = [wrong._asdict() for wrong in result.wrong_lines]
    known = {**result.report.as_dict(), "wrong_lines": wrong_lines, "failure": result.failure}
    print(json.dumps(known))


def _ground(arguments: Namespace) -> Ground | None:
    """Return the positions that were asked for, None if none were."""
    from kiwipete.lab.hunting.positions import Ground, read_ground

    if arguments.moves and len(arguments.fen) != 1:
        raise UsageError(f"--moves needs exactly one --fen, not {len(arguments.fen)}")
    given = [_position(fen, arguments) for fen in arguments.fen]
    if arguments.epd is None:
        return Ground(given, [], 0) if given else None
    lines = read_lines(arguments.epd)
    ground = read_ground(lines, chess960=arguments.chess960)
    complain_about_lines(arguments.epd, ground.wrong_lines)
    complain_about_chess960(ground.left_out)
    positions = [*given, *ground.positions]
    if not positions:
        left_out = "all positions are Chess960" if ground.left_out else ""
        reason = left_out or why_nothing(lines, ground.wrong_lines)
        raise UsageError(f"nowhere to hunt in {title(arguments.epd)}: {reason}")
    return ground._replace(positions=positions)


def _position(fen: str, arguments: Namespace) -> LabelledPosition:
    """Return the position of a FEN or a name, after the moves."""
    from kiwipete.lab.hunting.positions import ground_position
    from kiwipete.positions import NAMED_POSITIONS

    try:
        return ground_position(
            NAMED_POSITIONS.get(fen, fen),
            fen if fen in NAMED_POSITIONS else "",
            moves=arguments.moves.split(),
            chess960=arguments.chess960,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error
