"""Boards: many games at once, as arrays.

>>> boards = Boards(3, seed=1)
>>> boards.push(boards.sample())
>>> boards.legal_mask().sum(axis=1)
array([20, 20, 20])
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kiwipete._core.board_vector import BoardVector
from kiwipete._core.codec_arrays import NUMBERS
from kiwipete.arrays.buffers import filled_by, integers
from kiwipete.arrays.codecs import Codec
from kiwipete.arrays.codecs import codec as named_codec
from kiwipete.arrays.layout import POSITION
from kiwipete.arrays.parallel import usable_threads
from kiwipete.board import Board
from kiwipete.outcome import Termination

__all__ = ["Boards", "Outcomes"]

_FINISHED = {"raise": 0, "ignore": 1, "reset": 2}
_SEED_BITS = (1 << 64) - 1


class Outcomes(NamedTuple):
    """How games ended: a code and a winner for each board.

    `termination` is 0 while a game goes on, otherwise the value of a `Termination`. `winner` is 1
    for White, -1 for Black, and 0 for a draw or a game that goes on.
    """

    termination: NDArray[np.uint8]
    winner: NDArray[np.int8]


class Boards:
    """Many games at once. Each method works on all of them, in one call and on all cores.

    Moves are the indices of a codec: "alphazero" (4,672 moves), "lc0" (1,858), "pieces12"
    (4,240), or one that `kiwipete.arrays.codec` returns. Games start from the usual position, from
    `fens` (one for all, or one for each), or with `chess960` from a position that is drawn for each
    game anew. They end by checkmate, stalemate, insufficient material, seventy-five moves and
    fivefold repetition; with `claim_draws` also after fifty moves and on the third repetition.

    `seed` determines the positions that are drawn and the moves of `sample`. Neither depends on
    `threads`, which is the number of processors if it is None. With `keep_moves` the boards that
    `boards[i]` returns have the moves since the start on their stacks. Only one thread may use an
    object at a time: RuntimeError in another.

    >>> boards = Boards(4)
    >>> len(boards), boards.moves, boards.shape
    (4, 4672, (119, 8, 8))
    >>> boards.push_moves([int(Board().parse_san(san)) for san in ("e4", "d4", "Nf3", "c4")])
    >>> boards.fens()[2]
    'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'
    """

    def __init__(
        self,
        n: int,
        codec: str | Codec = "alphazero",
        chess960: bool = False,
        fens: str | Sequence[str] | None = None,
        seed: int | None = None,
        threads: int | None = None,
        *,
        claim_draws: bool = False,
        keep_moves: bool = True,
    ) -> None:
        self.codec = codec if isinstance(codec, Codec) else named_codec(codec)
        if not self.codec.moves:
            raise ValueError(f"the codec {self.codec.name} does not number moves")
        self._count = operator.index(n)
        self.chess960 = bool(chess960)
        self.claim_draws = bool(claim_draws)
        self.moves = self.codec.moves
        self.shape = self.codec.shape
        self._core = BoardVector(
            self._count, NUMBERS[self.codec.name], self.chess960, self.claim_draws,
            bool(keep_moves), _seed(seed), min(usable_threads(threads), 256),
        )  # fmt: skip
        self._mask: NDArray[np.bool_] | None = None
        self.reset(fens=fens)

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        chess960 = ", chess960=True" if self.chess960 else ""
        return f"Boards({self._count}, {self.codec.name!r}{chess960})"

    # Moves.

    def push(
        self,
        indices: Any,
        *,
        where: Any = None,
        finished: Literal["raise", "ignore", "reset"] = "raise",
        autoreset: bool = False,
    ) -> None:
        """Push a move on each board, given by its index.

        `where` may name the boards to push on, as an array of truth values. Games that are over
        raise ValueError; with `finished="ignore"` they stay as they are, with "reset" they start
        anew, both whatever their index is. With `autoreset` the games that end by this push start
        anew at once; `outcome` says how they ended.

        ValueError names the first board on which nothing can be pushed, and then nothing is pushed
        on any board.

        >>> boards = Boards(2, fens="4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
        >>> boards.push([584, 0])  # a2a3, and north from a1
        Traceback (most recent call last):
        ...
        ValueError: board 1: no legal move has the index 0 in 4k3/8/8/8/8/8/P7/4K3 w - - 0 1
        """
        array = integers(indices, self._count, "indices")
        fault = self._core.push(array, None, self._where(where), _number(finished), bool(autoreset))
        if fault is not None:
            self._raise(fault, f"no legal move has the index {array[fault[0]]}")

    def push_moves(
        self,
        moves: Any,
        *,
        where: Any = None,
        finished: Literal["raise", "ignore", "reset"] = "raise",
        autoreset: bool = False,
    ) -> None:
        """Push a move on each board, given as the 16-bit number that `int(move)` returns.

        Squares and promotion count; castling is written as the boards write it: with `chess960`,
        the king takes its rook. The rest is as in `push`.

        >>> boards = Boards(1, chess960=True, fens="4k3/8/8/8/8/8/8/4K2R w K -")
        >>> boards.push_moves([int(boards[0].parse_san("O-O"))])
        >>> boards.fens()
        ['4k3/8/8/8/8/8/8/5RK1 b - - 1 1']
        """
        array = integers(moves, self._count, "moves")
        given = array.astype(np.uint16)
        if (given != array).any():
            raise ValueError("moves must be numbers of 16 bits")
        fault = self._core.push(None, given, self._where(where), _number(finished), bool(autoreset))
        if fault is not None:
            self._raise(fault, f"the move {array[fault[0]]} is not legal")

    def _raise(self, fault: tuple[int, bool], what: str) -> None:
        board, is_over = fault
        if is_over:
            ending = Termination(int(self.outcome().termination[board]))
            raise ValueError(f"board {board}: the game is over by {_words(ending)}")
        raise ValueError(f"board {board}: {what} in {self._core.fen(board)}")

    def legal_mask(self, out: Any = None) -> NDArray[Any]:
        """Return the legal moves: a row for each board, with a place for each index of the codec.

        Without `out` it is the boards' own array of truth values, read-only. From the first call
        on it is kept up to date: every later push and reset changes it, and writes only the places
        that change. `out` is filled once: uint8, int8 or bool, of shape (n, moves), an array or
        any other object that offers its memory by the buffer protocol or DLPack. Games that are
        over have no legal moves.

        >>> boards = Boards(2)
        >>> mask = boards.legal_mask()
        >>> boards.push(boards.sample(), where=[True, False])
        >>> copy = boards.legal_mask(out=np.empty((2, boards.moves), np.int8))
        >>> bool((copy == mask).all())
        True
        """
        if out is not None:
            array = filled_by(out, (self._count, self.moves), np.uint8, np.int8, np.bool_)
            self._core.legal_mask(array.view(np.uint8))
            return array
        if self._mask is None:
            mask = np.zeros((self._count, self.moves), np.uint8)
            self._core.keep_mask(mask)
            self._mask = mask.view(np.bool_)
            self._mask.flags.writeable = False
        return self._mask

    def legal_bits(self, out: Any = None) -> NDArray[np.uint8]:
        """Return the legal moves with a bit for each index, the lowest bit of a byte first.

        >>> bits = Boards(2).legal_bits()
        >>> bits.shape
        (2, 584)
        >>> np.unpackbits(bits, axis=1, count=4672, bitorder="little").sum(axis=1)
        array([20, 20], dtype=uint64)
        """
        shape = (self._count, (self.moves + 7) // 8)
        array = np.empty(shape, np.uint8) if out is None else filled_by(out, shape, np.uint8)
        self._core.legal_bits(array)
        return array

    def is_legal(self, indices: Any) -> NDArray[np.bool_]:
        """Return whether each index is that of a legal move on its board.

        >>> Boards(2).is_legal([584, 0])  # a2a3, and north from a1
        array([ True, False])
        """
        legal = np.empty(self._count, np.uint8)
        self._core.are_legal(integers(indices, self._count, "indices"), legal)
        return legal.view(np.bool_)

    def sample(self, out: Any = None) -> NDArray[np.int64]:
        """Return the index of a random legal move for each board, -1 where the game is over.

        >>> boards = Boards(2, fens=["k7/8/8/8/8/8/8/K6R w - -", "k7/8/KQ6/8/8/8/8/8 b - -"])
        >>> boards.sample()[1]
        np.int64(-1)
        """
        shape = (self._count,)
        array = np.empty(shape, np.int64) if out is None else filled_by(out, shape, np.int64)
        self._core.sample(array)
        return array

    # Positions.

    def planes(
        self, out: Any = None, *, rows: Any = None, opponent: bool = False
    ) -> NDArray[np.float32]:
        """Return what the codec shows of each position and the positions before it.

        The shape is (n, planes, 8, 8), and so is that of `out`, which must be float32. `rows` may
        name the boards that are wanted, by their numbers. With `opponent` the boards are seen from
        the side that is not to move.

        >>> Boards(2).planes().shape
        (2, 119, 8, 8)
        """
        numbers = None
        if rows is not None:
            numbers = integers(rows, len(rows), "rows").copy()  # checked once, then trusted
        shape = (self._count if numbers is None else len(numbers), *self.shape)
        array = np.empty(shape, np.float32) if out is None else filled_by(out, shape, np.float32)
        self._core.planes(array.reshape(shape[0], 64 * self.shape[0]), numbers, bool(opponent))
        return array

    @property
    def turns(self) -> NDArray[np.bool_]:
        """Who is to move on each board: True for White.

        >>> Boards(2).turns
        array([ True,  True])
        """
        turns = np.empty(self._count, np.uint8)
        self._core.turns(turns)
        return turns.view(np.bool_)

    def positions(self) -> NDArray[Any]:
        """Return the positions as an array of POSITION; won and lost games have their result.

        >>> Boards(2).positions()["ply"]
        array([0, 0], dtype=uint16)
        """
        positions = np.zeros(self._count, POSITION)
        self._core.records(positions.view(np.uint8).reshape(self._count, POSITION.itemsize))
        return positions

    def fens(self) -> list[str]:
        """Return the positions as FENs."""
        return self._core.fens()

    def __getitem__(self, i: int) -> Board:
        """Return a copy of a game as a Board, with its moves if they are kept."""
        number = operator.index(i)
        if not -self._count <= number < self._count:
            raise IndexError(f"there is no board {i}: there are {self._count}")
        fen, moves = self._core.line(number % self._count)
        board = Board(fen, chess960=self.chess960)
        for move in moves:
            board.push_unchecked(move)
        return board

    def __iter__(self) -> Iterator[Board]:
        return (self[i] for i in range(self._count))

    # Beginnings and ends.

    def outcome(self) -> Outcomes:
        """Return how the games ended, as of the last push or reset.

        >>> boards = Boards(2, fens=["k7/7Q/1K6/8/8/8/8/8 w - -", "7k/8/8/8/8/8/8/K5Q1 w - -"])
        >>> boards.push_moves([int(b.parse_san(san)) for b, san in zip(boards, ("Qb7", "Qf1"))])
        >>> boards.outcome()
        Outcomes(termination=array([1, 0], dtype=uint8), winner=array([1, 0], dtype=int8))
        """
        outcomes = Outcomes(np.empty(self._count, np.uint8), np.empty(self._count, np.int8))
        self._core.outcome(*outcomes)
        return outcomes

    def reset(
        self, where: Any = None, fens: str | Sequence[str] | None = None, *, seed: int | None = None
    ) -> None:
        """Start games anew: all of them, or those where an array of truth values is True.

        `fens` gives them other positions to start from, now and later: one for all, or one for each
        game that is started. `seed` starts the random numbers of all boards anew, too.

        >>> boards = Boards(3)
        >>> boards.reset([True, False, True], fens="4k3/8/8/8/8/8/8/4K2R b K - 0 1")
        >>> boards.turns
        array([False,  True, False])
        """
        mask = self._where(where)
        if fens is not None:
            rows = np.arange(self._count, dtype=np.int64) if mask is None else np.flatnonzero(mask)
            texts = [fens] * len(rows) if isinstance(fens, str) else list(fens)
            if len(texts) != len(rows):
                raise ValueError(f"there are {len(texts)} FENs for {len(rows)} boards")
            read = {text: Board(text, chess960=self.chess960) for text in dict.fromkeys(texts)}
            self._core.set_starts(rows, [read[text] for text in texts])
        if seed is not None:
            self._core.seed(_seed(seed))
        if fens is None:
            self._core.reset(mask)

    def _where(self, where: Any) -> NDArray[np.uint8] | None:
        if where is None:
            return None
        mask = np.asarray(where)
        if mask.dtype != np.bool_ and self._count:
            raise TypeError(f"where must be truth values, not {mask.dtype}")
        if mask.shape != (self._count,):
            raise ValueError(f"where must have the shape ({self._count},), not {mask.shape}")
        return np.ascontiguousarray(mask, np.bool_).view(np.uint8)


def _seed(seed: int | None) -> int:
    if seed is None:
        return int.from_bytes(os.urandom(8), "little")
    return operator.index(seed) & _SEED_BITS


def _number(finished: str) -> int:
    if finished not in _FINISHED:
        raise ValueError(f'finished must be "raise", "ignore" or "reset", not {finished!r}')
    return _FINISHED[finished]


def _words(termination: Termination) -> str:
    return termination.name.lower().replace("_", " ").replace("seventyfive", "seventy-five")
