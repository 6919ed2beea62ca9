"""Numbers in words that people read."""

from __future__ import annotations


def grouped(number: int) -> str:
    """Write a number with its digits in threes.

    >>> grouped(119060324)
    '119,060,324'
    """
    return f"{number:,}"


def scaled(number: int) -> str:
    """Write a large number in three or four digits, with a letter for its size.

    >>> scaled(999), scaled(119060324), scaled(5538984904)
    ('999', '119 M', '5.54 G')
    """
    for letter, size in (("T", 10**12), ("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            value = number / size
            return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {letter}"
    return str(number)


def duration(seconds: float) -> str:
    """Write a time with no more digits than it deserves.

    >>> duration(0.01234), duration(12.345), duration(3723.4)
    ('0.012 s', '12.35 s', '1 h 02 min 03 s')
    """
    if seconds < 10:
        return f"{seconds:.3f} s"
    if seconds < 60:
        return f"{seconds:.2f} s"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min {rest:02} s"
    return f"{minutes} min {rest:02} s"


def per_second(nodes: int, seconds: float) -> int:
    """Return the speed in whole nodes per second.

    >>> per_second(3000, 1.5)
    2000
    """
    return round(nodes / seconds) if seconds > 0 else 0


def several(number: int, one: str) -> str:
    """Write a number with its noun.

    >>> several(1, "thread"), several(20, "move")
    ('1 thread', '20 moves')
    """
    return f"{grouped(number)} {one}" if number == 1 else f"{grouped(number)} {one}s"
