"""Where games come from: paths, file objects and pipes, compressed or not, as blocks of bytes."""

from __future__ import annotations

import bz2
import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, TypeAlias

Source: TypeAlias = "str | os.PathLike[str] | IO[bytes] | IO[str]"

_GZIP, _BZIP2, _ZSTANDARD = b"\x1f\x8b", b"BZh", b"\x28\xb5\x2f\xfd"


class _Begun:
    """A file whose first bytes have been read already."""

    def __init__(self, file: Any, first: bytes) -> None:
        self._file = file
        self._first = first

    def read(self, size: int = -1) -> bytes:
        if not self._first:
            return _bytes(self._file.read(size))
        if size < 0:
            found, self._first = self._first + _bytes(self._file.read()), b""
        else:
            found, self._first = self._first[:size], self._first[size:]
        return found


def _bytes(text: Any) -> bytes:
    """Return what a file gave as bytes; a pipe without data gives None."""
    if isinstance(text, str):
        return text.encode("utf-8", "surrogatepass")
    return b"" if text is None else bytes(text)


@contextmanager
def opened(source: Source) -> Iterator[Any]:
    """Open a source, unless it is open, and decompress what it gives."""
    if isinstance(source, str | os.PathLike):
        with open(source, "rb", buffering=0) as file:  # noqa: PTH123
            yield _decompressed(file)
    elif hasattr(source, "read"):
        yield _decompressed(source)
    else:
        raise TypeError(f"games are read from a path or a file, not from {type(source).__name__}")


def _decompressed(file: Any) -> Any:
    """Return a file of what a file contains, by its first bytes."""
    first = b""
    while len(first) < 4:
        more = _bytes(file.read(4 - len(first)))
        if not more:
            break
        first += more
    begun: Any = _Begun(file, first)
    if first.startswith(_GZIP):
        return gzip.GzipFile(fileobj=begun)
    if first.startswith(_BZIP2):
        return bz2.BZ2File(begun)
    if first.startswith(_ZSTANDARD):
        return _zstandard(begun)
    return begun


def _zstandard(file: Any) -> Any:
    try:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        pass
    else:
        return zstd.ZstdFile(file)
    try:
        import zstandard  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise ImportError(
            'reading .zst files needs zstandard: pip install "kiwipete[zst]"'
        ) from None
    return zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)


def blocks(file: Any, size: int) -> Iterator[bytes]:
    """Yield the content of a file in blocks of about a size."""
    while block := _bytes(file.read(size)):
        yield block
