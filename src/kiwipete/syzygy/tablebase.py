"""Tablebase: the tables of one or more directories."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import TypeVar, overload

from kiwipete._core.tablebase import SUFFIXES, TableReader
from kiwipete.board import Board
from kiwipete.syzygy.table_names import is_tablename

__all__ = ["Tablebase", "dtz_before_zeroing", "open_tablebase"]

_T = TypeVar("_T")


def dtz_before_zeroing(wdl: int) -> int:
    """Return the DTZ of a position with this WDL whose best move is a capture or a pawn move.

    >>> [dtz_before_zeroing(wdl) for wdl in (-2, -1, 0, 1, 2)]
    [-1, -101, 0, 101, 1]
    """
    return ((wdl > 0) - (wdl < 0)) * (1 if abs(wdl) == 2 else 101)


class Tablebase(TableReader):
    """A collection of table files for probing positions.

    Files are opened when they are first needed, and no file descriptor stays open, so `max_fds`
    has no effect. Only tables of standard chess are read: with another `VariantBoard` no file is
    added, and positions that the rules do not decide raise MissingTableError. Any number of
    threads may probe at once.
    """

    def __new__(
        cls, *_arguments: object, VariantBoard: type[Board] = Board, **_named: object
    ) -> Tablebase:
        """Make a tablebase, of another class for variants."""
        if VariantBoard.uci_variant != "chess":
            from kiwipete.syzygy.decided import DecidedPositions

            if cls is Tablebase:
                return super().__new__(DecidedPositions)
            if not issubclass(cls, DecidedPositions):
                raise ValueError(
                    f"only tables of standard chess are read, not {VariantBoard.__name__}"
                )
        return super().__new__(cls)

    def __init__(self, *, max_fds: int | None = 128, VariantBoard: type[Board] = Board) -> None:
        self.variant = VariantBoard
        self.max_fds = max_fds

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def add_file(
        self, path: str | os.PathLike[str], *, load_wdl: bool = True, load_dtz: bool = True
    ) -> int:
        """Add a file if its name is that of a table; return 1 if so, else 0.

        >>> Tablebase().add_file("KRvK.txt")
        0
        """
        file = Path(path)
        wanted = dict(zip(SUFFIXES, (load_wdl, load_dtz), strict=True))
        if not (wanted.get(file.suffix) and is_tablename(file.stem) and file.is_file()):
            return 0
        self.add_table(file.stem, os.fsencode(file.absolute()), file.suffix == SUFFIXES[1])
        return 1

    def add_directory(
        self, directory: str | os.PathLike[str], *, load_wdl: bool = True, load_dtz: bool = True
    ) -> int:
        """Add all tables in a directory; return the number of files.

        WDL tables are files such as KQvKN.rtbw, DTZ tables such as KQvKN.rtbz. A table of the same
        name is replaced.

        >>> import tempfile
        >>> Tablebase().add_directory(tempfile.mkdtemp())
        0
        """
        return sum(
            self.add_file(file, load_wdl=load_wdl, load_dtz=load_dtz)
            for file in sorted(Path(directory).iterdir())
        )

    @overload
    def get_wdl(self, board: Board, default: None = None) -> int | None: ...

    @overload
    def get_wdl(self, board: Board, default: _T) -> int | _T: ...

    def get_wdl(self, board: Board, default: object = None) -> object:
        """Return the result of `probe_wdl`, or `default` if the position is not in the tables.

        >>> Tablebase().get_wdl(kiwipete.Board(), "unknown")
        'unknown'
        """
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    @overload
    def get_dtz(self, board: Board, default: None = None) -> int | None: ...

    @overload
    def get_dtz(self, board: Board, default: _T) -> int | _T: ...

    def get_dtz(self, board: Board, default: object = None) -> object:
        """Return the result of `probe_dtz`, or `default` if the position is not in the tables.

        >>> Tablebase().get_dtz(kiwipete.Board(), "unknown")
        'unknown'
        """
        try:
            return self.probe_dtz(board)
        except KeyError:
            return default


def open_tablebase(
    directory: str | os.PathLike[str],
    *,
    load_wdl: bool = True,
    load_dtz: bool = True,
    max_fds: int | None = 128,
    VariantBoard: type[Board] = Board,
) -> Tablebase:
    """Open the tables in a directory; use it as a context manager to close them.

    Captures and promotions lead to other tables, which must be present too; `add_directory`
    adds those of another directory.

    >>> import tempfile
    >>> with open_tablebase(tempfile.mkdtemp()) as tablebase:
    ...     tablebase.probe_wdl(kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))
    Traceback (most recent call last):
        ...
    kiwipete.errors.MissingTableError: 'there is no table KRvK.rtbw'
    """
    tablebase = Tablebase(max_fds=max_fds, VariantBoard=VariantBoard)
    tablebase.add_directory(directory, load_wdl=load_wdl, load_dtz=load_dtz)
    return tablebase
