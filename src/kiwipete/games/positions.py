"""The positions of many games as batches of arrays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kiwipete._core.codec_arrays import NUMBERS
from kiwipete._core.game_positions import NO_SCORE, write_game_planes, write_positions
from kiwipete.arrays import POSITION, Codec, codec, turns
from kiwipete.arrays.layout import as_bytes, target
from kiwipete.arrays.parallel import in_parallel, usable_threads
from kiwipete.games.layout import Part
from kiwipete.games.ordered_work import in_order
from kiwipete.games.tag_columns import TagColumns

__all__ = ["NO_SCORE", "GameArrays", "PositionBatch", "PositionBatches", "game_arrays"]

_AT_ONCE = 16384  # positions that a thread writes
_PLANES_AT_ONCE = 256


class GameArrays(NamedTuple):
    """Games as the compiled walk over their positions takes them."""

    moves: NDArray[np.uint16]
    offsets: NDArray[np.int64]
    results: NDArray[np.float32]
    chess960: NDArray[np.uint8]
    evals: NDArray[np.int32] | None
    starts: dict[int, str]  # FENs of games that begin elsewhere


def game_arrays(
    parts: Sequence[Part],
    rows: NDArray[np.int64] | None,
    moves: NDArray[np.uint16],
    offsets: NDArray[np.int64],
    results: NDArray[np.float32],
    evals: NDArray[np.int32] | None,
) -> GameArrays:
    """Return games with the positions that they start from."""
    chosen = slice(None) if rows is None else rows
    empty = np.empty(0, np.uint8)
    chess960 = np.concatenate([empty, *(part.rows()["chess960"] for part in parts)])[chosen]
    elsewhere = np.concatenate([empty, *(part.rows()["other_start"] for part in parts)])[chosen]
    numbers = np.flatnonzero(elsewhere)
    starts: dict[int, str] = {}
    if len(numbers):
        fens = TagColumns(parts, rows, None)["FEN"]
        starts = dict(zip(numbers.tolist(), fens[numbers].tolist(), strict=True))
    return GameArrays(moves, offsets, results, chess960, evals, starts)


class PositionBatch(NamedTuple):
    """Positions of games, with the numbers of these games and the plies in them.

    `positions` is an array of `kiwipete.arrays.POSITION`. Its labels are the move that was played,
    as `kiwipete.arrays.legal_moves` writes it, or 0 after the last one; the score of the
    evaluation, NO_SCORE if there is none; and the result. `results` are points for the side to
    move, NaN where the game has no result, for which the label says drawn.

    With a codec, `planes` are those of the positions with the ones before them in the game, and
    `indices` those of the moves; -1 for none. Both are None without. Planes that go into the
    caller's array are overwritten by the next batch.
    """

    positions: NDArray[Any]
    games: NDArray[np.int64]
    plies: NDArray[np.int32]
    results: NDArray[np.float32]
    planes: NDArray[Any] | None = None
    indices: NDArray[np.int64] | None = None


class PositionBatches(Iterator[PositionBatch]):
    """Batches of the positions of games, made while they are taken; see `Games.positions`.

    `left_out` is the number of positions so far that no record can have: those that no game
    reaches from the start, such as with nine pawns or without a king.
    """

    def __init__(
        self,
        games: GameArrays,
        numbers: NDArray[np.int64],
        batch: int,
        *,
        skip: int = 0,
        every: int = 1,
        final: bool = False,
        encoding: str | Codec | None = None,
        dtype: DTypeLike = np.float32,
        out: NDArray[Any] | None = None,
        threads: int | None = None,
    ) -> None:
        if batch < 1:
            raise ValueError(f"batch is at least 1, not {batch}")
        if skip < 0 or every < 1:
            raise ValueError(f"skip is at least 0 and every at least 1, not {skip} and {every}")
        self._dtype = np.dtype(getattr(out, "dtype", dtype))
        if self._dtype not in (np.float32, np.uint8):
            raise TypeError(f"planes are float32 or uint8, not {self._dtype}")
        self.left_out = 0
        self._games = games
        self._wanted = (skip, every, bool(final))
        self._codec = codec(encoding) if isinstance(encoding, str) else encoding
        self._out = out
        if out is not None:
            if self._codec is None:
                raise ValueError("out is for planes, which need a codec")
            target(out, (batch, *self._codec.shape), self._dtype)
        self._threads = usable_threads(threads)
        self._batches = self._cut(numbers, batch)

    def __next__(self) -> PositionBatch:
        return next(self._batches)

    def _cut(self, numbers: NDArray[np.int64], batch: int) -> Iterator[PositionBatch]:
        """Yield batches of one size, and a last one with the rest."""
        waiting: list[tuple[NDArray[Any], ...]] = []
        count = 0
        work = (partial(self._written, each) for each in self._stretches(numbers))
        for columns, left_out in in_order(work, self._threads):
            self.left_out += left_out
            waiting.append(columns)
            count += len(columns[0])
            if count >= batch:
                whole = _joined(waiting)
                end = count - count % batch
                for begin in range(0, end, batch):
                    yield self._batch([column[begin : begin + batch] for column in whole])
                waiting, count = [tuple(column[end:] for column in whole)], count - end
        if count:
            yield self._batch(_joined(waiting))

    def _stretches(self, numbers: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """Cut the games into stretches of about as many positions."""
        moves = np.cumsum(np.diff(self._games.offsets)[numbers])
        ends = np.flatnonzero(np.diff(moves // (_AT_ONCE * self._wanted[1]))) + 1
        return iter(np.split(numbers, ends) if len(numbers) else [])

    def _written(self, numbers: NDArray[np.int64]) -> tuple[tuple[NDArray[Any], ...], int]:
        """Return the columns of some games, and how many of their positions are left out."""
        skip, every, final = self._wanted
        lengths = np.diff(self._games.offsets)[numbers]
        room = int(np.where(lengths, np.maximum(-(-(lengths + final - skip) // every), 0), 0).sum())
        columns = np.empty(room, POSITION), np.empty(room, np.int64), np.empty(room, np.int32)
        written, left_out = write_positions(
            *self._games, numbers, skip, every, final, as_bytes(columns[0]), *columns[1:]
        )
        return tuple(column[:written] for column in columns), left_out

    def _batch(self, columns: Sequence[NDArray[Any]]) -> PositionBatch:
        positions, games, plies = columns
        points = self._games.results[games]
        results = np.where(turns(positions), points, 1 - points)
        if self._codec is None:
            return PositionBatch(positions, games, plies, results)
        indices = self._codec.indices(positions) if self._codec.moves else None
        planes = self._planes(self._codec, games, plies)
        return PositionBatch(positions, games, plies, results, planes, indices)

    def _planes(
        self, encoding: Codec, games: NDArray[np.int64], plies: NDArray[np.int32]
    ) -> NDArray[Any]:
        """Return the planes of positions with those before them."""
        shape = (len(games), *encoding.shape)
        planes = np.empty(shape, self._dtype) if self._out is None else self._out[: len(games)]
        rows = planes.reshape(len(games), -1)
        moves, offsets, _, chess960, _, starts = self._games
        is_float = self._dtype == np.float32

        def work(begin: int) -> None:
            part = slice(begin, begin + _PLANES_AT_ONCE)
            out = (rows[part], None) if is_float else (None, rows[part])
            done = write_game_planes(
                NUMBERS[encoding.name], moves, offsets, chess960, starts,
                games[part], plies[part], *out,
            )  # fmt: skip
            assert done == len(games[part])

        begins = range(0, len(games), _PLANES_AT_ONCE)
        in_parallel([partial(work, begin) for begin in begins], self._threads)
        return planes


def _joined(parts: list[tuple[NDArray[Any], ...]]) -> list[NDArray[Any]]:
    if len(parts) == 1:
        return list(parts[0])
    return [np.concatenate(columns) for columns in zip(*parts, strict=True)]
