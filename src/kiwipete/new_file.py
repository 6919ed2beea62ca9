"""New files that appear when they are complete."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class NewFile:
    """A file that is written under another name in the same folder, until it is `kept`.

    >>> import tempfile
    >>> new = NewFile(Path(tempfile.mkdtemp(), "games.pgn"))
    >>> _ = new.unfinished.write_bytes(b"1. e4 *")
    >>> new.path.exists()
    False
    >>> new.keep()
    >>> new.path.read_bytes()
    b'1. e4 *'
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._target = self.path.resolve()  # a link stays one
        if self._target.exists() and not self._target.is_file():
            raise ValueError(f"{path} is not a regular file")
        self.unfinished = self._target.with_name(f".{self._target.name}.{os.getpid()}.unfinished")

    def keep(self) -> None:
        """Give the file its name; it replaces another one of this name."""
        self.unfinished.replace(self._target)

    def discard(self) -> None:
        """Remove the file, if it has been written."""
        with suppress(FileNotFoundError):
            self.unfinished.unlink()


@contextmanager
def new_file(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a path to write to: the file gets its own name after the block, if that succeeds."""
    file = NewFile(path)
    try:
        yield file.unfinished
        file.keep()
    finally:
        file.discard()
