"""Drawing boards as text."""

from __future__ import annotations

from collections.abc import Callable

from kiwipete.squares import FILE_NAMES, Color, Square

__all__ = ["draw"]


def draw(symbol: Callable[[Square], str], *, borders: bool, orientation: Color) -> str:
    """Draw eight lines of eight symbols, the side of `orientation` at the bottom.

    >>> print(draw(lambda square: str(square % 10), borders=False, orientation=True))
    6 7 8 9 0 1 2 3
    8 9 0 1 2 3 4 5
    0 1 2 3 4 5 6 7
    2 3 4 5 6 7 8 9
    4 5 6 7 8 9 0 1
    6 7 8 9 0 1 2 3
    8 9 0 1 2 3 4 5
    0 1 2 3 4 5 6 7
    """
    files = range(8) if orientation else range(7, -1, -1)
    ranks = range(7, -1, -1) if orientation else range(8)
    rows = [[symbol(8 * rank + file) for file in files] for rank in ranks]
    if not borders:
        return "\n".join(" ".join(row) for row in rows)
    rule = "  " + "-" * 17
    lines = [rule]
    for rank, row in zip(ranks, rows, strict=True):
        lines += [f"{rank + 1} |{'|'.join(row)}|", rule]
    return "\n".join([*lines, "   " + " ".join(FILE_NAMES[file] for file in files)])
