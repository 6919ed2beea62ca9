"""The games of a match in a file, so that an interrupted match can go on.

A line of JSON describes the match, followed by one for each game in the order they ended.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from kiwipete.file_locks import lock
from kiwipete.match.record import Game

if TYPE_CHECKING:
    from typing_extensions import Self

_FORMAT = "kiwipete match 1"
_CHUNK = 1 << 16
# No first line is longer, even with the most engines and options.
_LONGEST_HEAD = 1 << 22
# The beginning of a game's line, to recognise one that was cut short.
_BEGINNING = b'{"number":'


class LedgerError(Exception):
    """A file that cannot serve as the ledger of this match, described in one line."""


class Ledger:
    """The finished games of one match; a file is made if there is none.

    A last line that was not written to its end is dropped: that game is played again. A file with
    any other damage raises LedgerError, which names the line, and stays as it is.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "run.jsonl")
    >>> with Ledger(path, {"clock": "1+0.01"}) as ledger:
    ...     list(ledger.games())
    []
    """

    def __init__(self, path: str | os.PathLike[str], subject: dict[str, Any]) -> None:
        self.path = Path(path)
        try:
            self._file = self.path.open("a+b", buffering=0)
        except OSError as error:
            raise LedgerError(f"cannot open {self.path}: {error.strerror}") from error
        try:
            self._lock()
            self._open(subject)
        except OSError as error:
            self._file.close()
            raise LedgerError(f"cannot use {self.path}: {error.strerror}") from error
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def record(self, game: Game) -> None:
        """Write a game to disk, safe from power cuts."""
        self._write(_line(game.as_dict()))

    def _lock(self) -> None:
        try:
            lock(self._file)
        except OSError as error:
            raise LedgerError(f"{self.path} is in use by another match") from error

    def games(self, check: Callable[[Game], None] = lambda _: None) -> Iterator[Game]:
        """Read the stored games; `check` raises ValueError for an impossible one."""
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if number == 1:
                    continue
                try:
                    game = Game.from_dict(_parsed(line))
                    check(game)
                except ValueError as error:
                    raise LedgerError(f"{self.path}:{number} is damaged: {error}") from error
                yield game

    def _open(self, subject: dict[str, Any]) -> None:
        """Begin a new file, or check that this one is about the same match."""
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            raise LedgerError(f"cannot use {self.path}: it is not a regular file")
        head = _line({"format": _FORMAT, **subject})
        size = self._file.seek(0, os.SEEK_END)
        self._file.seek(0)
        first, newline, _ = self._file.read(_LONGEST_HEAD).partition(b"\n")
        if newline:
            self._check(first, subject)
            self._mend_end(size)
        elif head.startswith(first):  # empty, or cut short
            self._file.truncate(0)
            self._write(head)
        else:
            raise LedgerError(f"{self.path} is not the ledger of a match")

    def _mend_end(self, size: int) -> None:
        """Drop a last line that was cut short; complete one that lacks only its line break."""
        at, last = size, b""
        while b"\n" not in last:
            length = min(at, _CHUNK)
            at -= length
            self._file.seek(at)
            last = self._file.read(length) + last
        end = at + last.rfind(b"\n") + 1
        rest = last[last.rfind(b"\n") + 1 :]
        if not rest:
            return
        if _is_game(rest):
            self._write(b"\n")
        elif rest.startswith(_BEGINNING) or _BEGINNING.startswith(rest) or not rest.strip(b"\0"):
            self._file.truncate(end)
        # Anything else was not written by a match: reading the games reports it.

    def _check(self, first: bytes, subject: dict[str, Any]) -> None:
        """Check that the file is about the same match."""
        try:
            found = _parsed(first)
        except ValueError:
            found = {}
        if found.get("format") != _FORMAT:
            raise LedgerError(f"{self.path} is not the ledger of a match")
        wanted = json.loads(json.dumps(subject))
        if differences := "; ".join(_differences(found, wanted, wanted)):
            raise LedgerError(
                f"{self.path} is from another match: {differences}; to play anew, remove it"
            )

    def _write(self, line: bytes) -> None:
        try:
            if self._file.write(line) != len(line):
                raise LedgerError(f"cannot write {self.path}: no space for a whole game")
            os.fsync(self._file.fileno())
        except OSError as error:
            raise LedgerError(f"cannot write {self.path}: {error.strerror}") from error


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"


def _differences(found: Any, wanted: Any, names: Iterable[str]) -> Iterator[str]:
    """Say what differs between two descriptions of a match, down to single values."""
    for name in names:
        old, new = found.get(name), wanted.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            for difference in _differences(old, new, sorted({*old, *new})):
                yield f"{name} {difference}"
        elif old != new:
            yield f"{name} is {old}, not {new}"


def _parsed(line: bytes) -> dict[str, Any]:
    """Return the JSON object in a line; raises ValueError for anything else."""
    try:
        found = json.loads(line)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError("it is not a JSON object")
    return found


def _is_game(line: bytes) -> bool:
    try:
        Game.from_dict(_parsed(line))
    except ValueError:
        return False
    return True
