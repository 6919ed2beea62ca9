"""Where games come from: paths, file objects and pipes, compressed or not, and tables."""

from __future__ import annotations

import bz2
import glob
import gzip
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any, TypeAlias, cast

Source: TypeAlias = "str | os.PathLike[str] | IO[bytes] | IO[str]"
Sources: TypeAlias = "Source | Iterable[Source]"

_GZIP, _BZIP2, _ZSTANDARD = b"\x1f\x8b", b"BZh", b"\x28\xb5\x2f\xfd"
_PARQUET = b"PAR1"


@dataclass(frozen=True)
class TableFile:
    """A Parquet file: a path, or a file that can seek."""

    file: Any


def all_sources(sources: Sources) -> list[Source]:
    """Return sources one by one: patterns such as `games/*.pgn` give paths in alphabetical order.

    A name with the characters of a pattern stands for the file of that name, if there is one.

    >>> all_sources(["b.pgn", "a.pgn"])
    ['b.pgn', 'a.pgn']
    """
    if isinstance(sources, str | os.PathLike):
        path = os.fspath(sources)
        if not glob.has_magic(path) or os.path.exists(path):  # noqa: PTH110
            return [sources]
        found = sorted(glob.glob(path, recursive=True))  # noqa: PTH207
        if not found:
            raise FileNotFoundError(f"no file is like {path}")
        return list(found)
    if hasattr(sources, "read"):
        return [cast("Source", sources)]
    if not isinstance(sources, Iterable):
        raise _not_a_source(sources)
    return [found for source in sources for found in all_sources(source)]


def path_of(source: Source) -> str | None:
    """Return the path of a source, None for a file object."""
    return os.fspath(source) if isinstance(source, str | os.PathLike) else None


def _not_a_source(source: object) -> TypeError:
    kind = type(source).__name__
    return TypeError(f"games are read from paths or files, not from {kind}")


class _Begun:
    """A file whose first bytes have been read already."""

    def __init__(self, file: Any, first: bytes) -> None:
        self._file = file
        self._first = first
        binary = isinstance(file, io.RawIOBase | io.BufferedIOBase)
        self._readinto = file.readinto if binary else None

    def read(self, size: int = -1) -> bytes:
        if not self._first:
            return _bytes(self._file.read(size))
        if size < 0:
            found, self._first = self._first + _bytes(self._file.read()), b""
        else:
            found, self._first = self._first[:size], self._first[size:]
        return found

    def fill(self, view: memoryview) -> int:
        """Read as many bytes as there is room for; return how many there were."""
        done = 0
        while done < len(view):
            if self._first:
                count = min(len(self._first), len(view) - done)
                view[done : done + count] = self._first[:count]
                self._first = self._first[count:]
            elif self._readinto is not None:
                count = self._readinto(view[done:]) or 0
            else:  # a text file may give more bytes than characters
                count = 0
                self._first = _bytes(self._file.read(len(view) - done))
            if not (count or self._first):
                break
            done += count
        return done


def _bytes(text: Any) -> bytes:
    """Return what a file gave as bytes; a pipe without data gives None."""
    if isinstance(text, str):
        return text.encode("utf-8", "surrogatepass")
    return b"" if text is None else bytes(text)


@contextmanager
def opened(source: Source) -> Iterator[Any]:
    """Open a source, unless it is open: a TableFile, or a file of its decompressed text."""
    if isinstance(source, str | os.PathLike):
        with open(source, "rb", buffering=0) as file:  # noqa: PTH123
            yield _decompressed(file)
    else:
        yield _decompressed(source)


def _decompressed(file: Any) -> Any:
    """Return a file of what a file contains, by its first bytes; or a TableFile."""
    first = b""
    while len(first) < 4:
        more = _bytes(file.read(4 - len(first)))
        if not more:
            break
        first += more
    if first == _PARQUET:
        if not (hasattr(file, "seekable") and file.seekable()):
            raise ValueError("a Parquet file is read from its end: a pipe will not do")
        file.seek(0)
        return TableFile(file)
    begun: Any = _Begun(file, first)
    if first.startswith(_GZIP):
        return _Begun(gzip.GzipFile(fileobj=begun), b"")
    if first.startswith(_BZIP2):
        return _Begun(bz2.BZ2File(begun), b"")
    if first.startswith(_ZSTANDARD):
        return _Begun(_zstandard(begun), b"")
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
