"""Reading opening books of any size: a memory-mapped file and binary search."""

from __future__ import annotations

import mmap
import operator
import os
import random as _random
import stat
import struct
from collections.abc import Container, Iterator
from types import TracebackType
from typing import Protocol, TypeVar, overload

from kiwipete._core.move import Move
from kiwipete.board import Board
from kiwipete.polyglot.entry import ENTRY_STRUCT, Entry, read_entry, written_for
from kiwipete.polyglot.hashing import zobrist_hash

__all__ = ["MemoryMappedReader", "open_reader"]

FileName = str | bytes | os.PathLike[str] | os.PathLike[bytes]

_T = TypeVar("_T")
_SIZE = ENTRY_STRUCT.size
_KEY = struct.Struct(">Q")  # the beginning of an entry


class _Random(Protocol):
    """The methods needed from a random number generator; the module `random` has them."""

    def randint(self, first: int, last: int, /) -> int: ...


def _open_at_once(path: str, flags: int) -> int:
    """Open a file, even a FIFO, without blocking until it has a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


class MemoryMappedReader:
    """A book on disk: a sequence of entries in the order of their keys.

    Positions are given as a board or as a key. For a board only legal moves are found, with
    castling as the board writes it.

    An unsorted book can be read, but searches may miss entries; `write_book` sorts them.
    """

    def __init__(self, filename: FileName) -> None:
        self._name = os.fsdecode(filename)
        with open(self._name, "rb", opener=_open_at_once) as file:
            status = os.fstat(file.fileno())
            # The null device is an empty book, as in python-chess.
            if not stat.S_ISREG(status.st_mode) and self._name != os.devnull:
                raise OSError(f"{self._name} is not a Polyglot book: it is not a regular file")
            size = status.st_size
            if size % _SIZE:
                raise OSError(
                    f"{self._name} is not a Polyglot book, or was cut short: its size, {size} "
                    f"bytes, is not a multiple of {_SIZE} bytes"
                )
            self._length = size // _SIZE
            # An empty file cannot be mapped.
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else None
        self._closed = False

    def __enter__(self) -> MemoryMappedReader:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the book; closing it again has no effect."""
        self._closed = True
        if self._map is not None:
            self._map.close()

    def _opened(self) -> mmap.mmap | bytes:
        """Return the bytes of the book after checking that they can be read."""
        if self._closed:
            raise ValueError(f"the book {self._name} is closed")
        if self._map is None:
            return b""
        # Reading beyond the end of a truncated file would kill the process.
        if self._map.size() < self._length * _SIZE:
            raise OSError(f"the book {self._name} was cut short while it was open")
        return self._map

    def __len__(self) -> int:
        self._opened()
        return self._length

    def __getitem__(self, index: int) -> Entry:
        data = self._opened()
        number = operator.index(index)
        if number < 0:
            number += self._length
        if not 0 <= number < self._length:
            raise IndexError(f"index {index} is out of range: the book has {self._length} entries")
        return read_entry(data[number * _SIZE : (number + 1) * _SIZE])

    def __iter__(self) -> Iterator[Entry]:
        for number in range(len(self)):
            yield self[number]

    def __contains__(self, entry: object) -> bool:
        return isinstance(entry, Entry) and entry in self._with_key(entry.key)

    def bisect_key_left(self, key: int) -> int:
        """Return the index of the first entry whose key is not smaller."""
        data = self._opened()
        low, high = 0, self._length
        while low < high:
            middle = (low + high) // 2
            if _KEY.unpack_from(data, middle * _SIZE)[0] < key:
                low = middle + 1
            else:
                high = middle
        return low

    def _with_key(self, key: int) -> list[Entry]:
        start = self.bisect_key_left(key) * _SIZE
        data = self._opened()
        entries = []
        while start < self._length * _SIZE and _KEY.unpack_from(data, start)[0] == key:
            entries.append(read_entry(data[start : start + _SIZE]))
            start += _SIZE
        return entries

    def find_all(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Iterator[Entry]:
        """Yield the entries of a position, in the order of the book.

        Entries of weight 0 count as deleted; a minimum weight of 0 shows them too.
        """
        entries = self._with_key(board) if isinstance(board, int) else self._on_board(board)
        for entry in entries:
            if entry.weight >= minimum_weight and entry.move not in exclude_moves:
                yield entry

    def _on_board(self, board: Board) -> Iterator[Entry]:
        for entry in self._with_key(zobrist_hash(board)):
            move = written_for(board, entry.move)
            if board.is_legal(move):
                yield entry._replace(move=move)

    def find(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Entry:
        """Return the first entry with the highest weight; raises IndexError if there is none."""
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        heaviest = max(entries, key=operator.attrgetter("weight"), default=None)
        return self._found(heaviest)

    @overload
    def get(
        self,
        board: Board | int,
        default: None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Entry | None: ...

    @overload
    def get(
        self,
        board: Board | int,
        default: _T,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> Entry | _T: ...

    def get(
        self,
        board: Board | int,
        default: object = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
    ) -> object:
        """Return the result of `find`, or `default` if there is none."""
        try:
            return self.find(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        except IndexError:
            return default

    def choice(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = (),
        random: _Random | None = None,
    ) -> Entry:
        """Return a random entry of a position; raises IndexError if there is none."""
        dice = random or _random
        chosen = None
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        # One random number for each entry but the first, so that a seeded program gets the
        # same moves as from python-chess.
        for number, entry in enumerate(entries):
            if number == 0 or dice.randint(0, number) == number:
                chosen = entry
        return self._found(chosen)

    def weighted_choice(
        self,
        board: Board | int,
        *,
        exclude_moves: Container[Move] = (),
        random: _Random | None = None,
    ) -> Entry:
        """Return a random entry of a position by weight; raises IndexError if there is none."""
        entries = list(self.find_all(board, exclude_moves=exclude_moves))
        if not entries:
            return self._found(None)
        left = (random or _random).randint(0, sum(entry.weight for entry in entries) - 1)
        for entry in entries:
            if left < entry.weight:
                break
            left -= entry.weight
        return entry

    def _found(self, entry: Entry | None) -> Entry:
        if entry is None:
            raise IndexError(f"the book {self._name} has no such entry")
        return entry


def open_reader(path: FileName) -> MemoryMappedReader:
    """Open a book; use it as a context manager to close it.

    >>> import tempfile
    >>> from kiwipete.polyglot import make_entry, write_book
    >>> board = kiwipete.Board()
    >>> path = tempfile.mkdtemp() + "/book.bin"
    >>> write_book(path, [make_entry(board, board.parse_san(san)) for san in ("e4", "d4")])
    >>> with open_reader(path) as book:
    ...     [board.san(entry.move) for entry in book.find_all(board)]
    ['d4', 'e4']
    """
    return MemoryMappedReader(path)
