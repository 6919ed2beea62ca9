"""`kiwipete hunt`: find the bug in an engine's move generator."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, NamedTuple

from kiwipete.board import Board
from kiwipete.cli import inputs, options
from kiwipete.cli.exits import (
    DIFFERENCE,
    ENGINE_FAILED,
    INTERRUPTED,
    OK,
    USAGE,
    UsageError,
    complain,
    ended_like_ctrl_c,
)
from kiwipete.cli.ui import several
from kiwipete.perft import MAX_DEPTH

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser
    from kiwipete.lab import Hunt, HuntReport, LabelledPosition, PositionList, WrongLine

DESCRIPTION = """\
Find the bug in an engine's move generator.

Compares the engine's moves and counts with the rules, position by position:
first in a collection of corner cases, then in random games. A difference is
traced down to the position whose moves are wrong, explained, and made as small
as possible within half a minute. With --all the findings are listed at the end
by likely cause, with what to fix first at the top. Unusable lines of a file are
reported and skipped.
Exit codes: 0 no difference, 1 differences, 2 bad usage or an unusable line, 3
the engine failed, 130 interrupted."""

EXAMPLES = """\
examples:
  kiwipete hunt -- stockfish
      no difference in 966 positions, 226,914,460 nodes

  kiwipete hunt --all --seconds 120 -- ./engine --uci
      all bugs found in two minutes, by likely cause

  kiwipete hunt --all --ignore castling --ignore en-passant -- ./engine
      an engine that does not castle or take en passant yet

  kiwipete hunt --fen kiwipete --depth 4 -- ./engine
      only in this position

  kiwipete hunt --fen startpos --moves "e2e4 e7e5" --depth 2 -- ./engine
      the engine receives the moves and has to make them itself

  kiwipete hunt --perft-command "divide {depth}" --chess960 -- ./engine
      an engine that plays Chess960 and counts on "divide 3"

  kiwipete hunt --script -- ./perft.sh
      a program that runs as ./perft.sh DEPTH FEN "MOVES"

  kiwipete hunt --json --junit report.xml -- ./engine
      {"engine": "...", "positions": 379, "nodes": 3428, "findings": [...], ...}

  kiwipete hunt --all --html report.html -- ./engine
      the findings with boards and arrows, in one file for any browser"""

IN_SHORT = """\
  kiwipete hunt -- stockfish          find the bug in a move generator
