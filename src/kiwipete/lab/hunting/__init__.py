"""The bug hunt: ask an engine about one position after another, and trace every wrong answer.

`schedule` chooses the questions, `compare` finds a difference, `descent` follows it down to the
position where it goes wrong, `reasons` names the rule, and `shrinking` makes the position small.
"""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Iterator, Sequence
from warnings import warn

from kiwipete.lab.engines.divider import Divider, EngineError, EngineFailure, ask
from kiwipete.lab.hunting.compare import Difference, OutOfTime, TimeLimitedEngine, compare_counts
from kiwipete.lab.hunting.descent import Descent, Divergence, blame_leaf_counting, simplest_probe
from kiwipete.lab.hunting.failures import failure_finding, failure_signature
from kiwipete.lab.hunting.ignored_fields import (
    Field,
    FieldTolerantEngine,
    ignored_field_finding,
    ignored_fields,
)
from kiwipete.lab.hunting.positions import LabelledPosition, collection
from kiwipete.lab.hunting.reasons import Reason
from kiwipete.lab.hunting.report import (
    Case,
    Finding,
    HuntReport,
    check_rules,
    difference_finding,
    shown_by_counting,
)
from kiwipete.lab.hunting.schedule import HuntTask, Schedule
from kiwipete.lab.hunting.shrinking import Shrinking

# The default limits: seconds, and positions of random play.
SECONDS = 60.0
RANDOM_POSITIONS = 300
# The default number of different failures that ends a hunt.
FAILURES = 10

# This many failures in a row end it, too.
_IN_A_ROW = 100
# The rule of a wrong count is known only after shrinking: do that at most this often.
_COUNTS = 8
# The time for tracing a finding, in seconds; and the minimum when the hunt's time is up.
_LONG, _SHORT = 30.0, 10.0
# A position where only ignored rules are broken is dropped at this depth.
_IGNORED_DEPTH = 3

_INTERRUPTED = "The hunt was interrupted before it was followed further."
_FAILED = "Asked about it once more, the engine failed."

Group = tuple[str, str, str]  # cause, rule and sign; findings of one group are one


