"""The hunt: ask an engine about position after position, and run down what is wrong."""

from __future__ import annotations

import dataclasses
import math
import time
from collections.abc import Iterator, Sequence

from kiwipete.lab.asking import ask
from kiwipete.lab.collection import LabelledPosition, collection
from kiwipete.lab.comparing import Difference, contrast
from kiwipete.lab.descending import Divergence, as_it_is, descend
from kiwipete.lab.engine import Divider
from kiwipete.lab.failing import failure_found
from kiwipete.lab.failures import EngineError
from kiwipete.lab.finding import Finding, difference_found
from kiwipete.lab.heeding import Excused, Field, field_found, ignored_fields
from kiwipete.lab.reasons import Reason
from kiwipete.lab.schedule import Schedule, Task
from kiwipete.lab.shrinking import shrink
from kiwipete.lab.suspects import plainest

# If nobody says how long: so many seconds, and so many positions of random play.
SECONDS = 60.0
RANDOM_POSITIONS = 300

# An engine that fails so often is not asked any more.
_FAILURES = 3
# A wrong count below right moves must be shrunk before its rule is known: so often at most.
_COUNTS = 8

Group = tuple[str, str, str]  # findings with the same kind, rule and sign are one


@dataclasses.dataclass
class Case:
    """What has been asked about a position, and what was wrong."""

    position: LabelledPosition
    depth: int = 0
    seconds: float = 0.0
    finding: Finding | None = None


@dataclasses.dataclass
class HuntReport:
    """What a hunt has done so far."""

    engine: str
    nodes: int = 0
    left_out: int = 0  # positions for which the engine is too slow at the wanted depth
    findings: list[Finding] = dataclasses.field(default_factory=list)
    cases: dict[LabelledPosition, Case] = dataclasses.field(default_factory=dict)

    @property
    def positions(self) -> int:
        """How many positions the engine was asked about."""
        return len(self.cases)

    def times_met(self, finding: Finding) -> int:
        """Return at how many positions the engine was wrong in this way."""
        return sum(case.finding is finding for case in self.cases.values())

    def as_dict(self) -> dict[str, object]:
        """Return what is written as JSON."""
        return {
            "engine": self.engine,
            "positions": self.positions,
            "nodes": self.nodes,
            "left_out": self.left_out,
            "findings": [finding.as_dict() for finding in self.findings],
        }


