"""Files of our own kinds: their first 64 bytes, and replacing one safely.

The header has a magic, a version, and fields that depend on the kind of file.
"""

from __future__ import annotations

import builtins
import contextlib
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from kiwipete.new_file import NewFile

HEADER_BYTES = 64


class TrainingFileError(ValueError):
    """A file of the wrong kind, of an unknown version, or damaged; the message names the file."""


class CannotWriteError(TrainingFileError):
    """A file that cannot be written; the message names it and says why."""


class Replacement:
    """A file to write to, which takes the place of `path` at the end.

    Whatever happens, the old or the new one is there afterwards. Raises CannotWriteError.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp(), "some.file")
    >>> with Replacement(path) as new:
    ...     new.write(b"content")
    >>> path.read_bytes()
    b'content'
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        try:
            self._new = NewFile(path)
        except ValueError as error:
            raise CannotWriteError(f"cannot write {path}: it is not a regular file") from error
        with self._naming_errors():
            self._file = self._new.unfinished.open("wb")

    def __enter__(self) -> Replacement:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.finish()
        else:
            self.drop()

    def write(self, content: bytes | memoryview) -> None:
        """Append some bytes."""
        with self._naming_errors():
            self._file.write(content)

    def finish(self, start: bytes = b"") -> None:
        """Put the file in the place of the old one, with another beginning if one is given."""
        try:
            with self._naming_errors():
                self._file.seek(0)
                self._file.write(start)
                self._file.flush()
                os.fsync(self._file.fileno())
                self._file.close()
                self._new.keep()
        except BaseException:
            self.drop()
            raise

    def drop(self) -> None:
        """Remove the new file; the old one stays."""
        with contextlib.suppress(OSError):
            self._file.close()
        with contextlib.suppress(OSError):
            self._new.discard()

    @contextlib.contextmanager
    def _naming_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise CannotWriteError(f"cannot write {self._new.path}: {error.strerror}") from error


def replace_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file; whatever happens, the old or the new one is there afterwards.

    Raises CannotWriteError.
    """
    with Replacement(path) as new:
        new.write(content)


class HeaderFormat:
    """How one kind of file begins: eight bytes of magic, a version, then the fields of a struct.

    >>> header = HeaderFormat(b"KIWITEST", 1, "<IQ", "a test file")
    >>> header.read(header.bytes(7, 8), "some.file")
    (7, 8)
    >>> header.read(b"PK" + bytes(62), "some.file")
    Traceback (most recent call last):
    kiwipete.file_header.TrainingFileError: some.file is not a test file
    """

    def __init__(
        self,
        magic: bytes,
        version: int,
        fields: str,
        kind: str,
        error: type[ValueError] = TrainingFileError,
    ) -> None:
        self._error = error
        self.magic = magic
        self._version = version
        self._fields = struct.Struct(fields)
        self._kind = kind

    def bytes(self, *fields: float) -> bytes:
        """Return the 64 bytes for these fields."""
        start = self.magic + struct.pack("<I", self._version)
        return (start + self._fields.pack(*fields)).ljust(HEADER_BYTES, b"\0")

    def read(self, start: builtins.bytes, path: str | os.PathLike[str]) -> tuple[Any, ...]:
        """Return the fields; raise the error of this format if the file doesn't begin with them."""
        if len(start) < HEADER_BYTES or not start.startswith(self.magic):
            raise self._error(f"{path} is not {self._kind}")
        (version,) = struct.unpack_from("<I", start, len(self.magic))
        if version != self._version:
            raise self._error(
                f"{path} is {self._kind} of version {version}; this Kiwipete reads {self._version}"
            )
        return self._fields.unpack_from(start, len(self.magic) + 4)

    def refuse_other_kind(self, path: str | os.PathLike[str]) -> None:
        """Raise the error of this format if a file here is of another kind, and not empty."""
        try:
            with Path(path).open("rb") as file:
                magic = file.read(len(self.magic))
        except FileNotFoundError:
            return
        if magic and magic != self.magic:
            raise self._error(f"{path} is not {self._kind}, and would be lost")

    def read_file(self, file: BinaryIO, path: str | os.PathLike[str]) -> tuple[Any, ...]:
        """Read the header at the beginning of an open file."""
        return self.read(file.read(HEADER_BYTES), path)
