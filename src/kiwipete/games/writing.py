"""Writing games in bulk as PGN."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kiwipete._core.game_chunk import Column
from kiwipete.arrays.parallel import usable_threads
from kiwipete.games.layout import Part
from kiwipete.games.ordered_work import in_order

if TYPE_CHECKING:
    from kiwipete.games.collection import Games


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
        return b"".join(_separate_texts(part, numbers))

    return written


def game_texts(games: Games) -> Iterator[bytes]:
    r"""Yield the texts of games, which must have been kept, each with a blank line after it.

    >>> games = kiwipete.games.read_games(io.BytesIO(b"1. e4 *\n\n\n1. d4 *"), text=True)
    >>> list(game_texts(games))
    [b'1. e4 *\n\n', b'1. d4 *\n\n']
    """
    for part, numbers in games.stretches():
        if part.text is None:
            raise ValueError("the text of the games was not kept: read them with text=True")
        yield from _separate_texts(part, numbers)


def _separate_texts(part: Part, numbers: NDArray[np.int64]) -> Iterator[bytes]:
    for text in part.game_texts(numbers):
        yield text.strip() + b"\n\n"
