from __future__ import annotations

import math

import pytest

from kiwipete.match import Pentanomial
from kiwipete.match.pentanomial import elo_of, score_of

# What fastchess printed of matches, as people published it: pairs, Elo, normalized Elo with their
# errors, and the likelihood of superiority in per cent.
PUBLISHED = [
    ((30, 6, 18, 0, 6), (-168.40, 73.37), (-170.08, 62.16), 0.00),  # fastchess issue 807
    ((50, 287, 610, 387, 73), (18.04, 8.23), (28.19, 12.84), 100.00),  # cinder pull request 727
    ((1, 22, 52, 21, 4), (8.69, 27.04), (15.51, 48.15), 73.60),  # princhess pull request 343
    ((235, 1384, 2521, 1341, 239), (-1.06, 4.05), (-1.67, 6.37), 30.33),  # Lynx pull request 1899
    ((0, 1, 4, 0, 0), (-34.86, 62.20), (-122.84, 215.34), 13.18),  # fastchess pull request 515
    ((5, 5, 36, 22, 22), (101.21, 42.63), (128.22, 50.76), 100.00),  # fastchess issue 1007
]


@pytest.mark.parametrize(("counts", "elo", "normalized", "superiority"), PUBLISHED)
def test_published_matches(counts, elo, normalized, superiority):
    pairs = Pentanomial(counts)
    for estimate, known in ((pairs.elo(), elo), (pairs.normalized_elo(), normalized)):
        assert (estimate.value, estimate.error) == pytest.approx(known, abs=0.006)
    assert 100 * pairs.superiority() == pytest.approx(superiority, abs=0.006)


def test_a_match_worked_out_by_hand():
    # Pairs of 0.75 and 0.5 by turns: mean 0.625, deviation 0.125, of the mean of 100 pairs 0.0125.
    pairs = Pentanomial((0, 0, 50, 50, 0))
    assert (pairs.score, pairs.deviation) == (0.625, 0.125)
    assert pairs.elo().value == pytest.approx(400 * math.log10(0.625 / 0.375))
    # A game deviates by 0.125 times the root of two, and normalized Elo is 347.4 a deviation.
    assert pairs.normalized_elo().value == pytest.approx(
        0.125 / (0.125 * 2**0.5) * 347.4356, rel=1e-6
    )
    # Ten deviations above even.
    assert pairs.superiority() == pytest.approx(1.0, abs=1e-12)


def test_the_other_player_sees_the_opposite():
    pairs = Pentanomial((50, 287, 610, 387, 73))
    theirs = pairs.reversed()
    assert theirs.elo().value == pytest.approx(-pairs.elo().value)
    assert theirs.elo().error == pytest.approx(pairs.elo().error)
    assert theirs.superiority() == pytest.approx(1 - pairs.superiority())


def test_few_pairs_have_an_answer_too():
    assert str(Pentanomial().elo()) == "+0.0 ± ∞"
    assert Pentanomial().superiority() == 0.5
    assert str(Pentanomial((0, 0, 7, 0, 0)).elo()) == "+0.0 ± ∞"
    assert Pentanomial((0, 0, 7, 0, 0)).superiority() == 0.5
    assert str(Pentanomial((0, 0, 0, 0, 3)).elo()) == "+∞ ± ∞"
    assert Pentanomial((0, 0, 0, 0, 3)).superiority() == 1.0
    assert Pentanomial((3, 0, 0, 0, 0)).superiority() == 0.0
    assert str(Pentanomial((3, 0, 0, 0, 0)).normalized_elo()).startswith("-∞ ± ")
    assert str(Pentanomial((0, 0, 0, 2, 0)).elo()) == "+190.8 ± ∞"


def test_errors_near_a_clean_score_are_finite():
    estimate = Pentanomial((8, 1, 1, 0, 0)).elo()
    assert estimate.value == pytest.approx(-436.4, abs=0.1)
    assert 150 < estimate.error < 400


def test_points_are_counted():
    pairs = Pentanomial.of([0, 0.5, 0.5, 1, 1.5, 2, 2, 2])
    assert pairs == Pentanomial((1, 2, 1, 1, 3))
    assert pairs + Pentanomial.of([1]) == Pentanomial((1, 2, 2, 1, 3))


@pytest.mark.parametrize("elo", [-800, -100, -1, 0, 5, 400])
def test_elo_and_score_are_inverse(elo):
    assert elo_of(score_of(elo)) == pytest.approx(elo)
