"""Annotations: numeric glyphs, and commands in comments such as [%clk 0:05:12].

The commands are clocks, times, evaluations and arrows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from kiwipete._core.pgn import Node
from kiwipete.squares import WHITE, Color, Square
from kiwipete.svg import Arrow

if TYPE_CHECKING:
    from kiwipete.engine.score import PovScore

# The names that `kiwipete.pgn` offers: all but Annotated.
__all__ = [
    "ARROWS_REGEX", "CLOCK_REGEX", "EMT_REGEX", "EVAL_REGEX", "NAG_ACTIVE_POSITION",
    "NAG_BLACK_DECISIVE_ADVANTAGE", "NAG_BLACK_DECISIVE_COUNTERPLAY",
    "NAG_BLACK_MODERATE_ADVANTAGE", "NAG_BLACK_MODERATE_COUNTERPLAY",
    "NAG_BLACK_MODERATE_TIME_PRESSURE", "NAG_BLACK_SEVERE_TIME_PRESSURE",
    "NAG_BLACK_SLIGHT_ADVANTAGE", "NAG_BLACK_ZUGZWANG", "NAG_BLUNDER", "NAG_BRILLIANT_MOVE",
    "NAG_DRAWISH_POSITION", "NAG_DUBIOUS_MOVE", "NAG_FORCED_MOVE", "NAG_GOOD_MOVE",
    "NAG_MISTAKE", "NAG_NOVELTY", "NAG_NULL", "NAG_QUIET_POSITION", "NAG_SINGULAR_MOVE",
    "NAG_SPECULATIVE_MOVE", "NAG_UNCLEAR_POSITION", "NAG_WHITE_DECISIVE_ADVANTAGE",
    "NAG_WHITE_DECISIVE_COUNTERPLAY", "NAG_WHITE_MODERATE_ADVANTAGE",
    "NAG_WHITE_MODERATE_COUNTERPLAY", "NAG_WHITE_MODERATE_TIME_PRESSURE",
    "NAG_WHITE_SEVERE_TIME_PRESSURE", "NAG_WHITE_SLIGHT_ADVANTAGE", "NAG_WHITE_ZUGZWANG",
    "NAG_WORST_MOVE",
]  # fmt: skip

# Numeric annotation glyphs: numbers for common comments on moves and positions.
NAG_NULL = 0
NAG_GOOD_MOVE = 1  # !
NAG_MISTAKE = 2  # ?
NAG_BRILLIANT_MOVE = 3  # !!
NAG_BLUNDER = 4  # ??
NAG_SPECULATIVE_MOVE = 5  # !?
NAG_DUBIOUS_MOVE = 6  # ?!
NAG_FORCED_MOVE = 7
NAG_SINGULAR_MOVE = 8
NAG_WORST_MOVE = 9
NAG_DRAWISH_POSITION = 10
NAG_QUIET_POSITION = 11
NAG_ACTIVE_POSITION = 12
NAG_UNCLEAR_POSITION = 13
NAG_WHITE_SLIGHT_ADVANTAGE = 14
NAG_BLACK_SLIGHT_ADVANTAGE = 15
NAG_WHITE_MODERATE_ADVANTAGE = 16
NAG_BLACK_MODERATE_ADVANTAGE = 17
NAG_WHITE_DECISIVE_ADVANTAGE = 18
NAG_BLACK_DECISIVE_ADVANTAGE = 19
NAG_WHITE_ZUGZWANG = 22
NAG_BLACK_ZUGZWANG = 23
NAG_WHITE_MODERATE_COUNTERPLAY = 132
NAG_BLACK_MODERATE_COUNTERPLAY = 133
NAG_WHITE_DECISIVE_COUNTERPLAY = 134
NAG_BLACK_DECISIVE_COUNTERPLAY = 135
NAG_WHITE_MODERATE_TIME_PRESSURE = 136
NAG_BLACK_MODERATE_TIME_PRESSURE = 137
NAG_WHITE_SEVERE_TIME_PRESSURE = 138
NAG_BLACK_SEVERE_TIME_PRESSURE = 139
NAG_NOVELTY = 146


def _command(name: str, operand: str) -> re.Pattern[str]:
    """Match a command with the blanks around it, so that removing it removes one blank too."""
    return re.compile(rf"(?P<prefix>\s?)\[%{name}\s{operand}\](?P<suffix>\s?)")


_TIME = r"(?P<hours>\d+):(?P<minutes>\d+):(?P<seconds>\d+(?:\.\d*)?)"
_PAWNS = r"[+-]?(?:\d{0,10}\.\d{1,2}|\d{1,10}\.?)"
_ARROW = r"[RGYB][a-h][1-8](?:[a-h][1-8])?"

CLOCK_REGEX = _command("clk", _TIME)
EMT_REGEX = _command("emt", _TIME)
EVAL_REGEX = _command("eval", rf"(?:\#(?P<mate>[+-]?\d+)|(?P<cp>{_PAWNS}))(?:,(?P<depth>\d+))?")
ARROWS_REGEX = _command("(?:csl|cal)", rf"(?P<arrows>{_ARROW}(?:,{_ARROW})*)")


def _with(command: str) -> Callable[[re.Match[str]], str]:
    """Return a replacement for a command; an empty one leaves one of two blanks."""

    def replacement(match: re.Match[str]) -> str:
        prefix, suffix = match["prefix"], match["suffix"]
        if command:
            return prefix + command + suffix
        return prefix and suffix

    return replacement


def _replaced(pattern: re.Pattern[str], comment: str, command: str) -> str:
    """Replace the first command of a kind, or add one."""
    comment, found = pattern.subn(_with(command), comment, count=1)
    if found or not command:
        return comment
    return f"{comment}{'' if not comment or comment.endswith(' ') else ' '}{command}"


def _seconds(match: re.Match[str] | None) -> float | None:
    if match is None:
        return None
    return 3600 * int(match["hours"]) + 60 * int(match["minutes"]) + float(match["seconds"])


def _written_time(name: str, seconds: float | None) -> str:
    if seconds is None:
        return ""
    seconds = max(0, seconds)
    hours, minutes = int(seconds // 3600), int(seconds % 3600 // 60)
    rest = f"{seconds % 3600 % 60:06.3f}".rstrip("0").rstrip(".")
    return f"[%{name} {hours}:{minutes:02d}:{rest}]"


class Annotated(Node):
    """The commands in the comment of a node."""

    __slots__ = ()

    def turn(self) -> Color:
        """Return whose move it is."""
        raise NotImplementedError

    def eval(self) -> PovScore | None:
        """Return the evaluation, `[%eval …]`, if the comment has one.

        >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 { [%eval 0.35] } *"))
        >>> game.next().eval().white()
        Cp(+35)
        """
        match = EVAL_REGEX.search(self.comment)
        if match is None:
            return None
        from kiwipete.engine.score import Cp, Mate, PovScore

        turn = self.turn()
        sign = 1 if turn == WHITE else -1
        if match["mate"]:
            return PovScore(Mate(sign * int(match["mate"])), turn)
        return PovScore(Cp(sign * round(float(match["cp"]) * 100)), turn)

    def eval_depth(self) -> int | None:
        """Return the depth of the evaluation, if the comment has one.

        >>> kiwipete.pgn.read_game(io.StringIO("1. e4 { [%eval 0.35,20] } *")).next().eval_depth()
        20
        """
        match = EVAL_REGEX.search(self.comment)
        return int(match["depth"]) if match and match["depth"] else None

    def set_eval(self, score: PovScore | None, depth: int | None = None) -> None:
        """Write an evaluation into the comment, or remove it.

        >>> import kiwipete.engine
        >>> game = kiwipete.pgn.Game()
        >>> game.set_eval(kiwipete.engine.PovScore(kiwipete.engine.Cp(35), kiwipete.WHITE), 20)
        >>> game.comment
        '[%eval 0.35,20]'
        """
        value = ""
        if score is not None:
            white = score.white()
            pawns, mate = white.score(), white.mate()
            value = f"{pawns / 100:.2f}" if pawns is not None else f"#{mate}" if mate else ""
        if value:
            value = f"[%eval {value}{'' if depth is None else f',{max(0, depth)}'}]"
        self.comment = _replaced(EVAL_REGEX, self.comment, value)

    def clock(self) -> float | None:
        """Return the seconds on the clock after the move, `[%clk …]`, if the comment has them.

        >>> kiwipete.pgn.read_game(io.StringIO("1. e4 { [%clk 0:05:12] } *")).next().clock()
        312.0
        """
        return _seconds(CLOCK_REGEX.search(self.comment))

    def set_clock(self, seconds: float | None) -> None:
        """Write the time on the clock into the comment, or remove it.

        >>> game = kiwipete.pgn.Game()
        >>> game.set_clock(312)
        >>> game.comment
        '[%clk 0:05:12]'
        """
        self.comment = _replaced(CLOCK_REGEX, self.comment, _written_time("clk", seconds))

    def emt(self) -> float | None:
        """Return the seconds that the move took, `[%emt …]`, if the comment has them.

        >>> kiwipete.pgn.read_game(io.StringIO("1. e4 { [%emt 0:00:02.5] } *")).next().emt()
        2.5
        """
        return _seconds(EMT_REGEX.search(self.comment))

    def set_emt(self, seconds: float | None) -> None:
        """Write the time that the move took into the comment, or remove it.

        >>> game = kiwipete.pgn.Game()
        >>> game.set_emt(2.5)
        >>> game.comment
        '[%emt 0:00:02.5]'
        """
        self.comment = _replaced(EMT_REGEX, self.comment, _written_time("emt", seconds))

    def arrows(self) -> list[Arrow]:
        """Return the marked squares and arrows, `[%csl …]` and `[%cal …]`, of the comment.

        >>> kiwipete.pgn.read_game(io.StringIO("1. e4 { [%cal Ge2e4] } *")).next().arrows()
        [Arrow(E2, E4, color='green')]
        """
        return [
            Arrow.from_pgn(arrow)
            for match in ARROWS_REGEX.finditer(self.comment)
            for arrow in match["arrows"].split(",")
        ]

    def set_arrows(self, arrows: Iterable[Arrow | tuple[Square, Square]]) -> None:
        """Replace the marked squares and arrows in the comment.

        >>> game = kiwipete.pgn.Game()
        >>> game.set_arrows([(kiwipete.E2, kiwipete.E4), (kiwipete.D4, kiwipete.D4)])
        >>> game.comment
        '[%csl Gd4][%cal Ge2e4]'
        """
        squares: list[str] = []
        lines: list[str] = []
        for arrow in arrows:
            made = arrow if isinstance(arrow, Arrow) else Arrow(*arrow)
            (squares if made.tail == made.head else lines).append(made.pgn())
        commands = f"[%csl {','.join(squares)}]" if squares else ""
        commands += f"[%cal {','.join(lines)}]" if lines else ""
        comment = ARROWS_REGEX.sub(_with(""), self.comment)
        blank = " " if commands and comment and not comment.startswith(" ") else ""
        self.comment = commands + blank + comment
