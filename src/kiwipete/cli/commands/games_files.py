"""The actions of `kiwipete games` that write files: filter, split, dedupe, sort, to-parquet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from kiwipete.cli.commands.games_input import STDIN, all_batches
from kiwipete.cli.exits import OK, UsageError
from kiwipete.cli.ui import several

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.games.splitting import Rule


@contextmanager
def _target(arguments: Namespace) -> Iterator[IO[bytes]]:
    """Open --out, which appears when it is complete, or standard output."""
    from kiwipete.new_file import new_file

    if arguments.out is None:
        yield sys.stdout.buffer
        return
    with new_file(arguments.out) as path, path.open("wb") as file:
        yield file


def _tell(arguments: Namespace, games: int, more: str = "") -> int:
    """Say what was written, unless it went to standard output."""
    if arguments.out is not None:
        print(f"{several(games, 'game')} written to {arguments.out}{more}")
    return OK


def filter_games(files: list[str], arguments: Namespace) -> int:
    """Write the games that meet the conditions."""
    games = 0
    with _target(arguments) as out:
        for batch in all_batches(files, arguments, headers=False, text=True):
            batch.write(out, threads=1)
            games += len(batch)
    return _tell(arguments, games)


def split(files: list[str], arguments: Namespace) -> int:
    """Write several files."""
    from pathlib import Path

    from kiwipete.games.splitting import splitter

    rule, tags = _rule(arguments)
    first = "games" if files[0] == STDIN else Path(files[0]).name.partition(".")[0] or "games"
    pattern = arguments.out or f"{first}-{{}}.pgn"
    try:
        with splitter(pattern, rule) as targets:
            for batch in all_batches(files, arguments, headers=tags, text=True):
                targets.add(batch)
    except ValueError as error:
        raise UsageError(str(error)) from error
    made = targets.paths
    where = f": {made[0]}" if len(made) == 1 else f": {made[0]} to {made[-1]}" if made else ""
    print(f"{several(targets.games, 'game')} in {several(len(made), 'file')}{where}")
    return OK


def _rule(arguments: Namespace) -> tuple[Rule, list[str]]:
    """Return how to split, and the tags that this needs."""
    from kiwipete.games.splitting import by_number, by_size, by_tag

    given = [each for each in (arguments.games, arguments.mb, arguments.by) if each is not None]
    if len(given) != 1:
        raise UsageError("split needs one of --games, --mb and --by")
    if arguments.games is not None:
        return by_number(arguments.games), []
    if arguments.mb is not None:
        return by_size(arguments.mb * 1_000_000), []
    name, sign, length = arguments.by.partition(":")
    if sign and not (length.isascii() and length.isdecimal() and 0 < int(length[:9]) < 1000):
        raise UsageError(f"--by is TAG or TAG:LENGTH, not {arguments.by!r}")
    return by_tag(name, int(length) if sign else None), [name]


def _names(text: str | None) -> list[str]:
    return [name for name in (text or "").split(",") if name]


def dedupe(files: list[str], arguments: Namespace) -> int:
    """Write each game once."""
    from kiwipete.games.duplicates import Duplicates

    tags = _names(arguments.by)
    duplicates = Duplicates(tags)
    games = again = 0
    with _target(arguments) as out:
        for batch in all_batches(files, arguments, headers=["FEN", "Variant", *tags], text=True):
            new = batch[duplicates.unseen(batch)]
            new.write(out, threads=1)
            games += len(new)
            again += len(batch) - len(new)
    return _tell(arguments, games, f", {several(again, 'duplicate')} left out")


def sort(files: list[str], arguments: Namespace) -> int:
    """Write the games in order."""
    from pathlib import Path

    from kiwipete.games.sorting import Sorter

    tags = _names(arguments.by)
    if not tags:
        raise UsageError("sort needs --by TAG, or several: --by White,UTCDate")
    folder = None if arguments.out is None else Path(arguments.out).absolute().parent
    with (
        _target(arguments) as out,
        Sorter(
            tags, reverse=arguments.reverse, memory=arguments.memory * 1_000_000, folder=folder
        ) as sorter,
    ):
        for batch in all_batches(files, arguments, headers=tags, text=True):
            sorter.add(batch)
        out.writelines(sorter.texts())
    return _tell(arguments, sorter.games)


def to_parquet(files: list[str], arguments: Namespace) -> int:
    """Write a Parquet file."""
    from kiwipete.games.table_columns import MORE_TAGS, arrow
    from kiwipete.games.tables import new_parquet_file

    if arguments.out is None:
        raise UsageError("to-parquet needs --out FILE")
    arrow()  # before a file is begun
    tags = MORE_TAGS if arguments.tags is None else _names(arguments.tags)
    try:
        with new_parquet_file(arguments.out, tags) as writer:
            for batch in all_batches(files, arguments, text=True):
                writer.add(batch)
    except ValueError as error:
        raise UsageError(str(error)) from error
    return _tell(arguments, writer.games)
