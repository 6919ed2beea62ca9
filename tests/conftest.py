"""Settings and fixtures that all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.stockfish import Stockfish

# The same examples on every run and no limit on time: a test fails for a reason or not at all.
settings.register_profile(
    "kiwipete", deadline=None, derandomize=True, database=None, max_examples=300
)
settings.load_profile("kiwipete")


@pytest.fixture(scope="session")
def stockfish() -> Iterator[Stockfish]:
    """One Stockfish process for all tests; the tests fail if there is none."""
    engine = Stockfish()
    yield engine
    engine.quit()
