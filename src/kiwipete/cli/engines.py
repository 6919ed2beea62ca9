"""Our engine with the options that commands share: threads, hash, network and tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.engine import Engine


@contextmanager
def open_engine(arguments: Namespace) -> Iterator[Engine]:
    """Start the engine as --threads, --hash, --network and --tables say, and stop it."""
    from kiwipete.engine import Engine

    with Engine(
        threads=arguments.threads, hash_mb=arguments.hash, network=arguments.network
    ) as engine:
        if arguments.tables:
            engine.configure({"SyzygyPath": arguments.tables})
        yield engine
