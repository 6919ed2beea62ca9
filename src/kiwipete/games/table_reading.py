"""Reading games from Parquet files: columns become tags, and movetext the moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from kiwipete._core.game_chunk import Chunk, Plan, Texts, read_rows
from kiwipete.games.files import TableFile
from kiwipete.games.table_columns import MOVES, arrow
from kiwipete.pgn.headers import TAG_NAME_REGEX

# How much of a column to read from the file at once.
_BUFFER = 1 << 20


def table_calls(
    table: TableFile, plan: Plan, needed: frozenset[str] | None, chunk_bytes: int
) -> Iterator[tuple[Callable[[], Chunk], Callable[[], bytes]]]:
    """Yield calls that read the rows of a file, and calls that return the text of their moves."""
    pa, pq = arrow(), arrow("pyarrow.parquet")
    try:
        file = pq.ParquetFile(table.file, buffer_size=_BUFFER, pre_buffer=False)
        names = [
            field.name
            for field in file.schema_arrow
            if field.name == MOVES or _is_tag(field, needed)
        ]
        if MOVES not in names:
            raise ValueError(f"a table of games needs a column {MOVES}")
        for batch in file.iter_batches(batch_size=_rows(file, chunk_bytes), columns=names):
            moves = _as_text(MOVES, batch.column(MOVES))
            yield partial(_read, batch, moves, plan), partial(_text, moves)
    except pa.ArrowException as error:
        raise ValueError(f"the Parquet file cannot be read: {error}") from error


def _rows(file: Any, chunk_bytes: int) -> int:
    """Return how many rows of a file take about as many bytes, decoded."""
    groups = (file.metadata.row_group(number) for number in range(file.num_row_groups))
    size: int = sum(group.total_byte_size for group in groups)
    rows: int = file.metadata.num_rows
    return max(1, min(65_536, chunk_bytes * rows // max(1, size)))


def _is_tag(field: Any, needed: frozenset[str] | None) -> bool:
    if needed is not None and field.name not in needed:
        return False
    return bool(TAG_NAME_REGEX.match(field.name)) and not arrow().types.is_nested(field.type)


def _read(batch: Any, moves: Any, plan: Plan) -> Chunk:
    names = [name for name in batch.schema.names if name != MOVES]
    columns = [_texts(_as_text(name, batch.column(name))) for name in names]
    return read_rows(plan, _texts(moves), [name.encode() for name in names], columns)


def _text(moves: Any) -> bytes:
    data = moves.buffers()[2]
    return b"" if data is None else bytes(data.to_pybytes())


def _texts(column: Any) -> Texts:
    """Hand the memory of a column over to the compiled reader."""
    valid, offsets, data = column.buffers()
    nothing = b"\0\0\0\0"
    return Texts(
        nothing if offsets is None else offsets,
        b"" if data is None else data,
        valid,
        column.offset,
        len(column),
    )


def _as_text(name: str, column: Any) -> Any:
    """Return a column as texts, in the way that PGN writes dates, times and numbers."""
    pa, pc = arrow(), arrow("pyarrow.compute")
    types, kind = pa.types, column.type
    if types.is_string(kind) or types.is_binary(kind):
        return column
    if types.is_large_binary(kind):
        return column.cast(pa.binary())
    if types.is_date(kind) or types.is_timestamp(kind):
        return pc.strftime(column, format="%Y.%m.%d")
    if types.is_time(kind):
        return column.cast(pa.time32("s"), safe=False).cast(pa.string())
    if types.is_floating(kind):  # whole numbers with gaps, as pandas has them
        column = pc.if_else(pc.is_finite(column), column, pa.scalar(None, kind))
        if pc.all(pc.equal(pc.round(column), column)).as_py() is not False:
            column = column.cast(pa.int64(), safe=False)
    texts = column.cast(pa.string())
    if name.endswith("RatingDiff"):  # +5, as Lichess writes them
        signs = pc.if_else(pc.starts_with(texts, pattern="-"), "", "+")
        texts = pc.binary_join_element_wise(signs, texts, "")
    return texts
