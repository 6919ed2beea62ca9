"""A conversation with the engine, for each test a new one."""

from __future__ import annotations

import pytest

from tests.support.gui import Gui


@pytest.fixture
def gui():
    gui = Gui()
    yield gui
    gui.engine.close()
