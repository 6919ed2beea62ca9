"""Tablebase, the tables of one or more directories, and WdlTable and DtzTable, one file each."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, ClassVar, TypeVar, overload

from kiwipete._core.tablebase import SUFFIXES, TableReader
from kiwipete.board import Board, Move
from kiwipete.errors import MissingTableError
from kiwipete.syzygy.table_names import calc_key, is_tablename

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "DecidedPositions",
    "DtzTable",
    "Table",
    "Tablebase",
    "WdlTable",
    "dtz_before_zeroing",
    "open_tablebase",
]

_T = TypeVar("_T")


def dtz_before_zeroing(wdl: int) -> int:
    """Return the DTZ of a position with this WDL whose best move is a capture or a pawn move.

    >>> [dtz_before_zeroing(wdl) for wdl in (-2, -1, 0, 1, 2)]
    [-1, -101, 0, 101, 1]
    """
    return ((wdl > 0) - (wdl < 0)) * (1 if abs(wdl) == 2 else 101)


class _ClosedAfterUse:
    """A context manager that closes itself at the end."""

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Tablebase(TableReader, _ClosedAfterUse):
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


class DecidedPositions(Tablebase):
    """A tablebase of a variant, whose files cannot be read.

    >>> from kiwipete.variant import AtomicBoard
    >>> tables = Tablebase(VariantBoard=AtomicBoard)
    >>> tables.probe_wdl(AtomicBoard("8/8/8/8/8/8/8/4K3 b - - 0 1"))
    -2
    >>> tables.probe_wdl(AtomicBoard("4k3/8/8/8/8/8/8/4KQ2 b - - 0 1"))
    Traceback (most recent call last):
        ...
    kiwipete.errors.MissingTableError: 'tables of atomic are not read: KQvK'
    """

    def add_file(
        self,
        path: str | os.PathLike[str],  # noqa: ARG002
        *,
        load_wdl: bool = True,  # noqa: ARG002
        load_dtz: bool = True,  # noqa: ARG002
    ) -> int:
        """Add nothing, and return 0."""
        return 0

    def probe_wdl_table(self, board: Board) -> int:  # type: ignore[override]
        """Return the value of a game that has ended, or of two kings where kings cannot win."""
        if board.uci_variant != self.variant.uci_variant:
            raise KeyError(f"the tables are of {self.variant.uci_variant}, not {board.uci_variant}")
        if board.is_variant_win():
            return 2
        if board.is_variant_loss():
            return -2
        if board.is_variant_draw() or (board.one_king and not board.occupied & ~board.kings):
            return 0
        raise MissingTableError(
            f"tables of {self.variant.uci_variant} are not read: {calc_key(board)}"
        )

    def probe_wdl(self, board: Board) -> int:  # type: ignore[override]
        """Return the value of a decided position, or of forced captures that lead to one."""
        captures = [*board.generate_legal_captures()] if board.captures_compulsory else []
        if not captures:
            return self.probe_wdl_table(board)
        return max(self._value_after(board, move) for move in captures)

    def _value_after(self, board: Board, move: Move) -> int:
        board.push(move)
        try:
            return -self.probe_wdl(board)
        finally:
            board.pop()

    def probe_dtz(self, board: Board) -> int:  # type: ignore[override]
        """Return the DTZ of a decided position."""
        return dtz_before_zeroing(self.probe_wdl(board))


class Table(_ClosedAfterUse):
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
