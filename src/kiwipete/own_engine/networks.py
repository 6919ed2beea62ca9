"""The network that the engine evaluates with: the one in the package, one from a file, or none."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from kiwipete._core.network import NetworkWeights
from kiwipete.own_engine import NO_NETWORK, SHIPPED
from kiwipete.own_engine.network_file import Network, read_network

SHIPPED_PATH = Path(__file__).with_name("network.kwn")

NetworkSource = Network | str | os.PathLike[str] | None


def load_network(source: NetworkSource) -> NetworkWeights | None:
    """Return a network for the search, or None for piece-square values.

    The text "none" means piece-square values; a file of this name is "./none". Raises ValueError
    or OSError if a file is damaged, isn't a network, or can't be read.

    >>> load_network("none") is load_network(None) is None
    True
    """
    if source is None or isinstance(source, Network):
        return None if source is None else NetworkWeights(source)
    path = os.fspath(source)
    if path == SHIPPED:
        return _shipped_network()
    return None if path.lower() in NO_NETWORK else NetworkWeights(read_network(path))


@cache
def _shipped_network() -> NetworkWeights | None:
    """Return the network in the package, read once; None if this package has none."""
    return NetworkWeights(read_network(SHIPPED_PATH)) if SHIPPED_PATH.exists() else None
