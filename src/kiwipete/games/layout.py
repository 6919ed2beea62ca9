"""The layout of what the compiled reader returns, as NumPy sees it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from kiwipete._core.game_chunk import MATE, NO_EVAL, Chunk, Column

__all__ = [
    "ERROR", "MATE", "NO_EVAL", "ROW", "Part", "joined", "records", "viewed",
]  # fmt: skip

# Lines without moves at the beginning of a game.
_TAGS = re.compile(rb"(?:[ \t\r]*\n|[\[%;][^\n]*(?:\n|$))*")

_Scalar = TypeVar("_Scalar", bound=np.generic)

ROW = np.dtype(
    [
        ("plies", "i8"), ("tags", "i8"), ("line", "i8"), ("text_start", "i8"), ("text_end", "i8"),
        ("result", "f4"), ("chess960", "u1"), ("other_start", "u1"), ("padding", "u2"),
    ]
)  # fmt: skip

ERROR = np.dtype(
    [
        ("game", "i8"), ("ply", "i8"), ("line", "i8"), ("column", "i8"), ("text_start", "i8"),
        ("text_length", "i4"), ("damage", "i4"),
    ]
)  # fmt: skip


def viewed(column: Column, dtype: type[_Scalar]) -> NDArray[_Scalar]:
    """Return the memory of a column as an array, without a copy."""
    memory: Any = column  # type checkers know of buffers from Python 3.12 on
    return np.frombuffer(memory, dtype)


def records(column: Column, layout: np.dtype[Any]) -> NDArray[Any]:
    """Return the memory of a column of records as an array, without a copy."""
    memory: Any = column
    return np.frombuffer(memory, layout)


def joined(columns: Sequence[Column], dtype: type[_Scalar]) -> NDArray[_Scalar]:
    """Return the content of columns one after the other; that of a single one without a copy."""
    arrays = [viewed(column, dtype) for column in columns if len(column)]
    if len(arrays) == 1:
        return arrays[0]
    return np.concatenate(arrays) if arrays else np.empty(0, dtype)


@dataclass(frozen=True)
class Part:
    """A chunk of a file that has been read, and its text if that is kept.

    The text of a table's rows has no tags in it.
    """

    chunk: Chunk
    lines_before: int
    text: bytes | None
    path: str | None = None
    from_table: bool = False

    def rows(self) -> NDArray[Any]:
        """Return what is known of each game."""
        return records(self.chunk.rows, ROW)

    def game_text(self, number: int) -> bytes | None:
        """Return the text of a game, tags included, if it was kept."""
        return next(self.game_texts([number]), None)

    def game_texts(self, numbers: NDArray[np.int64] | list[int]) -> Iterator[bytes]:
        """Yield the texts of games, tags included, if they were kept."""
        for number, text in zip(numbers, self._kept_texts(numbers), strict=False):
            yield self._tag_lines(int(number)) + text + b"\n" if self.from_table else text

    def moves_texts(self, numbers: NDArray[np.int64] | list[int]) -> Iterator[bytes]:
        """Yield the texts of the moves of games, in one line each, if they were kept."""
        for text in self._kept_texts(numbers):
            if not self.from_table:
                text = _TAGS.sub(b"", text, count=1)
            if b";" in text or b"\n%" in text:  # line breaks end what these begin
                yield text.strip()
            else:
                yield text.replace(b"\r", b"").replace(b"\n", b" ").strip()

    def _kept_texts(self, numbers: NDArray[np.int64] | list[int]) -> Iterator[bytes]:
        if self.text is not None:
            rows = self.rows()[numbers]
            for begin, end in zip(
                rows["text_start"].tolist(), rows["text_end"].tolist(), strict=True
            ):
                yield self.text[begin:end]

    def _tag_lines(self, number: int) -> bytes:
        tags = self.chunk.tags(number).items()
        return "".join(f'[{name} "{value}"]\n' for name, value in tags).encode() + b"\n"
