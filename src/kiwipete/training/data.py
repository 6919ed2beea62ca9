"""Work on records in memory, as NumPy arrays: read, shuffle, split, drop duplicates, relabel."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import ExitStack
from typing import TYPE_CHECKING

from kiwipete._core.self_play import score_records
from kiwipete.file_header import TrainingFileError
from kiwipete.position_record import FIELDS, RECORD_BYTES
from kiwipete.training.game_file import GameFile, is_game_file
from kiwipete.training.record_file import RecordWriter, open_records
from kiwipete.training.records import Filters, records

if TYPE_CHECKING:
    import numpy as np

    from kiwipete._core.searcher import Searcher
    from kiwipete.own_engine.networks import NetworkSource

_NODES_AT_ONCE = 200_000  # of relabelling, between two reports of its progress
_WRITTEN_AT_ONCE = 1 << 15
_USUAL = Filters()


class MissingNumpyError(ImportError):
    """NumPy, an optional dependency, is not installed."""


def check_numpy() -> None:
    """Raise MissingNumpyError, which says what to install, if NumPy is missing."""
    try:
        import numpy  # noqa: F401
    except ImportError as error:
        raise MissingNumpyError(
            "work on records needs NumPy: pip install 'kiwipete[data]'"
        ) from error


def game_positions(path: str | os.PathLike[str], filters: Filters = _USUAL) -> np.ndarray:
    """Return the records of all games of a file; a torn last game is left out."""
    import numpy as np

    file = GameFile(path)
    try:
        packed = b"".join(records(file, filters))
        file.check_torn()
    except TrainingFileError:
        raise
    except ValueError as error:
        raise TrainingFileError(f"{path}: {error}") from error
    return np.frombuffer(packed, np.dtype(FIELDS))


def read(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], filters: Filters = _USUAL
) -> np.ndarray:
    """Return the records of a file, or of several one after another; games become records.

    Raises TrainingFileError for a damaged file, or one of another kind.
    """
    check_numpy()
    import numpy as np

    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    parts = [
        game_positions(path, filters) if is_game_file(path) else open_records(path)
        for path in paths
    ] or [np.empty(0, np.dtype(FIELDS))]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def write(path: str | os.PathLike[str], found: np.ndarray) -> None:
    """Write records to a new file, which replaces one of this name at the end."""
    write_all({path: found})


def write_all(files: Mapping[str | os.PathLike[str], np.ndarray]) -> None:
    """Write several files of records; unless all can be written, the old ones stay."""
    with ExitStack() as stack:
        for path, found in files.items():
            writer = stack.enter_context(RecordWriter(path))
            for start in range(0, len(found), _WRITTEN_AT_ONCE):
                part = found[start : start + _WRITTEN_AT_ONCE]
                writer.write(part.tobytes())


def shuffled(found: np.ndarray, seed: int) -> np.ndarray:
    """Return the records in random order; one seed gives one order."""
    import numpy as np

    return found[np.random.default_rng(seed).permutation(len(found))]


def split(found: np.ndarray, share: float) -> tuple[np.ndarray, np.ndarray]:
    """Cut the records in two; the second part has this share of them.

    Split before shuffling: then no game but one has positions in both parts.
    """
    cut = len(found) - round(share * len(found))
    return found[:cut], found[cut:]


def first_of_each(found: np.ndarray) -> np.ndarray:
    """Return the indices of the first record of each position, as the side to move sees it."""
    from kiwipete.arrays import unique

    seen = found.copy()
    seen["flags"] = 0  # whichever colour that side has
    return unique(seen).indices


def relabel(
    found: np.ndarray,
    network: NetworkSource,
    *,
    nodes: int,
    threads: int = 1,
    progress: Callable[[int], None] = lambda _: None,
) -> tuple[np.ndarray, int]:
    """Return records with new scores and moves, and how many kept theirs, having no legal move.

    Scores come from a search, not from the network's value of the position: a network would
    only learn its own mistakes from that. Each thread searches a part of its own. `progress`
    is called with the records done.
    """
    from kiwipete.own_engine.networks import load_network
    from kiwipete.training.self_play import searchers_with

    new = found.copy()
    data = memoryview(new.view("u1").reshape(-1).data).cast("B")
    stopped = threading.Event()
    step = max(1, min(1000, _NODES_AT_ONCE // nodes))

    def work(searcher: Searcher, part: range) -> Iterator[tuple[int, int]]:
        for start in part[::step]:
            end = min(start + step, part.stop)
            if not stopped.is_set():
                at_once = data[RECORD_BYTES * start : RECORD_BYTES * end]
                yield end - start, score_records(searcher, at_once, nodes=nodes)

    parts = [range(len(new) * i // threads, len(new) * (i + 1) // threads) for i in range(threads)]
    done = unusable = 0
    with ThreadPoolExecutor(threads) as pool:
        searchers = searchers_with(load_network(network), threads)
        works = [work(searcher, part) for searcher, part in zip(searchers, parts, strict=True)]
        running = {pool.submit(next, each, None): each for each in works}
        try:
            while running:
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    each = running.pop(future)
                    counts = future.result()
                    if counts is not None:
                        running[pool.submit(next, each, None)] = each
                        done, unusable = done + counts[0], unusable + counts[1]
                        progress(done)
        finally:
            stopped.set()
            while wait(running, timeout=0).not_done:
                for searcher in searchers:
                    searcher.stop()  # again if its search had not quite begun
                wait(running, timeout=0.1)
    return new, unusable
