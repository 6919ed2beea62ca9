"""The terms of a game: the time control and adjudication, with the clocks and the referee."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from kiwipete.engine.uci_grammar import go_command

_CLOCK = re.compile(r"(?:(\d{1,4})/)?(\d{1,6}(?:\.\d+)?)(?:\+(\d{1,4}(?:\.\d+)?))?", re.ASCII)

WON, DRAWN = "adjudicated win", "adjudicated draw"


@dataclass(frozen=True)
class Control:
    """A clock (`base` seconds, an `increment` per move, perhaps renewed after `moves` moves), or a
    fixed time, number of nodes or depth for each move.

    >>> Control.clock("40/60+0.5")
    Control(base=60.0, increment=0.5, moves=40, movetime=None, nodes=None, depth=None)
    >>> str(Control(nodes=20000))
    '20000 nodes a move'
    """  # noqa: D205

    base: float | None = None
    increment: float = 0.0
    moves: int | None = None
    movetime: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @classmethod
    def clock(cls, text: str) -> Control:
        """Read a clock: seconds, seconds+increment or moves/seconds+increment."""
        match = _CLOCK.fullmatch(text)
        if not match or not float(match[2]) or match[1] in ("0", "00", "000", "0000"):
            raise ValueError(
                f"a clock must be seconds, or seconds+increment like 10+0.1, not {text!r}"
            )
        return cls(float(match[2]), float(match[3] or 0), int(match[1]) if match[1] else None)

    @property
    def timed(self) -> bool:
        """Whether a player can lose on time."""
        return self.base is not None or self.movetime is not None

    def available(self, moves: int) -> float:
        """Return the seconds that a player had for a number of moves.

        >>> Control.clock("10+0.5").available(20)
        20.0
        """
        if self.movetime is not None:
            return self.movetime * moves
        if self.base is None:
            return 0.0
        periods = math.ceil(max(1, moves) / self.moves) if self.moves else 1
        return self.base * periods + self.increment * moves

    def __str__(self) -> str:
        if self.movetime is not None:
            return f"{self.movetime:g} s a move"
        if self.nodes is not None:
            return f"{self.nodes} nodes a move"
        if self.depth is not None:
            return f"depth {self.depth}"
        period = f"{self.moves}/" if self.moves else ""
        return f"{period}{self.base:g}+{self.increment:g}"


@dataclass(frozen=True)
class Adjudication:
    """When a game is adjudicated as won or drawn; None for never.

    It is won if both sides agree on a score of `win_score` centipawns for `win_moves` moves
    each. It is drawn if both scores are below `draw_score` for `draw_moves` moves each, from
    move `draw_from` on.
    """

    win_score: int | None = 1000
    win_moves: int = 4
    draw_score: int | None = 10
    draw_moves: int = 8
    draw_from: int = 40

    @classmethod
    def never(cls) -> Adjudication:
        """Return the adjudication that never ends a game."""
        return cls(win_score=None, draw_score=None)


@dataclass(frozen=True)
class Terms:
    """The terms of a game: the time control, and when the game is over."""

    control: Control
    adjudication: Adjudication = field(default_factory=Adjudication)
    grace: float = 0.05  # seconds that a player may overrun before it loses on time
    timeout: float = 60.0  # seconds for a move limited only by nodes or depth
    chess960: bool = False


class Clocks:
    """Both players' clocks in one game.

    >>> clocks = Clocks(Control.clock("1+0.01"))
    >>> clocks.go(turn=True)
    'go wtime 1000 btime 1000 winc 10 binc 10'
    >>> clocks.spend(True, 0.5)
    >>> clocks.left(True)
    0.51
    """

    def __init__(self, control: Control) -> None:
        self._control = control
        self._left = {True: control.base or 0.0, False: control.base or 0.0}
        self._moves = {True: 0, False: 0}

    def left(self, turn: bool) -> float | None:
        """Return the seconds that a player has for a move; None for no limit."""
        if self._control.movetime is not None:
            return self._control.movetime
        return None if self._control.base is None else self._left[turn]

    def spend(self, turn: bool, seconds: float) -> None:
        """Take the time of a move off a clock, and add the increment."""
        control = self._control
        self._moves[turn] += 1
        # A player that overran within the grace period starts its next move with an empty clock.
        self._left[turn] = max(0.0, self._left[turn] - seconds) + control.increment
        if control.base is not None and control.moves and not self._moves[turn] % control.moves:
            self._left[turn] += control.base

    def go(self, turn: bool) -> str:
        """Return the command that starts a search."""
        control = self._control
        if control.movetime is not None:
            return go_command(movetime=_milliseconds(control.movetime))
        if control.nodes is not None:
            return go_command(nodes=control.nodes)
        if control.depth is not None:
            return go_command(depth=control.depth)
        increment, moves = round(control.increment * 1000), control.moves
        return go_command(
            wtime=_milliseconds(self._left[True]),
            btime=_milliseconds(self._left[False]),
            winc=increment,
            binc=increment,
            movestogo=moves - self._moves[turn] % moves if moves else None,
        )


def _milliseconds(seconds: float) -> int:
    """Return whole milliseconds, rounded down, but at least one."""
    return max(1, int(seconds * 1000))


class Referee:
    """Applies an adjudication to one game, move by move.

    >>> referee = Referee(Adjudication(win_score=500, win_moves=1))
    >>> referee.hear(30, True, 600)
    >>> referee.hear(30, False, -550)
    ('adjudicated win', True)
    """

    def __init__(self, rules: Adjudication) -> None:
        self._rules = rules
        self._won = {True: 0, False: 0}  # consecutive plies with a winning score for this colour
        self._drawn = 0

    def hear(
        self, move_number: int, turn: bool, score: int | None
    ) -> tuple[str, bool | None] | None:
        """Add a player's score for its move; return reason and winner if the game is over."""
        rules = self._rules
        for colour in (True, False):
            seen = None if score is None else score if turn == colour else -score
            wins = rules.win_score is not None and seen is not None and seen >= rules.win_score
            self._won[colour] = self._won[colour] + 1 if wins else 0
            if wins and self._won[colour] >= 2 * rules.win_moves:
                return WON, colour
        level = (
            rules.draw_score is not None and score is not None and abs(score) <= rules.draw_score
        )
        self._drawn = self._drawn + 1 if level and move_number >= rules.draw_from else 0
        if level and self._drawn >= 2 * rules.draw_moves:
            return DRAWN, None
        return None
