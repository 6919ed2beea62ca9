"""The results of a hunt: findings, and a report of them by position and by likely cause.

A finding is a bug in an engine, with the smallest position found that shows it.
"""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Iterable, Sequence

from kiwipete.explain import Rule
from kiwipete.lab.engines import PERFT_COMMAND, TIMEOUT
from kiwipete.lab.engines.divider import UNKNOWN, Divider, EngineError, Rules
from kiwipete.lab.engines.process_engine import ScriptEngine
from kiwipete.lab.engines.uci_engine import UciEngine
from kiwipete.lab.hunting.compare import Difference, compare, fits
from kiwipete.lab.hunting.descent import Divergence
from kiwipete.lab.hunting.positions import LabelledPosition, count_pieces
from kiwipete.squares import Square

_FAILURES = {
    "crash": "the engine exits before it has answered",
    "timeout": "the engine does not answer in time",
    "nonsense": "the engine's answer is not a list of moves with counts",
    "ignored-position": "the engine ignores the position",
    "ignored-side": "the engine ignores the side to move in the FEN",
    "ignored-en-passant": "the engine ignores the en passant square in the FEN",
    "ignored-castling": "the engine ignores the castling rights in the FEN",
}

_RULES = {rule.value: rule.title for rule in Rule}
# All names that a finding may have as its rule.
RULES = (*_RULES, *_FAILURES)

_TITLES = {
    "extra": "wrongly allowed: {}",
    "missing": "missing: {}",
    "twice": "counted more than once: {}",
    "written": "written differently: {}",
    "depth": "counted at a different depth than asked for",
    "unlisted": "too many or too few moves, perhaps: {}",
    "count": "counts go wrong after {}",
    "leaves": "the last ply is counted wrongly: {}",
}

# Rules that are likely to share code, by the beginning of their names.
_PARTS = {
    "castling": "castling",
    "en-passant": "en passant",
    "promotion": "promotion",
    "king-into-check": "the king's safety",
    "double-check": "the king's safety",
    "does-not-answer-check": "the king's safety",
    "pinned": "the king's safety",
    "pawn": "pawns",
    "double-step": "pawns",
}

_OTHERS = "how pieces move"
_KING = _PARTS["pinned"]

# The order to fix them in. A board that is not restored spoils later counts, so that fixing it
# may remove other findings; the rest is independent, and failures may have any cause.
_RANKS = {
    "setup": 0,
    "unmaking": 0,
    "moves": 1,
    "making": 1,
    "leaves": 2,
    "unknown": 3,
    "failure": 3,
}

_ADVICE = {
    "unmaking": "The moves of a position are right, but the counts below them are not: taking a "
    "move back does not restore the board, or a stored count is used for another position.",
    "making": "The engine is right when it is given these positions as FENs, but not after moves: "
    "making a move leaves something out of date.",
    "leaves": "The engine lists the right moves in these positions, but counts them wrongly: look "
    "at the code that counts the last ply.",
    "unknown": "These could not be traced to the end: try again with --fen, and with more time or "
    "less depth.",
    "failure": "The engine does not answer here, so nothing more is known.",
}

_UNDO = (
    "It happens with several kinds of moves. Often that is one mistake: the data for taking a move "
    "back is kept in one place instead of on a stack, so the next move overwrites it; or part of "
    "it is not kept at all."
)

_UNSAFE = (
    "It leaves its king in check in several ways: perhaps it never tests whether the king is safe "
    "after a move."
)


def check_rules(names: Iterable[str]) -> None:
    """Raise ValueError unless all names are rules or kinds of failure."""
    for name in names:
        if name not in RULES:
            raise ValueError(f"no such rule: {name!r}; the rules are {', '.join(RULES)}")


