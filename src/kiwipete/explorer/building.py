"""Building indexes of games, merging them, and adding games to them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple, TypeAlias

from kiwipete.explorer.index import Explorer
from kiwipete.explorer.layout import ALL_PLIES, MOST_GAMES

if TYPE_CHECKING:
    from kiwipete.explorer.game_rows import Columns
    from kiwipete.explorer.runs import Run
    from kiwipete.games import Games
    from kiwipete.games.files import Source
    from kiwipete.games.filters import Condition

    GameSource: TypeAlias = "Source | Games"

PLIES = 60

# The tags of games that an index is made from.
TAGS = ("FEN", "Variant", "WhiteElo", "BlackElo", "Date", "UTCDate")

_RUN_ROWS = 1_000_000  # 16 bytes each, twice while they are sorted


class Progress(NamedTuple):
    """How far a build has come: bytes of the files read, or rows merged, and games read.

    `total` is None if it is unknown.
    """

    stage: str
    done: int
    total: int | None
    games: int


def build(
    target: str | os.PathLike[str],
    sources: GameSource | Iterable[GameSource],
    *,
    plies: int | None = PLIES,
    min_games: int = 1,
    where: Mapping[str, Condition] | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Explorer:
    r"""Make an index of games, and open it.

    A source is anything that `read_games` takes, or `Games`; there may be several, which may come
    one by one from an iterator such as `iter_games`; they need the tags of `TAGS`. `plies` is how
    much of each game is taken, None for all of it. Positions that fewer than `min_games` games
    reached are left out at the end, which makes the file much smaller. `where` has conditions on
    tags as in `read_games`. `progress` is called now and then.

    Memory stays bounded: sorted rows go to a folder beside the target, which takes up to 16 bytes
    for each move. An old file is replaced at the end only.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "games.kwx")
    >>> games = b'[WhiteElo "2100"]\n\n1. e4 e5 1-0\n\n[WhiteElo "1900"]\n\n1. d4 d5 1-0'
    >>> build(path, io.BytesIO(games), where={"WhiteElo": (2000, None)})
    <Explorer: 1 game, 2 positions, 2 moves>
    """
    # What needs NumPy is imported late: asking an index works without it.
    from kiwipete.arrays.parallel import usable_threads
    from kiwipete.explorer.runs import Runs, merged_rows, write_run
    from kiwipete.explorer.writer import IndexWriter
    from kiwipete.games.ordered_work import in_order

    plies = _checked(plies, min_games)
    count = usable_threads(threads)
    tell = progress or _silent
    games = 0

    def calls() -> Iterator[Callable[[], Run]]:
        nonlocal games
        for batches, place, total in _groups(_listed(sources), plies, where, threads):
            games += sum(columns.games for columns in batches)
            tell(Progress("reading", place, total, games))
            yield partial(write_run, batches, plies, runs.new_run())

    with IndexWriter(target) as writer, writer.folder() as folder:
        runs = Runs(folder, count)
        with closing(in_order(calls(), count)) as written:
            for run in written:
                runs.add(run)
        with closing(merged_rows(runs.found, runs.rows, min_games, count)) as found:
            for done, merged in found:
                writer.write(*merged)
                tell(Progress("merging", done, runs.rows, games))
        writer.close(games, plies, min_games)
    return Explorer(target)


def merge(
    target: str | os.PathLike[str],
    indexes: Iterable[Explorer | str | os.PathLike[str]],
    *,
    min_games: int = 1,
    threads: int | None = None,
    progress: Callable[[Progress], object] | None = None,
) -> Explorer:
    r"""Make one index of several, and open it: the same as one that is built of all their games.

    They must have as many plies of each game, and all positions (`min_games=1`).

    >>> import tempfile, os
    >>> folder = tempfile.mkdtemp()
    >>> paths = [os.path.join(folder, name) for name in ("a.kwx", "b.kwx", "both.kwx")]
    >>> _ = build(paths[0], io.BytesIO(b"1. e4 e5 1-0"))
    >>> _ = build(paths[1], io.BytesIO(b"1. e4 c5 1-0"))
    >>> merge(paths[2], paths[:2])
    <Explorer: 2 games, 2 positions, 3 moves>
    """
    from kiwipete.arrays.parallel import usable_threads
    from kiwipete.explorer.runs import merged_rows
    from kiwipete.explorer.writer import IndexWriter

    opened = [each if isinstance(each, Explorer) else Explorer(each) for each in indexes]
    if not opened:
        raise ValueError("no indexes to merge")
    plies = opened[0].plies
    for index in opened:
        if index.min_games > 1:
            raise ValueError(
                f"{index.path} lacks the positions that fewer than {index.min_games} games "
                "reached, so it cannot be merged"
            )
        if index.plies != plies:
            raise ValueError(
                f"{opened[0].path} and {index.path} have different numbers of plies of each game"
            )
        index.verify()
    plies = _checked(plies, min_games)
    tell = progress or _silent
    games = sum(index.games for index in opened)
    rows = sum(index.moves for index in opened)
    parts = [index._rows for index in opened]
    with (
        IndexWriter(target) as writer,
        closing(merged_rows(parts, rows, min_games, usable_threads(threads))) as found,
    ):
        for done, merged in found:
            writer.write(*merged)
            tell(Progress("merging", done, rows, games))
        writer.close(games, plies, min_games)
    return Explorer(target)


def add_games(explorer: Explorer, sources: Any, **options: Any) -> None:
    """Add games to the file of an explorer, which must be opened again."""
    if {"plies", "min_games"} & set(options):
        raise TypeError("plies and min_games are those of the index")
    path = explorer.path
    with (
        tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder,
        build(Path(folder) / "more.kwx", sources, plies=explorer.plies, **options) as more,
    ):
        merge(path, [explorer, more], threads=options.get("threads")).close()


def _checked(plies: int | None, min_games: int) -> int:
    """Check what an index is made with, and return the plies as its header has them."""
    if plies is None:
        plies = ALL_PLIES
    if not 1 <= plies <= ALL_PLIES:
        raise ValueError(f"plies is at least 1, not {plies}")
    if not 1 <= min_games <= MOST_GAMES:
        raise ValueError(f"min_games is at least 1, not {min_games}")
    return plies


def _silent(_: Progress) -> None:
    """Report nothing."""


# Reading.


def _listed(sources: Any) -> Iterable[Any]:
    """Return sources one by one; an iterator stays one."""
    from kiwipete.games import Games
    from kiwipete.games.files import all_sources

    if isinstance(sources, Games):
        return [sources]
    if isinstance(sources, str | os.PathLike) or hasattr(sources, "read"):
        return all_sources(sources)
    if isinstance(sources, Iterator):
        return sources
    return [found for source in sources for found in _listed(source)]


def _groups(
    sources: Iterable[Any],
    plies: int,
    where: Mapping[str, Condition] | None,
    threads: int | None,
) -> Iterator[tuple[list[Columns], int, int | None]]:
    """Yield games for about one run each, with the number of bytes read so far, and of all."""
    from kiwipete.explorer.game_rows import columns_of

    sizes = [_size(source) for source in sources] if isinstance(sources, list) else [None]
    total = None if None in sizes else sum(size or 0 for size in sizes)
    group: list[Columns] = []
    rows = before = 0
    for source in sources:
        for games, place in _batches(source, where, threads):
            columns = columns_of(games)
            group.append(columns)
            rows += columns.rows(plies)
            if rows >= _RUN_ROWS:
                yield group, before + place, total
                group, rows = [], 0
        before += _size(source) or 0
    if group:
        yield group, before, total


def _size(source: Any) -> int | None:
    """Return the number of bytes of a source, if it is known."""
    if isinstance(source, str | os.PathLike):
        return Path(source).stat().st_size
    try:
        return os.fstat(source.fileno()).st_size or None  # a pipe has none
    except (AttributeError, OSError):
        return None


def _batches(
    source: Any, where: Mapping[str, Condition] | None, threads: int | None
) -> Iterator[tuple[Games, int]]:
    """Yield the games of a source, each time with the place in the file."""
    from kiwipete.games import Games, iter_games

    if isinstance(source, Games):
        if where:
            raise ValueError("where is for files of games, not for games that have been read")
        yield source, 0
    elif isinstance(source, str | os.PathLike):
        with open(source, "rb", buffering=0) as file:  # noqa: PTH123
            size = _size(file) or 0
            for games in iter_games(file, where=where, headers=TAGS, threads=threads):
                yield games, min(file.tell(), size)
    else:
        for games in iter_games(source, where=where, headers=TAGS, threads=threads):
            yield games, _place(source)


def _place(file: IO[Any]) -> int:
    try:
        return file.tell()
    except (AttributeError, OSError):
        return 0
