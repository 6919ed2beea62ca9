"""Settings and fixtures that all tests share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

from tests.support.stockfish import Stockfish

# The same examples on every run and no limit on time: a test fails for a reason or not at all.
settings.register_profile(
    "kiwipete", deadline=None, derandomize=True, database=None, max_examples=300
)
settings.load_profile("kiwipete")

# Tests that need an extra belong to the suite where it is installed.
EXTRAS = {
    "distributed": "*_cluster.py",  # the extra `cluster`
    "anywidget": "*_notebook.py",  # `notebook`
    "jupyterlab": "*_jupyterlab.py",  # `browser`
}
collect_ignore_glob = [files for package, files in EXTRAS.items() if find_spec(package) is None]

FETCH_TABLES = Path(__file__).parents[1] / "tools" / "fetch_tables.py"

# Tests that are started in the background ignore these, and so would the programs they start.
for ignored, action in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGHUP, signal.SIG_DFL),
):
    if signal.getsignal(ignored) is signal.SIG_IGN:
        signal.signal(ignored, action)


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Use two workers a processor: many tests wait for processes that they start."""
    workers = yield
    return workers if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS") else 2 * workers


@pytest.fixture(scope="session")
def stockfish() -> Iterator[Stockfish]:
    """One Stockfish process for all tests; the tests fail if there is none."""
    engine = Stockfish()
    yield engine
    engine.quit()


@pytest.fixture(scope="session")
def real_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with all endgame tables of three and four pieces; for deep tests."""
    directory = tmp_path_factory.mktemp("syzygy")
    subprocess.run([sys.executable, FETCH_TABLES, directory], check=True)
    return directory
