"""Files of our own kinds: their first 64 bytes, and replacing one safely.

The header has a magic, a version, and fields that depend on the kind of file.
"""

from __future__ import annotations

import builtins
import contextlib
import os
import struct
from pathlib import Path
from typing import BinaryIO

HEADER_BYTES = 64


class TrainingFileError(ValueError):
    """A file of the wrong kind, of an unknown version, or damaged; the message names the file."""


class CannotWriteError(TrainingFileError):
    """A file that cannot be written; the message names it and says why."""


def replace_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file; whatever happens, the old or the new one is there afterwards.

    Raises CannotWriteError.
    """
    new = Path(f"{os.fspath(path)}.new")
    try:
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        raise CannotWriteError(f"cannot write {path}: {error.strerror}") from error


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

    def bytes(self, *fields: int) -> bytes:
        """Return the 64 bytes for these fields."""
        start = self.magic + struct.pack("<I", self._version)
        return (start + self._fields.pack(*fields)).ljust(HEADER_BYTES, b"\0")

    def read(self, start: builtins.bytes, path: str | os.PathLike[str]) -> tuple[int, ...]:
        """Return the fields; raise the error of this format if the file doesn't begin with them."""
        if len(start) < HEADER_BYTES or not start.startswith(self.magic):
            raise self._error(f"{path} is not {self._kind}")
        (version,) = struct.unpack_from("<I", start, len(self.magic))
        if version != self._version:
            raise self._error(
                f"{path} is {self._kind} of version {version}; this Kiwipete reads {self._version}"
            )
        return self._fields.unpack_from(start, len(self.magic) + 4)

    def read_file(self, file: BinaryIO, path: str | os.PathLike[str]) -> tuple[int, ...]:
        """Read the header at the beginning of an open file."""
        return self.read(file.read(HEADER_BYTES), path)
