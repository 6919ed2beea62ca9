"""The network that the engine evaluates with: the one in the package, one from a file, or none."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from kiwipete._core.network import NetworkWeights
from kiwipete.own_engine import SHIPPED
from kiwipete.own_engine.network_file import Network, read_network

SHIPPED_PATH = Path(__file__).with_name("network.kwn")

NetworkSource = Network | str | os.PathLike[str] | None

_SHIPPED_NAMES = (SHIPPED, "shipped")
_PIECE_SQUARE_NAMES = ("none", "<none>")


def is_shipped(source: NetworkSource) -> bool:
    """Return True if a source names the network in the package.

    >>> is_shipped("shipped"), is_shipped("./shipped")
    (True, False)
    """
    return isinstance(source, str) and source.lower() in _SHIPPED_NAMES


def is_file(source: NetworkSource) -> bool:
    """Return True if a source is the name of a file.

    >>> is_file("none"), is_file("./none")
    (False, True)
    """
    if isinstance(source, str):
        return source.lower() not in (*_SHIPPED_NAMES, *_PIECE_SQUARE_NAMES)
    return isinstance(source, os.PathLike)


def find_network(source: NetworkSource) -> Network | None:
    """Return a network, or None for piece-square values.

    "shipped" is the network in the package, "none" means piece-square values; files of these
    names are "./shipped" and "./none". Raises ValueError or OSError if a file is damaged, isn't a
    network, or can't be read.

    >>> find_network("none") is find_network(None) is None
    True
    >>> find_network("shipped").hidden
    256
    """
    if source is None or isinstance(source, Network):
        return source
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"a network is a file, a Network or None, not {source!r}")
    if is_shipped(source):
        return read_network(SHIPPED_PATH)
    return read_network(source) if is_file(source) else None


def load_network(source: NetworkSource) -> NetworkWeights | None:
    """Return a network for the search, or None for piece-square values, as `find_network` does."""
    if is_shipped(source):
        return _shipped_weights()
    network = find_network(source)
    return None if network is None else NetworkWeights(network)


@cache
def _shipped_weights() -> NetworkWeights:
    """Return the network in the package; all engines of a process share one."""
    return NetworkWeights(read_network(SHIPPED_PATH))
