"""Reading games in bulk: files cut into chunks, chunks read by threads, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from kiwipete._core.game_chunk import Chunk, Plan, find_split
from kiwipete.arrays.parallel import usable_threads
from kiwipete.games.collection import Games
from kiwipete.games.files import Source, blocks, opened
from kiwipete.games.filters import Condition, make_plan
from kiwipete.games.layout import Part

CHUNK_BYTES = 4 << 20
_LONGEST_COMMENT = 16 << 20  # beyond this, a comment with games in it counts as one without its }


def read_games(
    source: Source,
    *,
    where: Mapping[str, Condition] | None = None,
    headers: bool | Iterable[str] = True,
    clocks: bool = False,
    evals: bool = False,
    text: bool = False,
    threads: int | None = None,
) -> Games:
    r"""Read all games of a PGN file into arrays.

    The source is a path, a file object or a pipe, plain or compressed with gzip, bzip2 or
    Zstandard. Every move of a main line is checked by the rules; variations and comments are
    skipped, except for clocks and evaluations if these are asked for, and `text=True` keeps the
    text of each game, so that `games[n].tree()` has all of it. `headers` says which tags to keep.

    `where` has conditions on tags; the moves of games that do not meet all of them are not read.
    A condition is a value, a collection of values, or a pair of limits, of which one may be None:
    numbers, or texts such as dates.

    >>> text = b'[WhiteElo "2100"]\n\n1. e4 e5 *\n\n[WhiteElo "1900"]\n\n1. d4 d5 *\n'
    >>> games = read_games(io.BytesIO(text), where={"WhiteElo": (2000, None)})
    >>> len(games), games.skipped, games[0].board(1).piece_at(kiwipete.E4)
    (1, 1, Piece.from_symbol('P'))
    """
    plan, make = _prepared(where, headers, clocks=clocks, evals=evals)
    with opened(source) as file:
        return make(list(_parts(file, plan, CHUNK_BYTES, text=text, threads=threads)))


def iter_games(
    source: Source,
    *,
    where: Mapping[str, Condition] | None = None,
    headers: bool | Iterable[str] = True,
    clocks: bool = False,
    evals: bool = False,
    text: bool = False,
    threads: int | None = None,
    chunk_bytes: int = CHUNK_BYTES,
) -> Iterator[Games]:
    r"""Read a PGN file in batches of games: memory stays bounded, however large the file is.

    Each batch has the games of about `chunk_bytes` of the file. The other arguments are those of
    `read_games`.

    >>> text = b'[White "Ada"]\n\n1. e4 e5 *\n\n[White "Bob"]\n\n1. d4 d5 *\n'
    >>> for games in iter_games(io.BytesIO(text)):
    ...     print(games)
    <Games: 2 games, 4 moves, 0 errors>
    """
    if chunk_bytes < 1:
        raise ValueError(f"chunk_bytes is at least 1, not {chunk_bytes}")
    plan, make = _prepared(where, headers, clocks=clocks, evals=evals)
    return _batches(source, plan, make, chunk_bytes, text=text, threads=threads)


def _batches(
    source: Source,
    plan: Plan,
    make: Callable[[list[Part]], Games],
    chunk_bytes: int,
    *,
    text: bool,
    threads: int | None,
) -> Iterator[Games]:
    with opened(source) as file:
        for part in _parts(file, plan, chunk_bytes, text=text, threads=threads):
            if part.chunk.count or part.chunk.skipped:
                yield make([part])


def _prepared(
    where: Mapping[str, Condition] | None,
    headers: bool | Iterable[str],
    *,
    clocks: bool,
    evals: bool,
) -> tuple[Plan, Callable[[list[Part]], Games]]:
    if not isinstance(headers, bool | str):
        headers = list(headers)
    plan = make_plan(where, headers, clocks=clocks, evals=evals)
    kept = None if headers is True else frozenset(headers or ())

    def make(parts: list[Part]) -> Games:
        return Games(parts, clocks=clocks, evals=evals, kept=kept)

    return plan, make


def _parts(
    file: Any, plan: Plan, chunk_bytes: int, *, text: bool, threads: int | None
) -> Iterator[Part]:
    """Read the chunks of a file on threads, and yield them in order."""
    lines = 0
    for chunk, content in _read_chunks(
        _chunks(blocks(file, chunk_bytes)), plan, usable_threads(threads)
    ):
        yield Part(chunk, lines, content if text else None)
        lines += chunk.lines


def _read_chunks(
    texts: Iterator[tuple[bytes, int]], plan: Plan, threads: int
) -> Iterator[tuple[Chunk, bytes]]:
    if threads == 1:
        for text, size in texts:
            yield Chunk(text, plan, size), text
        return
    waiting: deque[tuple[Future[Chunk], bytes]] = deque()
    with ThreadPoolExecutor(threads, thread_name_prefix="kiwipete-games") as pool:
        try:
            for text, size in texts:
                waiting.append((pool.submit(Chunk, text, plan, size), text))
                if len(waiting) > threads:
                    future, done = waiting.popleft()
                    yield future.result(), done
            while waiting:
                future, done = waiting.popleft()
                yield future.result(), done
        finally:
            for future, _ in waiting:
                future.cancel()


def _chunks(found: Iterator[bytes]) -> Iterator[tuple[bytes, int]]:
    """Cut blocks where a game begins; yield a text and how much of it is a chunk of whole games."""
    pieces: list[bytes] = []
    size = tried = 0
    for block in found:
        if size > 2 * tried:  # looking again after every block would take quadratic time
            text = pieces[0] if len(pieces) == 1 else b"".join(pieces)
            place = find_split(text) or (find_split(text, True) if size > _LONGEST_COMMENT else 0)
            if place:
                yield text, place
                text = text[place:]
            pieces, size = [text], len(text)
            tried = 0 if place else size
        pieces.append(block)
        size += len(block)
    if size:
        yield b"".join(pieces), size
