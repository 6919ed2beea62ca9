"""Codecs: positions as planes of numbers and moves as indices, by the names they are known by.

>>> alphazero = codec("alphazero")
>>> alphazero
<Codec alphazero, version 1: 119 planes, 4672 moves>
>>> fens = [kiwipete.STARTING_FEN, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
>>> positions = kiwipete.arrays.from_fens(fens)
>>> alphazero.planes(positions).shape
(2, 119, 8, 8)
>>> alphazero.mask(positions).sum(axis=1)
array([20,  6])

docs/codecs.md describes each codec square by square. The numbers of a version never change, so
that models may rely on them.
"""

from __future__ import annotations

from typing import Any, Literal, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kiwipete._core import codec_arrays as core
from kiwipete._core.codecs import sizes
from kiwipete.arrays.layout import FAULTS, as_bytes, checked, target
from kiwipete.arrays.parallel import in_stretches
from kiwipete.arrays.positions import faults
from kiwipete.board import Board, Move
from kiwipete.position_record import RECORD_BYTES

__all__ = ["CODECS", "Codec", "NetworkCodec", "codec"]

# Positions for a thread at a time: enough that its overhead does not show, few enough that a batch
# of some thousands keeps all processors busy.
_PLANES_AT_ONCE = 256
_MASKS_AT_ONCE = 1024
_PLANE_TYPES = (np.dtype(np.float32), np.dtype(np.uint8))


