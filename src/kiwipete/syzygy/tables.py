"""WdlTable and DtzTable: one file each, probed without the others."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, ClassVar

from kiwipete.board import Board
from kiwipete.errors import MissingTableError
from kiwipete.syzygy.table_names import calc_key, is_tablename
from kiwipete.syzygy.tablebase import Tablebase

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["DtzTable", "Table", "WdlTable"]


class Table:
    """A file with the values of all positions of the same material, which is its name.

    Use it as a context manager to close the file.
    """

    _distances: ClassVar[bool] = False

    def __init__(self, path: str | os.PathLike[str], *, variant: type[Board] = Board) -> None:
        name = Path(path).stem
        if not is_tablename(name, one_king=variant.one_king):
            raise ValueError(f"{name!r} is not the name of a table, such as KRPvK: {path}")
        self.path = path
        self.variant = variant
        self.initialized = False
        self.key = name
        one, _, other = name.partition("v")
        self.mirrored_key = f"{other}v{one}"
        self.symmetric = one == other
        self.num = len(one) + len(other)
        self.has_pawns = "P" in name
        self._tables = Tablebase(VariantBoard=variant)

    def _open(self) -> None:
        """Store the path of the file, which is opened on first use."""
        file = Path(self.path)
        if self.initialized:
            return
        if not file.is_file():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))
        if self.variant.uci_variant == "chess":
            self._tables.add_table(self.key, os.fsencode(file.absolute()), self._distances)
        self.initialized = True

    def _asked(self, board: Board) -> Tablebase:
        """Return the tables to probe, if this one has such positions."""
        self._open()
        key = calc_key(board)
        if key not in (self.key, self.mirrored_key):
            raise MissingTableError(f"the table {self.key} has no positions of {key}")
        return self._tables

    def close(self) -> None:
        """Close the file; the next probe opens it again."""
        self._tables.close()
        self.initialized = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class WdlTable(Table):
    """A WDL file, such as KRPvK.rtbw.

    >>> WdlTable("KRPvK.rtbw").key
    'KRPvK'
    """

    def init_table_wdl(self) -> None:
        """Find the file; without this, the first question does."""
        self._open()

    def probe_wdl_table(self, board: Board) -> int:
        """Return the value in the table, which may be anything where a capture is best."""
        return self._asked(board).probe_wdl_table(board)


class DtzTable(Table):
    """A DTZ file, such as KRPvK.rtbz.

    >>> DtzTable("KRPvK.rtbz").num
    4
    """

    _distances = True

    def init_table_dtz(self) -> None:
        """Find the file; without this, the first question does."""
        self._open()

    def probe_dtz_table(self, board: Board, wdl: int) -> tuple[int, int]:
        """Return the value in the table for a position of this WDL, and 1.

        0 and -1 mean that it has only the other side to move.
        """
        return self._asked(board).probe_dtz_table(board, wdl)
