"""The first 64 bytes of our files: magic, version, and fields that depend on the kind of file."""

from __future__ import annotations

import builtins
import struct
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    import os

HEADER_BYTES = 64


class TrainingFileError(ValueError):
    """A file of the wrong kind, of an unknown version, or damaged; the message names the file."""


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
        self._magic = magic
        self._version = version
        self._fields = struct.Struct(fields)
        self._kind = kind

    def bytes(self, *fields: int) -> bytes:
        """Return the 64 bytes for these fields."""
        start = self._magic + struct.pack("<I", self._version)
        return (start + self._fields.pack(*fields)).ljust(HEADER_BYTES, b"\0")

    def read(self, start: builtins.bytes, path: str | os.PathLike[str]) -> tuple[int, ...]:
        """Return the fields; raise the error of this format if the file doesn't begin with them."""
        if len(start) < HEADER_BYTES or not start.startswith(self._magic):
            raise self._error(f"{path} is not {self._kind}")
        (version,) = struct.unpack_from("<I", start, len(self._magic))
        if version != self._version:
            raise self._error(
                f"{path} is {self._kind} of version {version}; this Kiwipete reads {self._version}"
            )
        return self._fields.unpack_from(start, len(self._magic) + 4)

    def read_file(self, file: BinaryIO, path: str | os.PathLike[str]) -> tuple[int, ...]:
        """Read the header at the beginning of an open file."""
        return self.read(file.read(HEADER_BYTES), path)
