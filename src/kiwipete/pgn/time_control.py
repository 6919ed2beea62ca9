"""Time controls, from the TimeControl tag."""

from __future__ import annotations

import dataclasses
import enum

__all__ = ["TimeControl", "TimeControlPart", "TimeControlType", "parse_time_control"]


class TimeControlType(enum.Enum):
    """Types of time controls, by the time for 60 moves."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


# Upper limits in seconds for 60 moves; anything longer is standard.
_LIMITS = {
    TimeControlType.BULLET: 180,
    TimeControlType.BLITZ: 900,
    TimeControlType.RAPID: 3600,
}


@dataclasses.dataclass
class TimeControlPart:
    """Seconds for a number of moves (0: all others), with an increment or delay for each."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclasses.dataclass
class TimeControl:
    """The parts of a time control in order, and its type."""

    parts: list[TimeControlPart] = dataclasses.field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def parse_time_control(time_control: str) -> TimeControl:
    """Read the value of a TimeControl tag.

    >>> parse_time_control("40/5400+30:1800+30").parts[1]
    TimeControlPart(moves=0, time=1800, increment=30.0, delay=0)
    >>> parse_time_control("180+2").type.name
    'BLITZ'
    """
    if not time_control or time_control.startswith("?"):
        return TimeControl()
    if time_control.startswith("-"):
        return TimeControl(type=TimeControlType.UNLIMITED)
    parts = [_read_part(part) for part in time_control.split(":")]
    if any(part.moves == 0 for part in parts[:-1]):
        raise ValueError(f"only the last part can be for all moves: {time_control!r}")
    return TimeControl(parts, _kind(parts[0]))


def _read_part(text: str) -> TimeControlPart:
    moves, slash, time = text.rpartition("/")
    seconds, plus, increment = time.partition("+")
    return TimeControlPart(
        moves=int(moves) if slash else 0,
        time=int(seconds),
        increment=float(increment) if plus else 0,
    )


def _kind(first: TimeControlPart) -> TimeControlType:
    seconds = first.time + 60 * first.increment
    for kind, limit in _LIMITS.items():
        if seconds < limit:
            return kind
    return TimeControlType.STANDARD
