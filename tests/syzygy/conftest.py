"""The tables that python-chess's source archive brings along, for tests that are deep."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FETCH = Path(__file__).parents[2] / "tools" / "fetch_tables.py"


@pytest.fixture(scope="session")
def real_tables(tmp_path_factory):
    """Return a directory with all tables of three and four pieces."""
    directory = tmp_path_factory.mktemp("syzygy")
    subprocess.run([sys.executable, FETCH, directory], check=True)
    return directory
