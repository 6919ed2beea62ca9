"""Writing games in bulk as PGN."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from itertools import pairwise
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from kiwipete._core.game_chunk import Column
from kiwipete.arrays.parallel import usable_threads
from kiwipete.games.layout import Part

_GAMES_AT_ONCE = 8192


def write_games(
    parts: Sequence[Part],
    firsts: NDArray[np.int64],
    rows: NDArray[np.int64],
    target: str | os.PathLike[str] | IO[bytes],
    *,
    columns: int | None,
    threads: int | None,
) -> None:
    """Write some of the games of parts, in the order of their rows."""
    tasks = (_task(parts[part], numbers, columns) for part, numbers in _stretches(firsts, rows))
    file: Any = (
        open(target, "wb")  # noqa: PTH123, SIM115
        if isinstance(target, str | os.PathLike)
        else nullcontext(target)
    )
    with file as out:
        for text in _in_order(tasks, usable_threads(threads)):
            out.write(text)


def _stretches(
    firsts: NDArray[np.int64], rows: NDArray[np.int64]
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield the number of a part and rows in it, for rows that follow each other in one part."""
    places = np.searchsorted(firsts, rows, side="right") - 1
    cuts = [0, *(np.flatnonzero(np.diff(places)) + 1).tolist(), len(rows)]
    for begin, end in pairwise(cuts):
        for first in range(begin, end, _GAMES_AT_ONCE):
            part = int(places[first])
            chosen = rows[first : min(end, first + _GAMES_AT_ONCE)] - firsts[part]
            yield part, np.ascontiguousarray(chosen, dtype=np.int64)


def _task(
    part: Part, numbers: NDArray[np.int64], columns: int | None
) -> Callable[[], Column | bytes]:
    def written() -> Column | bytes:
        if part.text is None:
            return part.chunk.write(numbers, columns)
        texts = []
        for row in part.rows()[numbers]:
            texts.append(part.text[row["text_start"] : row["text_end"]].strip() + b"\n\n")
        return b"".join(texts)

    return written


def _in_order(
    tasks: Iterator[Callable[[], Column | bytes]], threads: int
) -> Iterator[Column | bytes]:
    """Call tasks on threads and yield what they return, in their order."""
    if threads == 1:
        for task in tasks:
            yield task()
        return
    waiting: deque[Future[Column | bytes]] = deque()
    with ThreadPoolExecutor(threads, thread_name_prefix="kiwipete-games") as pool:
        for task in tasks:
            waiting.append(pool.submit(task))
            if len(waiting) > threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
