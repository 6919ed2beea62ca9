"""Count to the end, or to Ctrl-C, and take the time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiwipete import perft
from kiwipete.cli.ends import UsageError
from kiwipete.cli.wording import per_second

if TYPE_CHECKING:
    from kiwipete.board import Board
    from kiwipete.cli.progress import ProgressBar


@dataclass(frozen=True)
class Counted:
    """A count, and how it went."""

    count: perft.Count
    seconds: float
    interrupted: bool

    @property
    def nps(self) -> int:
        """The speed in nodes per second."""
        return per_second(self.count.nodes, self.seconds)


def timed_count(
    board: Board,
    depth: int,
    *,
    threads: int,
    hash_mb: int = 0,
    method: str = "fast",
    check: bool = False,
    stats: bool = False,
    bar: ProgressBar | None = None,
) -> Counted:
    """Count a perft; Ctrl-C ends it with what is known so far."""
    start = time.perf_counter()
    count = perft.Count(board, depth, method=method, check=check, stats=stats, hash_mb=hash_mb)
    interrupted = False
    try:
        count.run(threads=threads, progress=bar)
    except KeyboardInterrupt:
        interrupted = True
    except RuntimeError as error:
        # All that Python says when the system gives it no more threads.
        raise UsageError(f"{error}: try fewer --threads than {threads}") from error
    finally:
        if bar is not None:
            bar.close()
    return Counted(count, time.perf_counter() - start, interrupted)