class Hunt:
    """A hunt that somebody may watch: it goes on from answer to answer.

    The arguments are those of `hunt`.
    """

    def __init__(
        self,
        engine: Divider,
        ground: Sequence[LabelledPosition] | None = None,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        positions: int | None = None,
        all_bugs: bool = False,
    ) -> None:
        no_end = seconds is None and positions is None
        if ground is None:
            ground = collection(chess960=engine.chess960)
            if no_end:
                positions = len(ground) + RANDOM_POSITIONS
                seconds = SECONDS if depth is None else None
        elif no_end:
            positions = len(ground)
        self.engine = engine
        self.all_bugs = all_bugs
        self.report = HuntReport(engine.name)
        self.schedule = Schedule(
            ground,
            chess960=engine.chess960,
            depth=depth,
            seconds=seconds,
            positions=positions,
            patience=getattr(engine, "timeout", math.inf),
        )
        self._numbers: dict[Group, int] = {}  # of the findings
        self._counts = 0
        self._answers = 0
        self._failures = 0
        self._ignored: list[Field] | None = None  # of the FEN; not known before it is wrong

    def steps(self) -> Iterator[Case]:
        """Ask question after question, and yield the position of each when it is answered."""
        for task in self.schedule:
            case = self.report.cases.setdefault(task.position, Case(task.position))
            start = time.monotonic()
            self._ask(task, case)
            case.depth = task.depth
            case.seconds += time.monotonic() - start
            self.report.engine = self.engine.name
            self.report.nodes += task.nodes
            if case.finding is not None:
                self.schedule.close(task.position)
            yield case
            if self._is_over():
                break
        self.report.left_out = self.schedule.left_out  # the last may be left out after all answers

    def _is_over(self) -> bool:
        if any(field.ends_the_hunt for field in self._ignored or ()):
            return True
        if self.all_bugs:
            return self._failures >= _FAILURES or (self._failures > 0 and not self._answers)
        return bool(self.report.findings)

    def _ask(self, task: Task, case: Case) -> None:
        position, depth, right = task
        start = time.monotonic()
        try:
            counts = ask(self.engine, position.fen, position.moves, depth)
            self._answers += 1
            self.schedule.answered(task, time.monotonic() - start)
            difference = contrast(counts, right, position.fen, position.moves, depth)
            if difference is not None:
                self._run_down(difference, case)
        except EngineError as error:
            if error.question is None:
                raise  # it cannot even be started
            self._fail(error, case)

    def _heeds_the_fen(self, position: LabelledPosition) -> bool:
        """Tell whether a difference is not simply due to a part of the FEN that is ignored."""
        if self._ignored is None:
            self._ignored = ignored_fields(self.engine)
            self._excuse(self._ignored)
        if self._ignored and not self.all_bugs:
            return False
        return not any(field.matters_in(position.fen) for field in self._ignored)

    def _excuse(self, fields: Sequence[Field]) -> None:
        """Tell what the engine ignores, and ask no more where it matters."""
        for field in fields:
            excused = [p for p in self.schedule.ground if field.matters_in(p.fen)]
            for position in excused:
                self.schedule.close(position)
            case = self.report.cases.setdefault(field.position, Case(field.position))
            left_out = len(excused) if self.all_bugs else None
            finding = field_found(self.engine, field, left_out=left_out)
            self._add(("setup", field.rule, ""), finding, case)
        if fields:
            self.engine = Excused(self.engine, fields)

    def _fail(self, error: EngineError, case: Case) -> None:
        """Find out at which question the engine fails, once for each way to fail."""
        self._failures += 1
        group = "failure", type(error).__name__, ""
        if group not in self._numbers:
            self._add(group, failure_found(self.engine, error, case.position.label), case)
        case.finding = self.report.findings[self._numbers[group]]

    def _run_down(self, difference: Difference, case: Case) -> None:
        """Find out what a difference is about; of several rules each gets its finding."""
        try:
            if not self._heeds_the_fen(case.position):
                return
            divergence = descend(self.engine, difference)
        except EngineError:
            self._add_difference(as_it_is(self.engine, difference), case)
            raise
        for reason in divergence.reasons:
            group = _group(divergence, reason)
            known = group in self._numbers
            if known and (reason.sign != "count" or self._counts >= _COUNTS):
                case.finding = case.finding or self.report.findings[self._numbers[group]]
            elif self.all_bugs or case.finding is None:
                self._counts += reason.sign == "count"
                self._shrink(divergence.about(reason), case)

    def _shrink(self, divergence: Divergence, case: Case) -> None:
        """Make a divergence small and add it; on Ctrl-C as large as it is."""
        try:
            smallest = plainest(self.engine, shrink(self.engine, divergence))
        except KeyboardInterrupt:
            self._add_difference(divergence, case)
            raise
        self._add_difference(smallest, case)

    def _add_difference(self, divergence: Divergence, case: Case) -> None:
        finding = difference_found(self.engine, divergence, case.position.label)
        self._add(_group(divergence, divergence.reasons[0]), finding, case)

    def _add(self, group: Group, finding: Finding, case: Case) -> None:
        """Add a finding unless its group has one."""
        number = self._numbers.setdefault(group, len(self.report.findings))
        if number == len(self.report.findings):
            self.report.findings.append(finding)
        case.finding = case.finding or self.report.findings[number]


def _group(divergence: Divergence, reason: Reason) -> Group:
    return divergence.kind, reason.rule.value, reason.sign


def hunt(
    engine: Divider,
    ground: Sequence[LabelledPosition] | None = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    positions: int | None = None,
    all_bugs: bool = False,
) -> HuntReport:
    """Look for a bug in an engine.

    `ground` is where to look: by default the built-in collection, and after it positions of
    random play until so many `seconds` or `positions` are used up. With neither, the limit is
    a minute and some hundreds of positions, and a ground of your own is all there is.

    Every position is compared at depth 1 before any is at depth 2; from there on what costs
    least comes first, down to `depth` or, if that is left open, as deep as the engine's speed
    allows. The hunt ends with the first finding, unless `all_bugs` wants one for each rule.

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
        engine, ground, depth=depth, seconds=seconds, positions=positions, all_bugs=all_bugs
    )
    for _ in watched.steps():
        pass
    return watched.report