class Hunt:
    """A hunt that can be watched, one answer at a time.

    The arguments are those of `hunt`.
    """

    def __init__(
        self,
        engine: Divider,
        start_positions: Sequence[LabelledPosition] | None = None,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        positions: int | None = None,
        all_bugs: bool = False,
        ignore: Collection[str] = (),
        failures: int = FAILURES,
        ground: Sequence[LabelledPosition] | None = None,  # the former name of start_positions
    ) -> None:
        if ground is not None:
            warn("ground is called start_positions now", DeprecationWarning, stacklevel=2)
            start_positions = ground
        check_rules(ignore)
        if failures < 1:
            raise ValueError(f"the number of failures is at least 1, not {failures}")
        no_end = seconds is None and positions is None
        if start_positions is None:
            start_positions = collection(chess960=engine.chess960)
            if no_end:
                positions = len(start_positions) + RANDOM_POSITIONS
                seconds = SECONDS if depth is None else None
        elif no_end:
            positions = len(start_positions)
        self.engine = engine
        self.all_bugs = all_bugs
        self.report = HuntReport(engine.name)
        self.schedule = Schedule(
            start_positions,
            chess960=engine.chess960,
            depth=depth,
            seconds=seconds,
            positions=positions,
            patience=getattr(engine, "timeout", math.inf),
            avoid=ignore,
        )
        self.ignore = frozenset(ignore)
        self._most_failures = failures
        self._known: dict[Group, Finding | None] = {}  # None: it is ignored
        self._counts = 0
        self._answers = 0
        self._failure_signatures: set[Group] = set()
        self._failures_in_a_row = 0
        self._ignored: list[Field] | None = None  # FEN fields; None: not tested yet

    def steps(self) -> Iterator[Case]:
        """Ask one question after another, and yield the position of each once it is answered."""
        for task in self.schedule:
            case = self.report.cases.setdefault(task.position, Case(task.position))
            start = time.monotonic()
            self._ask(task, case)
            case.depth = task.depth
            case.seconds += time.monotonic() - start
            self.report.engine = self.engine.name
            self.report.nodes += task.nodes
            if case.findings:
                self.schedule.close(task.position)
            yield case
            if self._is_over():
                break
        self.report.left_out = self.schedule.left_out  # may grow after the last answer

    def _is_over(self) -> bool:
        if self.report.findings and not self.all_bugs:
            return True
        if any(field.ends_the_hunt for field in self._ignored or ()):
            return True
        ways = len(self._failure_signatures)
        if self._failures_in_a_row and not self._answers:
            self.report.stopped = "the engine has not answered anything"
        elif ways >= self._most_failures:
            many = "1 way" if ways == 1 else f"{ways} different ways"
            self.report.stopped = f"the engine failed in {many}"
        elif self._failures_in_a_row >= _IN_A_ROW:
            self.report.stopped = f"the engine failed {_IN_A_ROW} times in a row"
        return self.report.stopped is not None

    def _ask(self, task: HuntTask, case: Case) -> None:
        position, depth, right = task
        start = time.monotonic()
        try:
            counts = ask(self.engine, position.fen, position.moves, depth)
            self._answers += 1
            self._failures_in_a_row = 0
            self.schedule.answered(task, time.monotonic() - start)
            difference = compare_counts(counts, right, position.fen, position.moves, depth)
            if difference is not None:
                self._trace(difference, case)
        except EngineFailure as error:
            self._fail(error, case)

    def _reads_the_fen(self, position: LabelledPosition) -> bool:
        """Return whether a difference cannot be explained by an ignored FEN field."""
        if self._ignored is None:
            self._ignored = ignored_fields(self.engine)
            self._report_ignored(self._ignored)
        if self._ignored and not self.all_bugs:
            return False
        return not any(field.matters_in(position.fen) for field in self._ignored)

    def _report_ignored(self, fields: Sequence[Field]) -> None:
        """Add a finding for each ignored field, and drop the positions where it matters."""
        for field in fields:
            excused = [p for p in self.schedule.given if field.matters_in(p.fen)]
            for position in excused:
                self.schedule.close(position)
            case = self.report.cases.setdefault(field.position, Case(field.position))
            left_out = len(excused) if self.all_bugs else None
            finding = ignored_field_finding(self.engine, field, left_out=left_out)
            self._add(("setup", field.rule, ""), finding, case)
        if fields:
            self.engine = FieldTolerantEngine(self.engine, fields)

    def _fail(self, error: EngineFailure, case: Case) -> None:
        """Find the smallest question at which the engine fails, once per failure signature."""
        self._failures_in_a_row += 1
        self.schedule.close(case.position)
        name = error.verdict
        if name in self.ignore:
            return
        group = "failure", name, failure_signature(error)
        self._failure_signatures.add(group)
        if group in self._known:
            case.add(self._known[group])
            return
        label = case.position.label
        try:
            seconds = self._deadline(time.monotonic()) - time.monotonic()
            finding = failure_finding(self.engine, error, label, seconds=seconds)
        except KeyboardInterrupt:
            self._add(group, failure_finding(self.engine, error, label, seconds=0), case)
            raise
        self._add(group, finding, case)

    def _trace(self, difference: Difference, case: Case) -> None:
        """Trace a difference to its rules, and add a finding for each."""
        start = time.monotonic()
        descent = Descent(self._time_limited(start), difference, ignore=self.ignore)
        try:
            if not self._reads_the_fen(case.position):
                return
            descent.engine = self._time_limited(start)  # it may be a FieldTolerantEngine by now
            divergence = descent.run()
        except (EngineError, KeyboardInterrupt) as error:
            note = _FAILED if isinstance(error, EngineError) else _INTERRUPTED
            cut_off = descent.so_far(note)
            if cut_off is not None:
                self._add_difference(cut_off, case)
            raise
        if divergence is None:
            if difference.depth >= _IGNORED_DEPTH:
                self.schedule.close(case.position)
            return
        for reason in divergence.reasons:
            group = _group(divergence, reason)
            known = group in self._known
            if known and (reason.sign != "count" or self._counts >= _COUNTS):
                case.add(self._known[group])
            elif self.all_bugs or not case.findings:
                self._counts += reason.sign == "count"
                finding = self._shrink_and_add(divergence.about(reason), case, start)
                self._known.setdefault(group, finding)

    def _deadline(self, start: float) -> float:
        """Return the deadline for tracing something found at `start`."""
        return min(time.monotonic() + _LONG, max(self.schedule.end, start + _SHORT))

    def _time_limited(self, start: float) -> TimeLimitedEngine:
        return TimeLimitedEngine(self.engine, self._deadline(start))

    def _shrink_and_add(self, divergence: Divergence, case: Case, start: float) -> Finding | None:
        """Shrink a divergence and add it; if interrupted, as small as it is by then."""
        engine = self._time_limited(start)
        search = Shrinking(engine, divergence)
        smallest = divergence
        try:
            if divergence.followed:
                search.run()
                smallest = blame_leaf_counting(engine, search.smallest)
                smallest = blame_leaf_counting(engine, simplest_probe(engine, smallest))
        except (OutOfTime, EngineError):
            smallest = search.smallest
        except KeyboardInterrupt:
            self._add_difference(search.smallest, case)
            raise
        return self._add_difference(smallest, case, nodes=self.schedule.affordable())

    def _add_difference(
        self, divergence: Divergence, case: Case, *, nodes: int = 0
    ) -> Finding | None:
        """Add a finding; spend up to `nodes` nodes on a simpler way to reproduce it."""
        group = _group(divergence, divergence.reasons[0])
        finding = difference_finding(self.engine, divergence, case.position.label)
        try:
            finding = shown_by_counting(self.engine, finding, divergence.difference, nodes)
        except KeyboardInterrupt:
            self._add(group, finding, case)
            raise
        return self._add(group, finding, case)

    def _add(self, group: Group, finding: Finding, case: Case) -> Finding | None:
        """Add a finding unless it is ignored, and return the finding of its group."""
        if group not in self._known:
            ignored = finding.rule in self.ignore
            self._known[group] = None if ignored else finding
            if not ignored:
                self.report.findings.append(finding)
        case.add(self._known[group])
        return self._known[group]


