"""tools/rate_engine.py and tools/fit_wdl_model.py: what they compute from games."""

from __future__ import annotations

import importlib.util
import math
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from kiwipete.match.pentanomial import Pentanomial
from kiwipete.training import data
from kiwipete.training.self_play import SelfPlay

TOOLS = Path(__file__).parents[2] / "tools"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_the_rating_by_one_anchor_is_its_rating_and_the_elo_difference():
    pairs = Pentanomial((5, 10, 20, 40, 25))
    rating = load("rate_engine").rated([(2800, pairs)])
    assert rating.value == pytest.approx(2800 + pairs.elo().value)
    assert rating.error == pytest.approx(pairs.elo().error, rel=0.02)


def test_a_perfect_score_has_a_rating():
    rated = load("rate_engine").rated
    rating = rated([(2800, Pentanomial((0, 0, 0, 0, 100)))])
    assert rating.error == math.inf
    nearly = Pentanomial((0, 0, 0, 1, 99))
    assert rated([(2800, nearly)]).value == pytest.approx(2800 + nearly.elo().value)
    assert rated([(2800, nearly)]).value < rating.value < 4000


def test_the_rating_by_two_anchors_is_between_and_nearer_to_the_even_match():
    one_sided, even = Pentanomial((0, 0, 0, 2, 98)), Pentanomial((20, 20, 20, 20, 20))
    rated = load("rate_engine").rated
    alone = rated([(2800, one_sided)]).value, rated([(3300, even)]).value
    both = rated([(2800, one_sided), (3300, even)]).value
    assert min(alone) < both < max(alone)
    assert abs(both - alone[1]) < abs(both - alone[0])


def test_chances_are_fitted_to_results_that_follow_them():
    model = load("fit_wdl_model")
    constants = np.array([250.0, -400.0, 300.0, 100.0, -50.0, 120.0])
    fitted = model._fit(1000 * model._chances(constants))
    assert fitted == pytest.approx(constants, abs=1)


def test_positions_are_counted_by_material_value_and_result(tmp_path):
    with SelfPlay(tmp_path, nodes=20, threads=1, seed=1) as run:
        list(run.play(10))
    positions = data.read([tmp_path / "1.kwg"])
    model = load("fit_wdl_model")
    counts = model._count(positions)
    near = positions[np.abs(positions["score"].astype(int)) <= model.LARGEST]
    assert counts.sum() == len(near)
    assert counts.sum(axis=(0, 1)).tolist() == [
        int((near["flags"] & 3 == n).sum()) for n in (2, 1, 0)
    ]
    early = near["ply"] < 12
    assert counts[35:].sum() >= early.sum() > 0  # with nearly all pieces on the board
