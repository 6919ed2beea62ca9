"""The option --cluster: work on the threads of a Dask cluster instead of this machine's."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from kiwipete.cli.exits import UsageError
from kiwipete.cli.ui import several

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser
    from kiwipete.cluster import ClusterExecutor


def add_cluster(parser: CommandParser, what: str, processes: str = "--threads") -> None:
    """Add the address of a cluster; `processes` is the option for the size of a local one."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help=f"{what} on the Dask cluster with this scheduler, such as tcp://10.0.0.1:8786; "
        f"local: start one here with as many processes as {processes}",
    )


@contextmanager
def optional_cluster(arguments: Namespace, *, workers: int) -> Iterator[ClusterExecutor | None]:
    """Connect to the cluster that is asked for; None without --cluster.

    Raises UsageError if it cannot be used. A cluster that is lost later raises ClusterError.
    """
    if arguments.cluster is None:
        yield None
        return
    from kiwipete.cluster import ClusterError, open_cluster

    with ExitStack() as stack:
        try:
            cluster = stack.enter_context(open_cluster(arguments.cluster, workers=workers))
        except ClusterError as error:
            raise UsageError(str(error)) from error
        if not arguments.json:
            print_size(cluster)
        yield cluster


def print_size(cluster: ClusterExecutor) -> None:
    """Print the number of workers and threads on stderr."""
    workers = cluster.workers
    size = f"{several(len(workers), 'worker')} with {several(sum(workers.values()), 'thread')}"
    print(f"cluster: {size}", file=sys.stderr, flush=True)