@dataclasses.dataclass(frozen=True)
class Finding:
    """A bug: the rule, how it was reached, and the smallest position found that shows it.

    `kind` is "moves" if the engine is wrong about the moves of `fen` itself, "make" if it is
    wrong only after making the moves of `line` from there or unmaking them, "setup" if it
    ignores part of the FEN, "crash" or "timeout". `line` leads from `start_fen` to the
    difference; for "make" it is the shortest line found, and `start_fen` the smallest position.
    """

    kind: str
    rule: str  # the value of a Rule, or the name of a failure
    explanation: str
    start_fen: str
    line: tuple[str, ...]
    fen: str
    extra: tuple[str, ...]  # in the smallest position, after the line if the kind is "make"
    missing: tuple[str, ...]
    reproduce: str
    depth: int  # at which the engine is wrong about `fen`
    label: str  # of the position where the hunt came across it
    chess960: bool = False
    squares: tuple[Square, ...] = ()  # named in the explanation
    sign: str = ""  # of a difference: that of its Reason
    cause: str = "failure"  # of a difference: that of its Divergence
    difference: Difference | None = dataclasses.field(default=None, compare=False, repr=False)

    @property
    def pieces(self) -> int:
        """The number of pieces in the smallest position, kings included."""
        return count_pieces(self.fen)

    @property
    def is_difference(self) -> bool:
        """Whether the engine answered, but wrongly."""
        return self.kind in ("moves", "make", "setup")

    @property
    def title(self) -> str:
        """The bug in a few words."""
        if self.rule in _FAILURES:
            return _FAILURES[self.rule]
        return _TITLES[self.sign].format(_RULES[self.rule])

    def as_dict(self) -> dict[str, object]:
        """Return the finding as it is written to JSON."""
        return {
            "kind": self.kind,
            "rule": self.rule,
            "title": self.title,
            "cause": self.cause,
            "explanation": self.explanation,
            "start_fen": self.start_fen,
            "line": list(self.line),
            "fen": self.fen,
            "pieces": self.pieces,
            "extra": list(self.extra),
            "missing": list(self.missing),
            "reproduce": self.reproduce,
        }

    def __str__(self) -> str:
        lines = [f"{self.title} ({self.rule})", self.explanation, f"position: {self.fen}"]
        if self.kind == "make" and self.line:
            lines.append(f"line: {' '.join(self.line)}")
        for name, moves in (("too many", self.extra), ("too few", self.missing)):
            if moves:
                lines.append(f"{name}: {' '.join(moves)}")
        return "\n".join([*lines, self.reproduce])


def difference_finding(engine: Divider, found: Divergence, label: str) -> Finding:
    """Return a finding for a divergence, which should be shrunk by now; ask no questions."""
    reason, difference = found.reasons[0], found.difference
    make = found.kind == "make"
    line = difference.moves if make else found.path
    if make and not difference.in_moves and reason.move != UNKNOWN:
        line = (*line, reason.move)
    notes = _about_the_line(engine, found) if found.followed else []
    return Finding(
        kind=found.kind,
        rule=reason.rule.value,
        explanation=" ".join([reason.sentence, *notes]),
        start_fen=difference.fen if make else found.start_fen,
        line=line,
        fen=difference.fen,
        extra=difference.extra,
        missing=difference.missing,
        reproduce=reproduce(engine, *difference[:3]),
        depth=len(difference.moves) + difference.depth,
        label=label,
        chess960=engine.chess960,
        squares=reason.squares,
        sign=reason.sign,
        cause=found.cause,
        difference=difference,
    )


def _about_the_line(engine: Divider, found: Divergence) -> list[str]:
    """Explain an engine that is wrong only after moves, or only at some depth."""
    difference = found.difference
    if not difference.moves:
        return _about_the_depth(difference) if found.cause == "unmaking" else []
    line = " ".join(difference.moves)
    if set(difference.order) == set(Rules(engine.chess960).divide(difference.fen, (), 1)):
        return [f"Its moves are those of the position before {line}, which it seems to ignore."]
    return [
        f"The engine gets it right when it is given the position itself, but not after {line}: "
        "making a move leaves something wrong."
    ]


def _about_the_depth(difference: Difference) -> list[str]:
    if not difference.in_moves:
        return []  # the reason says so already
    return [
        "The engine lists the right moves of this position at depth 1, but not at depth "
        f"{difference.depth}: its list changes while it counts, so a move is not taken back "
        "correctly."
    ]


def shown_by_counting(engine: Divider, finding: Finding, found: Difference, nodes: int) -> Finding:
    """Return a finding that is reproduced by depth alone, without moves, if possible.

    The engine is asked only if there are at most `nodes` leaves to count.
    """
    board = Rules(engine.chess960).board(finding.fen)
    if not found.moves or not fits(board, finding.depth, nodes):
        return finding
    try:
        again = compare(engine, finding.fen, (), finding.depth)
    except EngineError:
        return finding  # it fails in this way
    if again is None:
        return finding
    return dataclasses.replace(finding, reproduce=reproduce(engine, finding.fen, (), finding.depth))


def reproduce(engine: Divider, fen: str, moves: Sequence[str], depth: int) -> str:
    """Return the command that repeats a question or, for a Python class, the call.

    >>> from kiwipete.lab import open_engine
    >>> reproduce(open_engine(["./engine"]), "8/P1k5/K7/8/8/8/8/8 w - - 0 1", ["a7a8q"], 2)
    "kiwipete hunt --fen '8/P1k5/K7/8/8/8/8/8 w - - 0 1' --moves a7a8q --depth 2 -- ./engine"
    """
    engine = getattr(engine, "wrapped", engine)
    if not isinstance(engine, UciEngine | ScriptEngine):
        line = f", {list(moves)}" if moves else ""
        return f"kiwipete.lab.compare(engine, {fen!r}{line}, depth={depth})"
    where = ["--fen", fen, *(["--moves", " ".join(moves)] if moves else []), "--depth", str(depth)]
    return shlex.join(["kiwipete", "hunt", *where, *_options(engine), "--", *engine.command])


