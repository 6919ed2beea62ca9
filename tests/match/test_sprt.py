from __future__ import annotations

import random

import pytest

from kiwipete.match import Pentanomial, Sprt
from kiwipete.match.pentanomial import score_of

# Tests of Stockfish, from its pull requests: bounds, pairs and the log of the ratio. Those before
# 2021 are in logistic Elo, later ones in normalized Elo.
LOGISTIC = [
    ((-0.25, 1.25), (491, 7345, 29693, 7670, 465), 2.96),  # 3098
    ((0.25, 1.25), (53, 2220, 21459, 2445, 47), 2.97),  # 3098
    ((-0.50, 1.50), (665, 4806, 9333, 4893, 747), 2.95),  # 2920
    ((0.25, 1.75), (328, 4564, 15580, 4789, 371), 2.98),  # 2920
    ((-0.25, 1.25), (253, 4282, 17604, 4431, 286), 2.94),  # 3209
    ((0.25, 1.25), (58, 3302, 33130, 3518, 84), 2.97),  # 3209
    ((-0.50, 1.50), (133, 1751, 5094, 1849, 165), 2.94),  # 2950
    ((0.25, 1.75), (149, 4748, 32785, 5063, 159), 2.95),  # 2950
    ((-1.00, 3.00), (424, 2948, 5832, 3045, 460), 2.94),  # 2493
]
NORMALIZED = [
    ((0.00, 2.00), (320, 12431, 27275, 12858, 316), 2.95),  # 6019
    ((0.50, 2.50), (197, 45541, 117722, 46579, 228), 2.96),  # 6019
    ((0.00, 2.00), (371, 10263, 24989, 10642, 379), 2.95),  # 4194
    ((0.50, 2.50), (47, 8181, 25234, 8575, 47), 2.94),  # 4194
    ((-1.75, 0.25), (289, 26459, 62934, 26379, 331), 2.94),  # 6285
    ((-1.75, 0.25), (118, 38575, 109888, 38432, 122), 2.95),  # 6285
    ((0.00, 5.00), (50, 287, 610, 387, 73), 2.97),  # cinder 727
    ((-5.00, 0.00), (1, 22, 52, 21, 4), 0.15),  # princhess 343
]


@pytest.mark.parametrize(("bounds", "counts", "ratio"), LOGISTIC)
def test_published_tests_in_logistic_elo(bounds, counts, ratio):
    assert Sprt(*bounds).ratio(Pentanomial(counts)) == pytest.approx(ratio, abs=0.0051)


@pytest.mark.parametrize(("bounds", "counts", "ratio"), NORMALIZED)
def test_published_tests_in_normalized_elo(bounds, counts, ratio):
    test = Sprt(*bounds, model="normalized")
    assert test.ratio(Pentanomial(counts)) == pytest.approx(ratio, abs=0.0051)


def test_bounds():
    assert Sprt(0, 10).bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert Sprt(0, 10, alpha=0.05, beta=0.1).bounds == pytest.approx((-2.251, 2.890), abs=0.001)


def test_verdicts():
    test = Sprt(0, 10)
    assert test.verdict(Pentanomial()) is None
    assert test.verdict(Pentanomial((10, 100, 200, 100, 10))) is None
    assert test.verdict(Pentanomial((10, 80, 200, 180, 30))) == "H1"
    assert test.verdict(Pentanomial((30, 180, 200, 80, 10))) == "H0"


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_the_opposite_question_about_the_opposite_pairs(model):
    pairs = Pentanomial((7, 31, 90, 44, 12))
    forth = Sprt(-2, 7, model=model).ratio(pairs)
    back = Sprt(-7, 2, model=model).ratio(pairs.reversed())
    assert back == pytest.approx(-forth)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
@pytest.mark.parametrize("counts", [(0, 0, 9, 0, 0), (9, 0, 0, 0, 0), (0, 0, 0, 0, 1)])
def test_results_never_seen_do_no_harm(model, counts):
    ratio = Sprt(0, 5, model=model).ratio(Pentanomial(counts))
    assert -9 < ratio < 9


def test_nonsense_is_refused():
    with pytest.raises(ValueError, match="smaller"):
        Sprt(5, 0)
    with pytest.raises(ValueError, match="unknown model 'bayes'"):
        Sprt(0, 5, model="bayes")
    for elo in (10_001, float("inf"), float("nan")):
        with pytest.raises(ValueError, match="Elo must be at most 10000"):
            Sprt(0, elo)
    for risk in (0, 0.5, -1, 5e-324, float("nan")):
        with pytest.raises(ValueError, match="a risk must be between 0 and"):
            Sprt(0, 5, alpha=risk)
        with pytest.raises(ValueError, match="a risk must be between 0 and"):
            Sprt(0, 5, beta=risk)


@pytest.mark.parametrize("risk", [1e-300, 1e-16, 0.49, 0.5 - 2**-54])
def test_extreme_risks(risk):
    low, high = Sprt(0, 5, alpha=risk, beta=risk).bounds
    assert -1000 < low < 0 < high < 1000


# Players of known strength.


def distribution(elo: float, draws: float = 0.5, spread: float = 0.08) -> list[float]:
    """The shares of pairs with 0 to 2 points between players of this difference in logistic Elo."""
    score = score_of(elo)
    # White wins more often: the games of a pair differ by `spread`, and are independent else.
    games = []
    for chance in (score + spread, score - spread):
        win = chance - draws / 2
        games.append((1 - draws - win, draws, win))
    shares = [0.0] * 5
    for first, p in enumerate(games[0]):
        for second, q in enumerate(games[1]):
            shares[first + second] += p * q
    return shares


def run_test(test: Sprt, shares: list[float], chance: random.Random, every: int) -> str:
    """Play pairs until the test decides; it looks at the pairs now and then."""
    counts = [0] * 5
    while True:
        for points in chance.choices(range(5), shares, k=every):
            counts[points] += 1
        verdict = test.verdict(Pentanomial(tuple(counts)))
        if verdict is not None:
            return verdict


def errors(test: Sprt, elo: float, wrong: str, runs: int, every: int) -> float:
    """The share of tests that accept the wrong hypothesis about players of a known difference."""
    chance = random.Random(f"{elo} {wrong}")
    shares = distribution(elo)
    return sum(run_test(test, shares, chance, every) == wrong for _ in range(runs)) / runs


def test_the_players_have_the_strength_they_are_said_to_have():
    shares = distribution(25)
    assert sum(shares) == pytest.approx(1)
    mean = sum(share * value for share, value in zip(shares, (0, 0.25, 0.5, 0.75, 1), strict=True))
    assert mean == pytest.approx(score_of(25))


def most(promised: float, runs: int) -> float:
    """The share that is exceeded once in a thousand times if the promise is kept."""
    return promised + 3 * (promised * (1 - promised) / runs) ** 0.5


@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (80, "H0")])
def test_errors_are_as_rare_as_promised(elo, wrong):
    assert errors(Sprt(0, 80), elo, wrong, runs=300, every=2) <= most(0.05, 300)


@pytest.mark.parametrize(("elo", "wrong"), [(-80, "H1"), (160, "H0")])
def test_clear_cases_are_hardly_ever_wrong(elo, wrong):
    assert errors(Sprt(0, 80), elo, wrong, runs=100, every=2) <= 0.01


@pytest.mark.deep
@pytest.mark.parametrize(("elo", "wrong"), [(0, "H1"), (10, "H0")])
def test_errors_are_as_rare_as_promised_deep(elo, wrong):
    share = errors(Sprt(0, 10), elo, wrong, runs=1000, every=20)
    assert 0.02 <= share <= most(0.05, 1000)
