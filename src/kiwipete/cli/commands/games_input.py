"""The files of `kiwipete games`: read in batches, with progress in bytes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import FileIO
from typing import IO, TYPE_CHECKING, Any

from kiwipete.cli.exits import UsageError
from kiwipete.cli.ui import is_terminal, several

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.games import Games

STDIN = "-"


class CountedFile(FileIO):
    """A file that counts the bytes that are read from it; those of a table are not in order."""

    taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Read, and count."""
        found = super().read(-1 if size is None else size) or b""
        self.taken += len(found)
        return found


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    if path == STDIN:
        yield sys.stdin.buffer
        return
    try:
        file: Any = CountedFile(path)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    with file:
        yield file


def batches(path: str, arguments: Namespace, **wanted: Any) -> Iterator[Games]:
    """Yield the games of a file in batches, and show on a terminal how far it has been read."""
    from kiwipete.games import iter_games

    where: dict[str, Any] = {}
    for name, value in arguments.where:
        if name in where:
            raise UsageError(f"two conditions for {name}")
        where[name] = value
    shown = is_terminal(sys.stderr)
    games = 0
    with _opened(path) as file:
        try:
            for batch in iter_games(file, where=where, threads=arguments.threads, **wanted):
                games += len(batch)
                if shown and isinstance(file, CountedFile):
                    print(f"\r{_progress(file, path, games)} ", end="", file=sys.stderr, flush=True)
                yield batch
        except ValueError as error:
            raise UsageError(f"{path}: {error}") from error
        except OSError as error:
            raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
        finally:
            if shown:
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def all_batches(files: list[str], arguments: Namespace, **wanted: Any) -> Iterator[Games]:
    """Yield the games of one file after another."""
    for path in files:
        yield from batches(path, arguments, **wanted)


def _progress(file: CountedFile, path: str, games: int) -> str:
    import os

    size = os.fstat(file.fileno()).st_size
    taken = min(file.taken, size) if size else file.taken  # a pipe has none
    share = f" of {size / 1e6:,.0f} MB ({taken / size:.0%})" if size else " MB"
    return f"{path}: {taken / 1e6:,.0f}{share}, {several(games, 'game')}"