def _options(engine: UciEngine | ScriptEngine) -> Sequence[str]:
    """List the options that the engine was opened with."""
    options = ["--chess960"] if engine.chess960 else []
    if engine.timeout != TIMEOUT:
        options += ["--timeout", f"{engine.timeout:g}"]
    if isinstance(engine, ScriptEngine):
        options.append("--script")
    elif engine.perft_command != PERFT_COMMAND:
        options += ["--perft-command", engine.perft_command]
    return options


@dataclasses.dataclass
class Case:
    """A position with the depth asked so far and its findings."""

    position: LabelledPosition
    depth: int = 0
    seconds: float = 0.0
    findings: list[Finding] = dataclasses.field(default_factory=list)

    @property
    def finding(self) -> Finding | None:
        """The first finding, if any."""
        return self.findings[0] if self.findings else None

    def add(self, finding: Finding | None) -> None:
        """Add a finding, unless it is there already."""
        if finding is not None and not any(known is finding for known in self.findings):
            self.findings.append(finding)


@dataclasses.dataclass
class HuntReport:
    """The results of a hunt so far."""

    engine: str
    nodes: int = 0
    left_out: int = 0  # positions that the engine is too slow for at the requested depth
    stopped: str | None = None  # why the hunt ended early
    findings: list[Finding] = dataclasses.field(default_factory=list)
    cases: dict[LabelledPosition, Case] = dataclasses.field(default_factory=dict)

    @property
    def positions(self) -> int:
        """The number of positions that the engine was asked about."""
        return len(self.cases)

    def times_met(self, *findings: Finding) -> int:
        """Return the number of positions with at least one of these findings."""
        wanted = {id(finding) for finding in findings}
        return sum(
            any(id(finding) in wanted for finding in case.findings) for case in self.cases.values()
        )

    def causes(self) -> list[Cause]:
        """Return the findings grouped by likely cause, in the order to fix them."""
        found = group(self.findings)
        return sorted(found, key=lambda cause: (cause.rank, -self.times_met(*cause.findings)))

    def is_consequence(self, finding: Finding) -> bool:
        """Return whether an earlier finding is likely to have the same cause."""
        return any(
            finding is other
            for cause in group(self.findings)
            if cause.is_one
            for other in cause.findings[1:]
        )

    def as_dict(self) -> dict[str, object]:
        """Return the report as it is written to JSON."""
        return {
            "engine": self.engine,
            "positions": self.positions,
            "nodes": self.nodes,
            "left_out": self.left_out,
            "stopped": self.stopped,
            "findings": [
                {**finding.as_dict(), "times_met": self.times_met(finding)}
                for finding in self.findings
            ],
            "causes": [self._cause_as_dict(cause) for cause in self.causes()],
        }

    def _cause_as_dict(self, cause: Cause) -> dict[str, object]:
        numbers = [
            number
            for number, finding in enumerate(self.findings)
            if any(finding is other for other in cause.findings)
        ]
        return {
            "title": cause.title,
            "advice": cause.advice,
            "findings": numbers,
            "times_met": self.times_met(*cause.findings),
        }


@dataclasses.dataclass
class Cause:
    """Findings that are likely to have one cause."""

    kind: str  # the `cause` of the findings
    part: str  # of the rules, "" if the kind says enough
    findings: list[Finding]

    @property
    def rank(self) -> int:
        """The order to look at causes in, lowest first."""
        return _RANKS[self.kind]

    @property
    def is_one(self) -> bool:
        """Whether the findings are almost certainly one bug, so that one of them is enough."""
        return self.kind in ("unmaking", "leaves")

    @property
    def title(self) -> str:
        """The cause in a few words."""
        return {
            "setup": "reading positions",
            "moves": self.part,
            "making": f"making moves: {self.part}",
            "unmaking": "taking moves back",
            "leaves": "counting the last ply",
            "unknown": "not traced to the end",
            "failure": "the engine fails",
        }[self.kind]

    @property
    def advice(self) -> str:
        """What to look for, or "" if the findings say enough."""
        notes = [_ADVICE.get(self.kind, "")]
        rules = {finding.rule for finding in self.findings}
        if self.kind == "unmaking" and len(rules) > 1:
            notes.append(_UNDO)
        if self.kind == "moves" and self.part == _KING and len(rules) > 2:
            notes.append(_UNSAFE)
        return " ".join(filter(None, notes))


def group(findings: Iterable[Finding]) -> list[Cause]:
    """Group findings by likely cause, in the order they were found."""
    causes: dict[tuple[str, str], Cause] = {}
    for finding in findings:
        part = _part(finding.rule) if finding.cause in ("moves", "making") else ""
        cause = causes.setdefault((finding.cause, part), Cause(finding.cause, part, []))
        cause.findings.append(finding)
    return list(causes.values())


def _part(rule: str) -> str:
    return next((part for start, part in _PARTS.items() if rule.startswith(start)), _OTHERS)