"""


def add_arguments(parser: CommandParser) -> None:
    """Add where and how long to hunt, and the engine."""
    parser.usage = "kiwipete hunt [OPTIONS] -- ENGINE [ARGUMENTS]"
    add = parser.add_argument
    add(
        "--fen",
        metavar="FEN",
        action="append",
        default=[],
        help="hunt here instead of in the built-in collection; a name works too, as for show",
    )
    add(
        "--moves",
        metavar="MOVES",
        default="",
        help='play these moves from the --fen first: "e2e4 e7e5" or "e4 e5"',
    )
    add("--epd", metavar="FILE", help="hunt in the positions of a file (- for stdin)")
    add(
        "--depth",
        metavar="N",
        type=options.number("the depth", 1, MAX_DEPTH),
        help="compare down to this depth (default: what the engine's speed allows, at most 6)",
    )
    add(
        "--seconds",
        metavar="SECONDS",
        type=options.seconds,
        help="continue with random games for this long (default: 60, or as long as --depth needs)",
    )
    add(
        "--positions",
        metavar="N",
        type=options.number("the number of positions", 1, options.MOST_NODES),
        help="continue with random games up to this many positions "
        "(default: the collection and 300)",
    )
    add("--all", action="store_true", help="continue after a difference, and show one per rule")
    add(
        "--ignore",
        metavar="RULE",
        action="append",
        default=[],
        type=options.rule,
        help="skip everything about this rule, such as castling, for an unfinished engine; crash, "
        "timeout and nonsense work too; may be given several times",
    )
    add(
        "--failures",
        metavar="N",
        type=options.number("the number of failures", 1, 1000),
        help="stop --all when the engine has failed in this many different ways (default: 10)",
    )
    options.add_engine(parser, 10.0)
    options.add_json(parser)
    options.add_junit(parser)
    options.add_html(parser, "the findings")


class Result(NamedTuple):
    """What a hunt has found, and how it ended."""

    report: HuntReport
    wrong_lines: list[WrongLine]
    seconds: float
    interrupted: bool
    failure: str | None  # why the engine cannot be started

    def exit_code(self) -> int:
        """Return the exit code, which build servers read."""
        if self.interrupted:
            return INTERRUPTED
        findings = self.report.findings
        if any(finding.is_difference for finding in findings):
            return DIFFERENCE
        if findings or self.failure is not None or self.report.stopped is not None:
            return ENGINE_FAILED
        return USAGE if self.wrong_lines else OK


def run(arguments: Namespace) -> int:
    """Hunt and print the findings; the exit code says whether there are any."""
    from kiwipete.lab import Hunt
    from kiwipete.lab.hunting import FAILURES

    if not arguments.engine:
        raise UsageError("no engine: put it after -- (see kiwipete hunt --help)")
    inputs.check_engine(arguments)
    if arguments.failures is not None and not arguments.all:
        raise UsageError("--failures needs --all: without it the first failure ends the hunt")
    listed = _position_list(arguments)
    if listed is not None:
        inputs.note_oddities(*(Board(p.fen, chess960=arguments.chess960) for p in listed.positions))
    if arguments.junit is not None:
        inputs.check_writable(arguments.junit)  # better to fail now than after the hunt
    if arguments.html is not None:
        inputs.check_replaceable(arguments.html)
    with ended_like_ctrl_c(), inputs.new_engine(arguments) as engine:
        hunt = Hunt(
            engine,
            None if listed is None else listed.positions,
            depth=arguments.depth,
            seconds=arguments.seconds,
            positions=arguments.positions,
            all_bugs=arguments.all,
            ignore=arguments.ignore,
            failures=arguments.failures or FAILURES,
        )
        result = _follow(hunt, [] if listed is None else listed.wrong_lines, arguments)
        _report(hunt, result, arguments)
    return result.exit_code()


def _follow(hunt: Hunt, wrong_lines: list[WrongLine], arguments: Namespace) -> Result:
    """Run the hunt to its end or Ctrl-C, and show findings as they come."""
    from kiwipete.cli.ui.hunt_view import HuntLine
    from kiwipete.lab import EngineError

    report = hunt.report
    interrupted, failure = False, None
    start = time.perf_counter()
    shown = 0
    with HuntLine(report) as line:
        try:
            for case in hunt.steps():
                line.update(case)
                if len(report.findings) > shown and not arguments.json:
                    line.pause()
                    shown = _print_findings(report, shown)
        except KeyboardInterrupt:
            interrupted = True
        except EngineError as error:
            failure = str(error)
    seconds = time.perf_counter() - start
    if not arguments.json:
        _print_findings(report, shown)  # those that Ctrl-C preceded
    return Result(report, wrong_lines, seconds, interrupted, failure)


def _report(hunt: Hunt, result: Result, arguments: Namespace) -> None:
    """Print the summary, write the reports, and complain about what went wrong."""
    from kiwipete.cli.ui.hunt_view import print_summary
    from kiwipete.lab import as_junit

    report, wrong_lines, seconds, interrupted, failure = result
    if arguments.json:
        _print_json(result)
    elif failure is None:
        print_summary(hunt, seconds, interrupted=interrupted)
    if arguments.junit is not None:
        junit = as_junit(report, seconds=seconds, wrong_lines=wrong_lines, failure=failure)
        inputs.write_file(arguments.junit, junit)
    if arguments.html is not None:
        from kiwipete.web.report.hunt_report import hunt_report

        html = hunt_report(
            report, seconds=seconds, interrupted=interrupted, failure=failure, ignore=hunt.ignore
        )
        inputs.replace_file(arguments.html, html)
    sys.stdout.flush()
    if failure is not None:
        complain(f"the engine failed: {failure}")
    if interrupted:
        complain(f"interrupted after {several(report.positions, 'position')}")


def _print_findings(report: HuntReport, shown: int) -> int:
    """Print the findings not shown yet, except for consequences of others."""
    from kiwipete.cli.ui.hunt_view import print_finding

    for number, finding in enumerate(report.findings[shown:], shown + 1):
        if not report.is_consequence(finding):
            print_finding(finding, number)
    return len(report.findings)


def _print_json(result: Result) -> None:
    import json

    wrong_lines = [wrong._asdict() for wrong in result.wrong_lines]
    known = {**result.report.as_dict(), "wrong_lines": wrong_lines, "failure": result.failure}
    print(json.dumps(known))


def _position_list(arguments: Namespace) -> PositionList | None:
    """Return the positions that the options name, or None."""
    from kiwipete.lab import PositionList, read_position_list

    if arguments.moves and len(arguments.fen) != 1:
        raise UsageError(f"--moves needs exactly one --fen, not {len(arguments.fen)}")
    given = [_position(fen, arguments) for fen in arguments.fen]
    if arguments.epd is None:
        return PositionList(given, [], 0) if given else None
    lines = inputs.read_lines(arguments.epd)
    listed = read_position_list(lines, chess960=arguments.chess960)
    inputs.complain_about_lines(arguments.epd, listed.wrong_lines)
    inputs.complain_about_chess960(listed.left_out)
    positions = [*given, *listed.positions]
    if not positions:
        left_out = "all positions are Chess960" if listed.left_out else ""
        reason = left_out or inputs.why_nothing(lines, listed.wrong_lines)
        raise UsageError(f"nowhere to hunt in {inputs.title(arguments.epd)}: {reason}")
    return listed._replace(positions=positions)


def _position(fen: str, arguments: Namespace) -> LabelledPosition:
    """Return the position of a FEN or a name, after the moves."""
    from kiwipete.lab import labelled_position
    from kiwipete.positions import NAMED_POSITIONS

    try:
        return labelled_position(
            NAMED_POSITIONS.get(fen, fen),
            fen if fen in NAMED_POSITIONS else "",
            moves=arguments.moves.split(),
            chess960=arguments.chess960,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error
