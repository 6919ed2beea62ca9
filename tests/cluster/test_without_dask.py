"""A cluster is asked for where Dask is not installed; test_cluster.py is for where it is."""

from __future__ import annotations

import sys

import pytest

from kiwipete.cluster import ClusterError, open_cluster


def test_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError) as refused, open_cluster("local"):
        pytest.fail("it was opened")
    assert str(refused.value) == 'Dask is missing: pip install "kiwipete[cluster]"'
