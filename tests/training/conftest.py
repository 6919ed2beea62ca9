"""Games and records for the tests, played once in each process."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kiwipete.training import data
from kiwipete.training.self_play import SelfPlay


@pytest.fixture(scope="session")
def game_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the games of two threads."""
    folder = tmp_path_factory.mktemp("games")
    with SelfPlay(folder, nodes=20, threads=2, seed=1) as run:
        list(run.play(80))
    return folder


@pytest.fixture(scope="session")
def found(game_folder: Path) -> np.ndarray:
    """Return the records of these games, in their order."""
    return data.read(sorted(game_folder.glob("*.kwg")))
