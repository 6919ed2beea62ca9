"""Reading games in bulk: files cut into chunks, chunks read by threads, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from kiwipete._core.game_chunk import Chunk, Plan, find_split, read_text
from kiwipete.arrays.parallel import usable_threads
from kiwipete.games.collection import Games
from kiwipete.games.files import Source, Sources, TableFile, all_sources, opened, path_of
from kiwipete.games.filters import Condition
from kiwipete.games.layout import Part
from kiwipete.games.ordered_work import in_order
from kiwipete.games.request import Request, make_request
from kiwipete.games.table_reading import table_calls

if TYPE_CHECKING:
    from kiwipete.cluster import ClusterExecutor

# Of batches; and of what is read at once, where small chunks keep all threads busy to the end.
BATCH_BYTES, CHUNK_BYTES = 4 << 20, 1 << 20
_LONGEST_COMMENT = 16 << 20  # beyond this, a comment with games in it counts as one without its }


def read_games(
    source: Sources,
    *,
    where: Mapping[str, Condition] | None = None,
    headers: bool | Iterable[str] = True,
    clocks: bool = False,
    evals: bool = False,
    text: bool = False,
    threads: int | None = None,
    cluster: str | ClusterExecutor | Any = None,
) -> Games:
    r"""Read all games of PGN or Parquet files into arrays.

    The source is a path, a pattern such as `games/*.pgn.zst`, a file object or a pipe, or several
    of them. PGN is plain or compressed with gzip, bzip2 or Zstandard; a Parquet file has the
    columns of the open Lichess data sets (see `Games.to_arrow`). Every move of a main line is
    checked by the rules; variations and comments are skipped, except for clocks and evaluations if
    these are asked for, and `text=True` keeps the text of each game, so that `games[n].tree()` has
    all of it. `headers` says which tags to keep.

    With `cluster`, the files are read on the workers of a Dask cluster, one file a task: the
    address of its scheduler ("tcp://10.0.0.1:8786"), a `distributed.Client`, or "local" for
    processes on this machine. The workers read the files themselves, by the same paths. The work of
    workers that die is done again by others.

    `where` has conditions on tags; the moves of games that do not meet all of them are not read.
    A condition is a value, a collection of values, or a pair of limits, of which one may be None:
    numbers, or texts such as dates.

    >>> text = b'[WhiteElo "2100"]\n\n1. e4 e5 *\n\n[WhiteElo "1900"]\n\n1. d4 d5 *\n'
    >>> games = read_games(io.BytesIO(text), where={"WhiteElo": (2000, None)})
    >>> len(games), games.skipped, games[0].board(1).piece_at(kiwipete.E4)
    (1, 1, Piece.from_symbol('P'))
    """
    request = make_request(where, headers, clocks=clocks, evals=evals, text=text)
    sources = all_sources(source)
    if cluster is not None:
        from kiwipete.games.cluster_reading import read_on_cluster

        return _games(request, read_on_cluster(sources, request, cluster))
    return _games(request, list(read_parts(sources, request, threads)))


def iter_games(
    source: Sources,
    *,
    where: Mapping[str, Condition] | None = None,
    headers: bool | Iterable[str] = True,
    clocks: bool = False,
    evals: bool = False,
    text: bool = False,
    threads: int | None = None,
    chunk_bytes: int = BATCH_BYTES,
) -> Iterator[Games]:
    r"""Read files in batches of games: memory stays bounded, however large the files are.

    Each batch has the games of about `chunk_bytes` of a file. The other arguments are those of
    `read_games`.

    >>> text = b'[White "Ada"]\n\n1. e4 e5 *\n\n[White "Bob"]\n\n1. d4 d5 *\n'
    >>> for games in iter_games(io.BytesIO(text)):
    ...     print(games)
    <Games: 2 games, 4 moves, 0 errors>
    """
    if chunk_bytes < 1:
        raise ValueError(f"chunk_bytes is at least 1, not {chunk_bytes}")
    request = make_request(where, headers, clocks=clocks, evals=evals, text=text)
    sources, count = all_sources(source), usable_threads(threads)
    return _batches(sources, request, count, chunk_bytes)


def _batches(
    sources: list[Source], request: Request, threads: int, chunk_bytes: int
) -> Iterator[Games]:
    for part in read_parts(sources, request, threads, chunk_bytes):
        if part.chunk.count or part.chunk.skipped:
            yield _games(request, [part])


def _games(request: Request, parts: list[Part]) -> Games:
    return Games(parts, clocks=request.clocks, evals=request.evals, kept=request.kept)


class _Piece(NamedTuple):
    """A chunk that has been read, and where it comes from."""

    chunk: Chunk
    text: bytes | None
    path: str | None
    begins_file: bool
    from_table: bool


def read_parts(
    sources: Iterable[Source],
    request: Request,
    threads: int | None = None,
    chunk_bytes: int = CHUNK_BYTES,
) -> Iterator[Part]:
    """Read the chunks of files on threads, and yield them in order."""
    lines = 0
    for piece in in_order(_calls(sources, request, chunk_bytes), usable_threads(threads)):
        if piece.begins_file:
            lines = 0
        yield Part(piece.chunk, lines, piece.text, piece.path, piece.from_table)
        lines += piece.chunk.lines


def _calls(
    sources: Iterable[Source], request: Request, chunk_bytes: int
) -> Iterator[Callable[[], _Piece]]:
    """Yield a call for each chunk, which reads it."""
    plan = request.plan()
    buffers = _Buffers(chunk_bytes)
    for source in sources:
        path, first = path_of(source), True
        with opened(source) as file:
            if isinstance(file, TableFile):
                for read, content in table_calls(file, plan, request.needed, chunk_bytes):
                    kept = content if request.text else None
                    yield partial(_read_rows, read, kept, path, first)
                    first = False
            else:
                for text, size in _chunks(file, buffers):
                    yield partial(_read_text, text, size, buffers, plan, request.text, path, first)
                    first = False


def _read_text(
    text: bytearray,
    size: int,
    buffers: _Buffers,
    plan: Plan,
    kept: bool,
    path: str | None,
    first: bool,
) -> _Piece:
    chunk = read_text(text, plan, size)
    content = bytes(memoryview(text)[:size]) if kept else None
    buffers.give(text)
    return _Piece(chunk, content, path, first, False)


def _read_rows(
    read: Callable[[], Chunk], kept: Callable[[], bytes] | None, path: str | None, first: bool
) -> _Piece:
    return _Piece(read(), None if kept is None else kept(), path, first, True)


class _Buffers:
    """Memory for the chunks of a file, used again and again: fresh memory costs time."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._free: deque[bytearray] = deque()

    def take(self, size: int) -> bytearray:
        """Return a buffer of the usual size, or of a larger one."""
        if size <= self._size:
            with suppress(IndexError):
                return self._free.pop()
        return bytearray(max(size, self._size))

    def give(self, buffer: bytearray) -> None:
        """Take a buffer back."""
        if len(buffer) == self._size:
            self._free.append(buffer)


def _chunks(file: Any, buffers: _Buffers) -> Iterator[tuple[bytearray, int]]:
    """Cut a file where games begin; yield texts and how much of each is a chunk of whole games."""
    rest = b""
    while True:
        buffer = buffers.take(2 * len(rest))  # so that looking for a game takes linear time
        buffer[: len(rest)] = rest
        with memoryview(buffer) as view:
            size = len(rest) + file.fill(view[len(rest) :])
            if size < len(buffer):
                if size:
                    yield buffer, size
                return
            place = find_split(view, size)
            if not place and size > _LONGEST_COMMENT:
                place = find_split(view, size, True)
            rest = bytes(view[place:])
        if place:
            yield buffer, place
        else:
            buffers.give(buffer)
