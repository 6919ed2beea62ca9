"""Games sorted by tags, in bounded memory: sorted runs on disk, which are merged."""

from __future__ import annotations

import heapq
import os
import pickle
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from operator import itemgetter
from types import TracebackType
from typing import IO, Any

from kiwipete.games.collection import Games
from kiwipete.games.writing import game_texts

# What the key of a game takes besides its text, about, in bytes.
_OVERHEAD = 600
# How many runs are merged at once.
_FAN_IN = 64

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_DIGITS = re.compile(r"([0-9]+)")

_Entry = tuple[Any, bytes]


def sort_key(value: str | None, *, reverse: bool = False) -> tuple[Any, ...]:
    """Return what a value of a tag is sorted by.

    Numbers come first, by size, then other texts, in which digits count as numbers, then games
    without the tag or with ? for a value; these are last in reverse order too.

    >>> values = ["10", None, "-3", "B90", "9", "B9", "????.??.??", "2024.05.01", "2024.04.30"]
    >>> sorted(values, key=sort_key)
    ['-3', '9', '10', '2024.04.30', '2024.05.01', 'B9', 'B90', None, '????.??.??']
    """
    if value is None or not any(map(str.isalnum, value)):
        return (0,) if reverse else (3,)
    if _WHOLE_NUMBER.fullmatch(value):
        return (1, int(value))
    parts: list[Any] = _DIGITS.split(value)
    for place in range(1, len(parts), 2):
        digits = parts[place].lstrip("0")
        parts[place] = (len(digits), digits)
    return (2, *parts)


class Sorter:
    r"""Sorts games by tags, all equal ones in the order in which they came.

    At most about `memory` bytes of games are held at a time; what is more waits in sorted files in
    `folder`, which vanish with the process. Use it as a context manager.

    >>> text = b'[WhiteElo "2100"]\n\n1. e4 *\n\n[WhiteElo "900"]\n\n1. d4 *\n'
    >>> with Sorter(["WhiteElo"]) as sorter:
    ...     sorter.add(kiwipete.games.read_games(io.BytesIO(text), text=True))
    ...     [game.split()[1] for game in sorter.texts()]
    [b'"900"]', b'"2100"]']
    """

    def __init__(
        self,
        tags: Sequence[str],
        *,
        reverse: bool = False,
        memory: int = 256 << 20,
        folder: str | os.PathLike[str] | None = None,
    ) -> None:
        if not tags:
            raise ValueError("no tag to sort by")
        self._tags = tuple(tags)
        self._reverse = reverse
        self._memory = memory
        self._folder = folder
        self._held: list[_Entry] = []
        self._size = 0
        # Runs by level; each is merged from _FAN_IN of the level below.
        self._levels: list[list[IO[bytes]]] = []
        self._stack = ExitStack()
        self.games = 0

    def __enter__(self) -> Sorter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def add(self, games: Games) -> None:
        """Take some games, which were read with their text."""
        columns = [games.headers[name].tolist() for name in self._tags]
        for values, text in zip(zip(*columns, strict=True), game_texts(games), strict=True):
            key = tuple(sort_key(value, reverse=self._reverse) for value in values)
            self._held.append((key, text))
            self._size += len(text) + _OVERHEAD
            if self._size > self._memory:
                self._spill()
        self.games += len(games)

    def texts(self) -> Iterator[bytes]:
        """Yield the texts of all games in order."""
        self._sort_held()
        runs = [_entries(run) for level in reversed(self._levels) for run in level]
        for _, text in self._merged([*runs, iter(self._held)]):
            yield text

    def _sort_held(self) -> None:
        self._held.sort(key=itemgetter(0), reverse=self._reverse)

    def _merged(self, runs: Sequence[Iterable[_Entry]]) -> Iterator[_Entry]:
        return heapq.merge(*runs, key=itemgetter(0), reverse=self._reverse)

    def _spill(self) -> None:
        """Write what is held as a run, and merge runs when there are many."""
        self._sort_held()
        self._keep_run(0, self._held)
        self._held, self._size = [], 0
        level = 0
        while level < len(self._levels) and len(self._levels[level]) == _FAN_IN:
            runs, self._levels[level] = self._levels[level], []
            self._keep_run(level + 1, self._merged([_entries(run) for run in runs]))
            for run in runs:
                run.close()
            level += 1

    def _keep_run(self, level: int, entries: Iterable[_Entry]) -> None:
        file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115
        self._stack.callback(file.close)
        for entry in entries:
            pickle.dump(entry, file, protocol=5)
        while len(self._levels) <= level:
            self._levels.append([])
        self._levels[level].append(file)


def _entries(run: IO[bytes]) -> Iterator[_Entry]:
    run.seek(0)
    while True:
        try:
            yield pickle.load(run)
        except EOFError:
            return
