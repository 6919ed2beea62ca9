"""The games of a match in a file, so that one that was interrupted can go on.

A line of JSON for what the match is about, and one for each game, in the order in which they ended.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from kiwipete.match.record import Game

if TYPE_CHECKING:
    from typing_extensions import Self

_FORMAT = "kiwipete match 1"
_CHUNK = 1 << 16


class LedgerError(Exception):
    """A file that cannot serve as the ledger of this match, described in one line."""


class Ledger:
    """The finished games of one match; a file is made if there is none.

    A last line that was not written to its end is dropped: that game is played again.

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
        """Let go of the file."""
        self._file.close()

    def record(self, game: Game) -> None:
        """Write a game down, so that no power cut can take it away."""
        self._write(game.as_dict())

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise LedgerError(f"{self.path} is in use by another match") from error

    def games(self) -> Iterator[Game]:
        """Read the games that are there."""
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if number == 1:
                    continue
                try:
                    yield Game.from_dict(self._parsed(line, number))
                except (ValueError, KeyError, TypeError) as error:
                    raise LedgerError(f"{self.path}:{number} is damaged: {error}") from error

    def _open(self, subject: dict[str, Any]) -> None:
        """Begin a new file, or see whether this one is about the same match."""
        self._file.seek(0)
        first, size = self._file.readline(), self._file.seek(0, os.SEEK_END)
        if first.endswith(b"\n"):
            self._check(self._parsed(first, 1), subject)
            self._file.truncate(self._end_of_lines(size))
        elif not first or first.startswith(b'{"format"'):
            self._file.truncate(0)
            self._write({"format": _FORMAT, **subject})
        else:
            raise LedgerError(f"{self.path} is not the ledger of a match")

    def _end_of_lines(self, size: int) -> int:
        """Return where the last whole line ends."""
        at, last = size, b""
        while b"\n" not in last:
            at = max(0, at - _CHUNK)
            self._file.seek(at)
            last = self._file.read(_CHUNK)
        return at + last.rfind(b"\n") + 1

    def _parsed(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except ValueError as error:
            if number == 1:
                raise LedgerError(f"{self.path} is not the ledger of a match") from error
            raise LedgerError(f"{self.path}:{number} is damaged: {error}") from error
        if not isinstance(found, dict):
            raise LedgerError(f"{self.path} is not the ledger of a match")
        return found

    def _check(self, found: dict[str, Any], subject: dict[str, Any]) -> None:
        """See whether the file is about the same match."""
        if found.get("format") != _FORMAT:
            raise LedgerError(f"{self.path} is not the ledger of a match")
        wanted = json.loads(json.dumps(subject))
        differences = [
            f"{name} is {found.get(name)}, not {value}"
            for name, value in wanted.items()
            if found.get(name) != value
        ]
        if differences:
            raise LedgerError(f"{self.path} is from another match: {'; '.join(differences)}")

    def _write(self, content: dict[str, Any]) -> None:
        line = json.dumps(content, separators=(",", ":")).encode() + b"\n"
        try:
            if self._file.write(line) != len(line):
                raise LedgerError(f"cannot write {self.path}: no room for all of a game")
            os.fsync(self._file.fileno())
        except OSError as error:
            raise LedgerError(f"cannot write {self.path}: {error.strerror}") from error
