"""Work a perft job to its end, or to Ctrl-C."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from kiwipete import perft
from kiwipete._core.core import PerftJob
from kiwipete.cli.ends import UsageError
from kiwipete.cli.wording import per_second

if TYPE_CHECKING:
    from kiwipete.board import Board
    from kiwipete.cli.progress import ProgressBar


class Count(NamedTuple):
    """A job, and how counting it went."""

    job: PerftJob
    seconds: float
    interrupted: bool

    @property
    def nps(self) -> int:
        """The speed in nodes per second."""
        return per_second(self.job.nodes, self.seconds)


def count(
    board: Board,
    depth: int,
    *,
    threads: int,
    hash_mb: int = 0,
    method: str = "fast",
    check: bool = False,
    stats: bool = False,
    bar: ProgressBar | None = None,
) -> Count:
    """Count a perft; Ctrl-C ends it with what is known so far."""
    start = time.perf_counter()
    job = PerftJob(board, depth, method=method, check=check, stats=stats, hash_mb=hash_mb)
    interrupted = False
    try:
        # No more threads than parts: a short count is over before many have started.
        perft.run(job, threads=max(1, min(threads, job.parts_total)), progress=bar)
    except KeyboardInterrupt:
        interrupted = True
    except RuntimeError as error:
        # All that Python says when the system gives it no more threads.
        raise UsageError(f"{error}: try fewer --threads than {threads}") from error
    finally:
        if bar is not None:
            bar.close()
    return Count(job, time.perf_counter() - start, interrupted)
