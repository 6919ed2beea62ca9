"""The tags of many games as columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiwipete.games.layout import Part, joined, viewed


class TagColumns(Mapping[str, NDArray[Any]]):
    r"""The tags of games: a mapping from names to columns of text, made when they are asked for.

    A column has None where a game does not have the tag.

    >>> text = b'[White "Ada"]\n[WhiteElo "2100"]\n\n1. e4 *\n\n[White "Bob"]\n\n1. d4 *'
    >>> headers = kiwipete.games.read_games(io.BytesIO(text)).headers
    >>> headers["White"], headers["WhiteElo"]
    (array(['Ada', 'Bob'], dtype=object), array(['2100', None], dtype=object))
    >>> headers.integers("WhiteElo")
    array([2100,   -1])
    """

    def __init__(
        self, parts: Sequence[Part], rows: NDArray[np.int64] | None, kept: frozenset[str] | None
    ) -> None:
        self._parts = parts
        self._rows = rows
        self._kept = kept

    def __getitem__(self, name: str) -> NDArray[Any]:
        self._check(name)
        values: list[str | None] = []
        for part in self._parts:
            values += part.chunk.values(name)
        column = np.empty(len(values), dtype=object)
        column[:] = values
        return column if self._rows is None else column[self._rows]

    def integers(self, name: str, missing: int = -1) -> NDArray[np.int64]:
        """Return a column of whole numbers, with `missing` where a game has none."""
        self._check(name)
        column = joined([part.chunk.numbers(name, missing) for part in self._parts], np.int64)
        return column if self._rows is None else column[self._rows]

    def _check(self, name: str) -> None:
        if self._kept is not None and name not in self._kept:
            raise KeyError(f"{name} is not among the tags that were kept")

    def __iter__(self) -> Iterator[str]:
        seen: dict[str, None] = {}
        for part in self._parts:
            for number in np.unique(viewed(part.chunk.tag_ids, np.uint32)).tolist():
                name = part.chunk.names[number]
                if self._kept is None or name in self._kept:
                    seen[name] = None
        return iter(seen)

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __repr__(self) -> str:
        return f"<TagColumns: {', '.join(self)}>"