class Codec:
    """A way to write positions as planes and moves as indices.

    `name` and `version` say which. `shape` is that of a position's planes: their number, then rank
    and file. `moves` is the number of indices, and `history` how many positions the planes show.
    """

    def __init__(self, name: str, version: int = 1) -> None:
        self._number = core.NUMBERS[name]
        planes, moves, history = sizes(self._number)
        self.name = name
        self.version = version
        self.shape = (planes, 8, 8)
        self.moves = moves
        self.history = history

    def __repr__(self) -> str:
        planes, moves = self.shape[0], self.moves
        return f"<Codec {self.name}, version {self.version}: {planes} planes, {moves} moves>"

    def planes(
        self,
        positions: NDArray[Any],
        *,
        repetitions: NDArray[np.uint8] | None = None,
        dtype: DTypeLike = np.float32,
        out: NDArray[Any] | None = None,
        threads: int | None = None,
    ) -> NDArray[Any]:
        """Return the planes of positions, as float32 or as uint8, in which counts end at 255.

        Positions in two dimensions have their history beside them: each row is a position and
        those before it, newest first, at most eight. A record without pieces ends a row.
        `repetitions` has the shape of the positions, and says how often each had occurred before.

        >>> planes = codec("pieces12").planes(kiwipete.arrays.from_fens([kiwipete.STARTING_FEN]))
        >>> planes[0, 5].argmax() == kiwipete.E1
        np.True_
        >>> e4 = kiwipete.Board()
        >>> e4.push_san("e4")
        Move.from_uci('e2e4')
        >>> row = kiwipete.arrays.from_boards([e4, kiwipete.Board()]).reshape(1, 2)
        >>> codec("lc0").planes(row)[0, 13:19].sum(axis=(1, 2))  # one move ago, Black's pieces
        array([8., 2., 2., 2., 1., 1.], dtype=float32)
        """
        dtype = np.dtype(getattr(out, "dtype", dtype))
        if dtype not in _PLANE_TYPES:
            raise TypeError(f"planes are float32 or uint8, not {dtype}")
        rows = self._rows(positions)
        count, each = rows.shape
        out = target(out, (count, *self.shape), dtype)
        records = as_bytes(rows)
        flat = out.reshape(count, 64 * self.shape[0])
        encode = core.encode_planes if dtype == np.float32 else core.encode_byte_planes
        repeated = None if repetitions is None else _repeated(repetitions, positions.shape)

        def work(begin: int, end: int) -> None:
            part = records[begin * each * RECORD_BYTES : end * each * RECORD_BYTES]
            times = None if repeated is None else repeated[begin * each : end * each]
            done = encode(self._number, part, each, times, flat[begin:end])
            _require(rows, begin + done, end)

        in_stretches(work, count, threads, _PLANES_AT_ONCE)
        return out

    def indices(
        self,
        positions: NDArray[Any],
        moves: NDArray[Any] | None = None,
        *,
        out: NDArray[np.int64] | None = None,
        threads: int | None = None,
    ) -> NDArray[np.int64]:
        """Return the indices of moves, one for each position: by default the moves in the records.

        A move is a number as in `int(move)`; castling may be written as in Chess960 or not. Moves
        that are not legal have the index -1, and so has 0, which stands for none.

        >>> positions = kiwipete.arrays.from_fens([kiwipete.STARTING_FEN] * 3)
        >>> e4, e5 = kiwipete.Move.from_uci("e2e4"), kiwipete.Move.from_uci("e2e5")
        >>> codec("lc0").indices(positions, [int(kiwipete.Board().parse_san("e4")), int(e5), 0])
        array([322,  -1,  -1])
        """
        positions = checked(positions)
        self._need_moves()
        numbers = np.ascontiguousarray(positions["move"] if moves is None else moves)
        if numbers.shape != positions.shape or numbers.dtype.kind not in "iu":
            raise ValueError(
                f"moves are integers, one for each of {len(positions)} positions, "
                f"not {numbers.dtype} of shape {numbers.shape}"
            )
        # What 16 bits cannot hold is not a move.
        bits = np.where((numbers >= 0) & (numbers <= 0xFFFF), numbers, 0).astype(np.uint16)
        out = target(out, positions.shape, np.int64)
        records = as_bytes(positions)

        def work(begin: int, end: int) -> None:
            part = records[begin * RECORD_BYTES : end * RECORD_BYTES]
            done = core.encode_moves(self._number, part, bits[begin:end], out[begin:end])
            _require(positions, begin + done, end)

        in_stretches(work, len(positions), threads)
        return out

    def moves_of(
        self,
        positions: NDArray[Any],
        indices: NDArray[Any],
        *,
        out: NDArray[np.uint16] | None = None,
        threads: int | None = None,
    ) -> NDArray[np.uint16]:
        """Return the legal moves that indices mean, one for each position; 0 where there is none.

        >>> positions = kiwipete.arrays.from_fens([kiwipete.STARTING_FEN] * 2)
        >>> found = codec("lc0").moves_of(positions, [322, 9999])
        >>> found[0] == int(kiwipete.Board().parse_san("e4")), found[1]
        (np.True_, np.uint16(0))
        """
        positions = checked(positions)
        self._need_moves()
        numbers = np.ascontiguousarray(indices)
        if numbers.shape != positions.shape or numbers.dtype.kind not in "iu":
            raise ValueError(
                f"indices are integers, one for each of {len(positions)} positions, "
                f"not {numbers.dtype} of shape {numbers.shape}"
            )
        wide = np.where(numbers < self.moves, numbers, -1).astype(np.int64)
        out = target(out, positions.shape, np.uint16)
        records = as_bytes(positions)

        def work(begin: int, end: int) -> None:
            part = records[begin * RECORD_BYTES : end * RECORD_BYTES]
            done = core.decode_moves(self._number, part, wide[begin:end], out[begin:end])
            _require(positions, begin + done, end)

        in_stretches(work, len(positions), threads)
        return out

    def mask(
        self,
        positions: NDArray[Any],
        *,
        packed: bool = False,
        out: NDArray[Any] | None = None,
        threads: int | None = None,
    ) -> NDArray[Any]:
        """Return which indices are legal moves, a row for each position.

        Rows are bool; `out` may be uint8, too. With `packed` they are bits, as from
        `numpy.packbits(mask, axis=1, bitorder="little")`: an eighth of the memory.

        >>> positions = kiwipete.arrays.from_fens([kiwipete.STARTING_FEN])
        >>> codec("alphazero").mask(positions).shape
        (1, 4672)
        >>> codec("alphazero").mask(positions, packed=True).shape
        (1, 584)
        """
        positions = checked(positions)
        self._need_moves()
        width = (self.moves + 7) // 8 if packed else self.moves
        is_bool = not packed and (out is None or getattr(out, "dtype", None) == np.bool_)
        out = target(out, (len(positions), width), np.bool_ if is_bool else np.uint8)
        records = as_bytes(positions)
        rows = out.view(np.uint8)

        def work(begin: int, end: int) -> None:
            part = records[begin * RECORD_BYTES : end * RECORD_BYTES]
            done = core.encode_masks(self._number, part, rows[begin:end], packed)
            _require(positions, begin + done, end)

        in_stretches(work, len(positions), threads, _MASKS_AT_ONCE)
        return out

    def encode(self, board: Board) -> NDArray[np.float32]:
        """Return the planes of a board, with the positions that its moves have passed.

        >>> board = kiwipete.Board()
        >>> for san in "Nf3 Nf6 Ng1 Ng8".split():
        ...     _ = board.push_san(san)
        >>> planes = codec("alphazero").encode(board)
        >>> planes[12].all(), planes[13].any()   # it was there once before, not twice
        (np.True_, np.False_)
        """
        out = np.empty(self.shape, np.float32)
        core.encode_board(self._number, board, out.reshape(-1))
        return out

    def index(self, board: Board, move: Move) -> int:
        """Return the index of a legal move.

        >>> board = kiwipete.Board()
        >>> codec("pieces12").index(board, board.parse_san("e4")) == 64 * kiwipete.E2 + kiwipete.E4
        True
        """
        return core.board_index(self._number, board, move)

    def move(self, board: Board, index: int) -> Move:
        """Return the legal move that has an index; ValueError if there is none.

        >>> codec("pieces12").move(kiwipete.Board(), 64 * kiwipete.G1 + kiwipete.F3)
        Move.from_uci('g1f3')
        """
        return core.board_move(self._number, board, index)

    def _need_moves(self) -> None:
        if not self.moves:
            raise ValueError(f"the codec {self.name} has no moves")

    def _rows(self, positions: NDArray[Any]) -> NDArray[Any]:
        """Return positions as rows of one position and its history."""
        if getattr(positions, "ndim", 1) != 2:
            return checked(positions).reshape(-1, 1)
        count, each = positions.shape
        if not 1 <= each <= 8:
            raise ValueError(f"a row has a position and at most 7 before it, not {each} in all")
        return checked(positions.reshape(-1)).reshape(count, each)


