"""The pages' examples run as tests; what they change for all of Python is put back."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

# Its examples need the extra `notebook`.
collect_ignore = ["notebook.md"] if find_spec("anywidget") is None else []


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    logger = logging.getLogger("kiwipete.pgn")
    level = logger.level
    yield
    logger.setLevel(level)
