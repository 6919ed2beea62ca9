"""Files of games that commands read: conditions on tags, and batches with progress in bytes."""

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

    from kiwipete.cli.options import CommandParser
    from kiwipete.games import Games

STDIN = "-"


def need_numpy() -> None:
    """Raise a UsageError without NumPy."""
    try:
        import numpy  # noqa: F401
    except ImportError as error:
        raise UsageError('games need NumPy: pip install "kiwipete[data]"') from error


def add_where(parser: CommandParser) -> None:
    """Add conditions on the tags of games."""
    parser.add_argument(
        "--where",
        metavar="CONDITION",
        type=_condition,
        action="append",
        default=[],
        help="only games whose tags meet this: NAME=VALUE or NAME=LOW..HIGH",
    )


def _condition(text: str) -> tuple[str, Any]:
    """Read NAME=VALUE or NAME=LOW..HIGH."""
    name, sign, value = text.partition("=")
    low, dots, high = value.partition("..")
    if not (name and sign and value):
        raise UsageError(f"a condition is NAME=VALUE or NAME=LOW..HIGH, not {text!r}")
    if not dots:
        return name, value
    limits = [limit or None for limit in (low, high)]
    if limits == [None, None]:
        raise UsageError(f"a range needs a limit: {text!r}")
    dates = name.endswith("Date")  # 2025 is less than 2025.01.31 as a text
    if not dates and all(limit is None or limit.isdecimal() for limit in limits):
        return name, tuple(None if limit is None else int(limit) for limit in limits)
    return name, tuple(limits)


class CountedFile(FileIO):
    """A file that counts the bytes that are read from it; those of a table are not in order."""

    taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Read, and count."""
        found = super().read(-1 if size is None else size) or b""
        self.taken += len(found)
        return found

    def readinto(self, buffer: Any, /) -> int:
        """Read, and count."""
        count = super().readinto(buffer) or 0
        self.taken += count
        return count


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
