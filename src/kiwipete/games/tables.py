"""Games as tables of Arrow, and as Parquet files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from kiwipete.games.layout import viewed
from kiwipete.games.table_columns import DATE, LICHESS, MORE_TAGS, MOVES, NUMBERS, TIME, arrow
from kiwipete.new_file import new_file
from kiwipete.pgn.headers import TAG_NAME_REGEX

if TYPE_CHECKING:
    from kiwipete.games.collection import Games
    from kiwipete.games.layout import Part

_GROUP_ROWS, _GROUP_BYTES = 65_536, 32 << 20
_NO_NUMBER = -(1 << 62)


def schema(tags: Sequence[str]) -> Any:
    """Return the schema of a table: the columns of the Lichess data sets, and further tags."""
    pa = arrow()
    if isinstance(tags, str):
        raise TypeError(f"tags is a collection of names, not {tags!r}")
    for name in tags:
        if not isinstance(name, str) or not TAG_NAME_REGEX.match(name) or name == MOVES:
            raise ValueError(f"not the name of a tag: {name!r}")
    kinds = dict.fromkeys(NUMBERS, pa.int16()) | {DATE: pa.date32(), TIME: pa.time32("s")}
    names = dict.fromkeys([*LICHESS, *tags])
    return pa.schema([(name, kinds.get(name, pa.string())) for name in names])


def table_of(games: Games, tags: Sequence[str]) -> Any:
    """Return games as a table."""
    pa = arrow()
    fields = schema(tags)
    _check_starts(games, fields.names)
    return pa.table([_column(games, field) for field in fields], schema=fields)


def _check_starts(games: Games, names: Sequence[str]) -> None:
    """Refuse to lose what moves are read by."""
    for flag, tag in (("other_start", "FEN"), ("chess960", "Variant")):
        if tag not in names and any(
            part.rows()[flag][numbers].any() for part, numbers in games.stretches()
        ):
            raise ValueError(f"a game has a {tag}, which is not among the tags of the table")


def _column(games: Games, field: Any) -> Any:
    pa = arrow()
    if field.name == MOVES:
        pieces = [piece for part, numbers in games.stretches() for piece in _moves(part, numbers)]
        return pa.chunked_array(pieces, pa.string())
    if not _is_kept(games, field.name):
        return pa.nulls(len(games), field.type)
    if field.name in NUMBERS:
        numbers = games.headers.integers(field.name, _NO_NUMBER)
        limits = np.iinfo(np.int16)
        missing = (numbers < limits.min) | (numbers > limits.max)
        return pa.array(np.where(missing, 0, numbers), pa.int16(), mask=missing)
    texts = pa.array(games.headers[field.name].tolist(), pa.string())
    if field.name == DATE:
        return _dates(games, texts)
    if field.name == TIME:
        return _parsed(texts, "%H:%M:%S").cast(pa.time32("s"))
    return texts


def _is_kept(games: Games, name: str) -> bool:
    return games._kept is None or name in games._kept


def _dates(games: Games, texts: Any) -> Any:
    """Return dates: those of the tag Date where a game has no other."""
    pa, pc = arrow(), arrow("pyarrow.compute")
    if _is_kept(games, "Date"):
        texts = pc.coalesce(texts, pa.array(games.headers["Date"].tolist(), pa.string()))
    return _parsed(texts, "%Y.%m.%d").cast(pa.date32())


def _parsed(texts: Any, form: str) -> Any:
    """Return texts as points in time, null where a text is not exactly in this form."""
    pa, pc = arrow(), arrow("pyarrow.compute")
    times = pc.strptime(texts, format=form, unit="s", error_is_null=True)
    exact = pc.equal(pc.strftime(times, format=form), texts)
    return pc.if_else(exact, times, pa.scalar(None, times.type))


def _moves(part: Part, numbers: Any) -> Iterator[Any]:
    """Yield the moves of games of a part as arrays of texts."""
    pa = arrow()
    if part.text is None:
        text, offsets = part.chunk.write_moves(numbers)
        buffers = [None, pa.py_buffer(viewed(offsets, np.int32)), pa.py_buffer(text)]
        yield pa.Array.from_buffers(pa.string(), len(numbers), buffers)
    else:
        yield pa.array([_decoded(text) for text in part.moves_texts(numbers)], pa.string())


def _decoded(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")


@contextmanager
def new_parquet_file(
    path: str | os.PathLike[str], tags: Sequence[str] = MORE_TAGS
) -> Iterator[TableWriter]:
    """Open a Parquet file for games, which appears when all of them have been written.

    >>> import tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "games.parquet")
    >>> with new_parquet_file(path) as writer:
    ...     writer.add(kiwipete.games.read_games(io.BytesIO(b"1. e4 e5 1-0")))
    >>> writer.games
    1
    """
    pq = arrow("pyarrow.parquet")
    fields = schema(tags)
    with (
        new_file(path) as unfinished,
        pq.ParquetWriter(unfinished, fields, compression="zstd") as file,
    ):
        writer = TableWriter(file, tags)
        yield writer
        writer.finish()


class TableWriter:
    """Writes games to a Parquet file, batch by batch, in groups of rows of a bounded size."""

    def __init__(self, file: Any, tags: Sequence[str]) -> None:
        self._file = file
        self._tags = tags
        self._waiting: list[Any] = []  # tables that do not fill a group of rows yet
        self.games = 0

    def add(self, games: Games) -> None:
        """Write some games."""
        if not len(games):
            return
        self._waiting.append(table_of(games, self._tags))
        self.games += len(games)
        rows, size = (sum(each) for each in zip(*map(_size, self._waiting), strict=True))
        if rows >= _GROUP_ROWS or size >= _GROUP_BYTES:
            self.finish()

    def finish(self) -> None:
        """Write what is left."""
        if self._waiting:
            table = arrow().concat_tables(self._waiting)
            self._file.write_table(table, row_group_size=_GROUP_ROWS)
        self._waiting = []


def _size(table: Any) -> tuple[int, int]:
    return len(table), table.nbytes
