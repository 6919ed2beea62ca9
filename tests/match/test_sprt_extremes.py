"""The log likelihood ratio of pairs that hardly vary, however many: exact values, no crash."""

from __future__ import annotations

import math
import random

import pytest

from kiwipete.match import Pentanomial, Sprt
from tests.support.match.exact_likelihood import ratio as exact_ratio

# Found with 30 digits and more by `exact_likelihood`. Some have two maxima of the likelihood.
NORMALIZED = [
    ((50, 287, 610, 387, 73), (0, 5), 2.9659419028),
    ((50, 287, 610, 387, 73), (-3, 1), 2.6971982006),
    ((50, 287, 610, 387, 73), (0, 300), -674.08243831),
    ((0, 0, 9, 0, 0), (0, 5), -0.0023848895590),
    ((0, 0, 9, 0, 0), (0, 300), -8.2086891353),
    ((0, 0, 400000, 3, 0), (0, 5), -149.41189338),
    ((0, 0, 400000, 3, 0), (-3, 1), 60.794517838),
    ((0, 0, 400000, 3, 0), (0, 300), -365061.13608),
    ((0, 0, 400000, 3, 0), (0.5, 2.5), -30.375926753),
    ((0, 1000000, 0, 0, 0), (0, 5), -14598.095008),
    ((0, 1000000, 0, 0, 0), (0, 300), -1261661.5980),
    ((0, 1000000, 0, 0, 0), (0.5, 2.5), -5806.1499472),
    ((0, 0, 0, 0, 400000), (0, 5), 8057.4807703),
    ((0, 0, 0, 0, 400000), (0, 300), 229222.54230),
    ((0, 200000, 0, 200001, 0), (0, 5), -82.804862574),
    ((0, 200000, 0, 200001, 0), (0, 300), -182549.02976),
]
DEGENERATE = [counts for counts, _, _ in NORMALIZED] + [
    (1, 0, 0, 0, 0),
    (400000, 0, 0, 0, 400000),
    (10**9, 0, 0, 0, 1),
    (0, 10**9, 0, 10**9, 0),
]
EXTREMES = [
    *((-9999, 9999), (0, 9999), (-9999, -9998.5), (0, 300)),
    *((-1e-9, 1e-9), (0, 1e-300), (0, 5e-324)),
]


def ratio(counts, bounds, model):
    return Sprt(*bounds, model=model).ratio(Pentanomial(counts))


@pytest.mark.parametrize(("counts", "bounds", "known"), NORMALIZED)
def test_normalized_elo(counts, bounds, known):
    assert ratio(counts, bounds, "normalized") == pytest.approx(known, rel=1e-8)


@pytest.mark.deep
@pytest.mark.parametrize(("counts", "bounds", "known"), NORMALIZED)
def test_the_exact_values_themselves(counts, bounds, known):
    assert exact_ratio(counts, *bounds, "normalized") == pytest.approx(known, rel=1e-5)


def test_logistic_elo():
    chance = random.Random(19)
    cases = [(counts, (0.0, 5.0)) for counts in DEGENERATE]
    for _ in range(40):
        counts = tuple(
            int(10 ** chance.uniform(0, 7)) if chance.random() < 0.5 else 0 for _ in range(5)
        )
        low = chance.uniform(-600, 600)
        cases.append((counts, (low, low + 10 ** chance.uniform(-2, 2))))
    for counts, bounds in cases:
        if sum(counts):
            found, exact = (
                ratio(counts, bounds, "logistic"),
                exact_ratio(counts, *bounds, "logistic"),
            )
            # Of all the pairs' likelihood, which a float holds to 16 digits.
            assert found == pytest.approx(exact, rel=1e-9, abs=1e-13 * sum(counts))


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("bounds", EXTREMES)
def test_no_question_is_too_extreme(model, bounds):
    for counts in DEGENERATE:
        found = ratio(counts, bounds, model)
        opposite = ratio(counts[::-1], (-bounds[1], -bounds[0]), model)
        assert math.isfinite(found)
        assert opposite == pytest.approx(-found, rel=1e-7, abs=1e-12 * sum(counts))


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_more_points_speak_for_h1(model):
    for bounds in [(0, 5), (0, 300), (-40, -20)]:
        worse, better = (100000, 3, 0, 50, 7), (0, 100000, 3, 50, 7)
        assert ratio(worse, bounds, model) < ratio(better, bounds, model)
