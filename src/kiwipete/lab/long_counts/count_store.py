"""CountStore: the finished parts of a long count, in an SQLite file that survives kill -9.

Parts recorded together are one transaction, which is on disk before the call returns. The
counting process holds the only lock on the file; the operating system releases it when the
process ends, however it ends.
"""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    from typing_extensions import Self


# "Kiwi", the SQLite application id of our files, and the version of the tables.
_APPLICATION = 0x4B697769
_FORMAT = 1

# A count may need all 64 bits, and SQLite integers are signed: so counts are text. The checksum
# detects a number that changed on disk, which SQLite does not.
_TABLES = """
CREATE TABLE subject (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE part (
    position TEXT PRIMARY KEY, leaves TEXT NOT NULL, checksum INTEGER NOT NULL
) WITHOUT ROWID;
"""


class CountStoreError(Exception):
    """A file that cannot be used as a count store; the message is one line."""


class CountStoreWriteError(CountStoreError):
    """A count store that could be read but not written: the disk is full or gone."""


class Subject(NamedTuple):
    """The count that a store belongs to."""

    position: str  # EPD
    chess960: bool
    depth: int


class CountStore:
    """The finished parts of one count, in a file.

    The file is created if it does not exist. If it is damaged, in use or not a count store,
    CountStoreError is raised and the file is not changed.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "run.db")
    >>> subject = Subject(kiwipete.Board().epd(), False, 6)
    >>> with CountStore(path) as store:
    ...     store.begin(subject, plies=1)
    ...     store.record([("8/8/8/8/8/k7/8/K7 w - -", 42)])
    >>> with CountStore(path) as store:
    ...     store.plies_of(subject), store.parts()
    (1, {'8/8/8/8/8/k7/8/K7 w - -': 42})
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        if self.path.exists() and not self.path.is_file():
            raise CountStoreError(f"{self.path} is not a file")
        self._made = not self.path.exists()
        self._new = False  # empty: `begin` has not been called
        with self._explained():
            # An absolute path, because ':memory:' has a special meaning.
            self._database = sqlite3.connect(
                self.path.absolute(), timeout=0.5, isolation_level=None
            )
        try:
            with self._explained():
                self._lock()
                self._check_format()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; delete it if it was created here and is still empty."""
        self._database.close()
        if self._made and self._new:
            self.path.unlink(missing_ok=True)
        self._made = False

    def plies_of(self, subject: Subject) -> int | None:
        """Return the ply at which this count was split, or None if the store is new.

        If the file holds another count, CountStoreError names the differences.
        """
        if self._new:
            return None
        with self._explained():
            found = dict(self._database.execute("SELECT name, value FROM subject"))
        wanted = _describe(subject)
        if not {*wanted, "plies"} <= set(found):
            raise CountStoreError(f"{self.path} is damaged: it does not say what it counts")
        differences = [
            f"{name} is {found[name]}, not {value}"
            for name, value in wanted.items()
            if found[name] != value
        ]
        if differences:
            raise CountStoreError(f"{self.path} is from another count: {'; '.join(differences)}")
        if found["plies"] not in map(str, range(subject.depth + 1)):
            raise CountStoreError(f"{self.path} is damaged: it was split at ply {found['plies']}")
        return int(found["plies"])

    def begin(self, subject: Subject, plies: int) -> None:
        """Initialize a new file as the store of a count."""
        rows = [*_describe(subject).items(), ("plies", str(plies))]
        with self._transaction():
            for statement in _TABLES.split(";"):
                self._database.execute(statement)
            self._database.execute(f"PRAGMA application_id = {_APPLICATION}")
            self._database.execute(f"PRAGMA user_version = {_FORMAT}")
            self._database.executemany("INSERT INTO subject VALUES (?, ?)", rows)
        self._new = False

    def record(self, parts: Iterable[tuple[str, int]]) -> None:
        """Write finished parts, positions with their leaves, in one transaction."""
        rows = [(epd, str(leaves), _checksum(epd, str(leaves))) for epd, leaves in parts]
        with self._transaction():
            self._database.executemany("INSERT INTO part VALUES (?, ?, ?)", rows)

    def parts(self) -> dict[str, int]:
        """Return the finished parts, positions with their leaves."""
        if self._new:
            return {}
        parts = {}
        with self._explained():
            for epd, leaves, checksum in self._database.execute("SELECT * FROM part"):
                if checksum != _checksum(epd, leaves):
                    raise CountStoreError(f"{self.path} is damaged: the count of {epd} has changed")
                parts[epd] = int(leaves)
        return parts

    def _lock(self) -> None:
        """Lock out other processes until this one closes the file or ends."""
        self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._database.execute("PRAGMA synchronous = EXTRA")
        self._database.execute("BEGIN EXCLUSIVE")
        self._database.execute("ROLLBACK")  # keeps the lock, and a new file stays empty

    def _check_format(self) -> None:
        """Check that the file is new, or an undamaged count store."""
        self._new = self.path.stat().st_size == 0
        if self._new:
            return
        if self._ask("page_count") == 0:  # too short to be a database
            raise CountStoreError(f"{self.path} is not a count store")
        if self._ask("application_id") != _APPLICATION:
            raise CountStoreError(f"{self.path} is a database, but not a count store")
        form = self._ask("user_version")
        if form != _FORMAT:
            raise CountStoreError(f"{self.path} has format {form}; this kiwipete writes {_FORMAT}")
        if self._ask("quick_check") != "ok":
            raise CountStoreError(f"{self.path} is damaged: {self._ask('quick_check')}")

    def _ask(self, pragma: str) -> object:
        return self._database.execute(f"PRAGMA {pragma}").fetchone()[0]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Run statements as one transaction."""
        try:
            self._database.execute("BEGIN IMMEDIATE")
            yield
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            raise CountStoreWriteError(f"cannot write {self.path}: {error}") from error
        finally:
            if self._database.in_transaction:
                self._database.rollback()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn SQLite errors into CountStoreErrors."""
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise CountStoreError(f"{self.path} is in use by another count") from error
            raise CountStoreError(f"cannot read {self.path}: {error}") from error
        except sqlite3.DatabaseError as error:
            if "not a database" in str(error):
                raise CountStoreError(f"{self.path} is not a count store") from error
            raise CountStoreError(f"{self.path} is damaged: {error}") from error


def _describe(subject: Subject) -> dict[str, str]:
    """Return what must be the same for a count to continue."""
    return {
        "position": subject.position,
        "chess960": "yes" if subject.chess960 else "no",
        "depth": str(subject.depth),
        "kiwipete": version("kiwipete"),
    }


def _checksum(epd: str, leaves: str) -> int:
    return zlib.crc32(f"{epd} {leaves}".encode())
