"""Writing games in bulk as PGN."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from kiwipete._core.game_chunk import Column
from kiwipete.arrays.parallel import usable_threads
from kiwipete.games.layout import Part
from kiwipete.games.ordered_work import in_order


def write_games(
    stretches: Iterable[tuple[Part, NDArray[np.int64]]],
    target: str | os.PathLike[str] | IO[bytes],
    *,
    columns: int | None,
    threads: int | None,
) -> None:
    """Write games, given as parts and numbers in them."""
    tasks = (_task(part, numbers, columns) for part, numbers in stretches)
    file: Any = (
        open(target, "wb")  # noqa: PTH123, SIM115
        if isinstance(target, str | os.PathLike)
        else nullcontext(target)
    )
    with file as out:
        for text in in_order(tasks, usable_threads(threads)):
            out.write(text)


def _task(
    part: Part, numbers: NDArray[np.int64], columns: int | None
) -> Callable[[], Column | bytes]:
    def written() -> Column | bytes:
        if part.text is None:
            return part.chunk.write(numbers, columns)
        return b"".join((part.game_text(number) or b"").strip() + b"\n\n" for number in numbers)

    return written
