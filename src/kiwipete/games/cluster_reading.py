"""Reading files of games on the workers of a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from kiwipete.cluster import connected, spread
from kiwipete.games.files import Source
from kiwipete.games.layout import Part
from kiwipete.games.request import Request
from kiwipete.perft import processors

# Files submitted ahead for each thread of the cluster.
_AHEAD = 2


@dataclass(frozen=True, eq=False)  # clusters keep calls in sets
class FileReader:
    """Reads one file on a worker."""

    request: Request

    def __call__(self, task: tuple[int, str]) -> list[Part]:
        """Return the parts of a file, given by its number and path."""
        from kiwipete.games.reading import read_parts

        _, path = task
        return list(read_parts([path], self.request, threads=1))


def read_on_cluster(sources: Sequence[Source], request: Request, cluster: Any) -> list[Part]:
    """Return the parts of all files, in the order of the files."""
    for source in sources:
        if not isinstance(source, str | os.PathLike):
            raise TypeError(f"a cluster reads files by their paths, not {type(source).__name__}")
    paths = [os.path.abspath(source) for source in sources if isinstance(source, str | os.PathLike)]  # noqa: PTH100
    tasks = iter(enumerate(paths))
    found: dict[int, list[Part]] = {}
    with connected(cluster, workers=processors()) as executor:
        batches = spread(
            executor,
            FileReader(request),
            lambda: next(tasks, None),
            ahead=lambda: _AHEAD * executor.threads,
        )
        with closing(batches):
            for batch in batches:
                for (number, _), parts in batch:
                    found[number] = parts
    return [part for number in range(len(paths)) for part in found[number]]