class NetworkCodec(Codec):
    """The codec of our own network, which reads features rather than planes and has no moves."""

    def features(
        self,
        positions: NDArray[Any],
        *,
        out: NDArray[np.uint16] | None = None,
        threads: int | None = None,
    ) -> NDArray[np.uint16]:
        """Return the features of positions: two views, of the side to move first, of 32 numbers.

        A feature is 64 * kind + square, plus 384 for the other side's pieces, as the view sees the
        board. A view has one for each piece; the rest is 768, which stands for none.

        >>> positions = kiwipete.arrays.from_fens(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"])
        >>> features = codec("network").features(positions)
        >>> features.shape, features[0, :, :4].tolist()
        ((1, 2, 32), [[323, 11, 763, 768], [763, 435, 323, 768]])
        """
        positions = checked(positions)
        out = target(out, (len(positions), 2, 32), np.uint16)
        records = as_bytes(positions)

        def work(begin: int, end: int) -> None:
            part = records[begin * RECORD_BYTES : end * RECORD_BYTES]
            _require(positions, begin + core.encode_features(part, out[begin:end]), end)

        in_stretches(work, len(positions), threads)
        return out


def _repeated(repetitions: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    found = np.ascontiguousarray(repetitions)
    if found.shape != shape or found.dtype.kind not in "biu":
        raise ValueError(
            f"repetitions are integers of shape {shape}, not {found.dtype} of {found.shape}"
        )
    return np.minimum(np.maximum(found, 0), 2).astype(np.uint8).reshape(-1)


def _require(positions: NDArray[Any], done: int, wanted: int) -> None:
    """Raise ValueError if a record stopped the work; rows have their history beside them."""
    if done < wanted:
        record = positions[done : done + 1].reshape(-1)[:1].copy()
        record["move"] = 0  # it isn't what stopped the work
        fault = FAULTS[faults(record)[0]] or "impossible pieces in its history"
        raise ValueError(f"position {done}: {fault}")


CODECS = ("alphazero", "lc0", "pieces12", "network")
_codecs: dict[tuple[str, int], Codec] = {
    (name, 1): (NetworkCodec if name == "network" else Codec)(name) for name in CODECS
}


@overload
def codec(name: Literal["network"], version: int = 1) -> NetworkCodec: ...


@overload
def codec(name: str, version: int = 1) -> Codec: ...


def codec(name: str, version: int = 1) -> Codec:
    """Return a codec by its name and version; ValueError if there is none.

    >>> codec("lc0").moves
    1858
    >>> codec("lc1")
    Traceback (most recent call last):
        ...
    ValueError: no codec 'lc1' version 1; there are: alphazero, lc0, pieces12, network
    """
    try:
        return _codecs[name, version]
    except (KeyError, TypeError):
        known = ", ".join(CODECS)
        raise ValueError(f"no codec {name!r} version {version}; there are: {known}") from None
