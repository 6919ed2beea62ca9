"""Games that occur twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiwipete.games.collection import Games
from kiwipete.games.writing import game_texts


class Duplicates:
    r"""Recognises games that it has seen: equal start, moves and result, and equal tags if named.

    A damaged game, or one without moves, is the same only if all of its text is. The games must
    have been read with their text and the named tags. Memory: 16 bytes for each different game,
    and twice that for moments.

    >>> text = b'[White "a"]\n\n1. e4 1-0\n\n[White "b"]\n\n1. e4 1-0\n\n1. e4 *\n'
    >>> games = kiwipete.games.read_games(io.BytesIO(text), text=True)
    >>> Duplicates().unseen(games), Duplicates(["White"]).unseen(games)
    (array([ True, False,  True]), array([ True,  True,  True]))
    """

    def __init__(self, tags: Sequence[str] = ()) -> None:
        self._tags = tuple(tags)
        self._seen = KeySet()

    def unseen(self, games: Games) -> NDArray[np.bool_]:
        """Return which of the games are new, and remember them all."""
        return self._seen.add(np.array(list(self._keys(games)), dtype="S16"))

    def _keys(self, games: Games) -> Iterator[bytes]:
        names = ["FEN", "Variant", *self._tags]
        columns = [games.headers[name].tolist() for name in names]
        moves, offsets = memoryview(games.moves.tobytes()), (2 * games.offsets).tolist()
        results, damaged = games.results.tolist(), games.damaged_games.tolist()
        texts = game_texts(games)
        for number, text in enumerate(texts):
            key = blake2b(digest_size=16)
            begin, end = offsets[number], offsets[number + 1]
            if begin == end or damaged[number]:
                key.update(text)
            else:
                values = [column[number] for column in columns]
                key.update(repr((results[number], values)).encode())
                key.update(moves[begin:end])
            yield key.digest()


class KeySet:
    """A set of 16-byte keys, in sorted arrays that are merged as they grow."""

    def __init__(self) -> None:
        self._runs: list[NDArray[Any]] = []

    def __len__(self) -> int:
        return sum(map(len, self._runs))

    def add(self, keys: NDArray[Any]) -> NDArray[np.bool_]:
        """Add keys; return which of them were new, of equal ones the first."""
        new = np.zeros(len(keys), dtype=bool)
        new[np.unique(keys, return_index=True)[1]] = True
        for run in self._runs:
            places = np.searchsorted(run, keys)
            places[places == len(run)] = 0
            new &= run[places] != keys
        if new.any():
            self._runs.append(np.sort(keys[new]))
        while len(self._runs) > 1 and len(self._runs[-2]) < 2 * len(self._runs[-1]):
            merged = np.concatenate([self._runs.pop(), self._runs.pop()])
            merged.sort(kind="stable")  # quick for two sorted halves
            self._runs.append(merged)
        return new