def _group(divergence: Divergence, reason: Reason) -> Group:
    return divergence.cause, reason.rule.value, reason.sign


def hunt(
    engine: Divider,
    start_positions: Sequence[LabelledPosition] | None = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    positions: int | None = None,
    all_bugs: bool = False,
    ignore: Collection[str] = (),
    failures: int = FAILURES,
    ground: Sequence[LabelledPosition] | None = None,  # the former name of start_positions
) -> HuntReport:
    """Look for bugs in an engine.

    `start_positions` are the positions to try, by default the built-in collection. Positions from
    random games follow until the limit of `seconds` or `positions` is reached. With no limit
    given, a hunt in the collection ends after a minute or a few hundred random positions, and a
    hunt in your own positions after the last of them.

    Every position is compared at depth 1 before any at depth 2. From there on the cheapest
    question comes first, down to `depth` or as deep as the engine's speed allows. The hunt ends
    with the first finding, unless `all_bugs` is set: then it looks for one finding per rule,
    and continues after failures until there are `failures` different ones.

    Differences about rules to `ignore` (values of `Rule`, or "crash", "timeout" or "nonsense")
    are not reported. This is meant for unfinished engines.

    >>> from kiwipete.lab import Rules
    >>> class NoUnderpromotion(Rules):
    ...     def divide(self, fen, moves, depth):
    ...         counts = super().divide(fen, moves, depth)
    ...         return {move: n for move, n in counts.items() if move[4:] in ("", "q")}
    >>> report = hunt(NoUnderpromotion())
    >>> report.findings[0].rule, report.findings[0].fen
    ('promotion', '8/k1P5/8/1K6/8/8/8/8 w - - 0 1')
    """
    watched = Hunt(
        engine,
        start_positions,
        depth=depth,
        seconds=seconds,
        positions=positions,
        all_bugs=all_bugs,
        ignore=ignore,
        failures=failures,
        ground=ground,
    )
    for _ in watched.steps():
        pass
    return watched.report
