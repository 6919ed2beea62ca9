"""Tuning: SPSA finds a known optimum through noise, and a tuning that was stopped goes on."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

from kiwipete._core.searcher import MARGINS_CAN_BE_SET
from kiwipete.file_header import TrainingFileError
from kiwipete.match.pentanomial import score_of
from kiwipete.training.spsa import Margin, Spsa
from kiwipete.training.tuning import Tuning, TuningSettings
from kiwipete.training.tuning_games import known_margins, play_pair

MARGINS = [
    Margin("wide", 100, 0, 600),
    Margin("narrow", 3, 1, 12),
    Margin("idle", 50, 0, 100),
    Margin("negative", 0, -200, 200),
]
BEST = {"wide": 320, "narrow": 8, "negative": -90}
SETTINGS = TuningSettings(iterations=2000, pairs=8)


def elo(values):
    """Return the strength of a setting: 150 Elo are lost half a range away from the best value."""
    lost = 0.0
    for margin in MARGINS:
        if margin.name in BEST:
            away = (values[margin.name] - BEST[margin.name]) / (margin.maximum - margin.minimum)
            lost += 600 * away**2
    return -lost


def simulated(trial, iteration):
    """Return the result of eight pairs of games with draws, by chance."""
    chance = random.Random(iteration)
    expected = score_of(elo(trial.plus) - elo(trial.minus))
    games = [chance.random() < expected for _ in range(32)]  # two half points in each of 16 games
    return 2 * sum(games) / len(games) - 1


def tuned(path, iterations):
    tuning = Tuning(MARGINS, SETTINGS, path)
    for _ in islice(tuning.run(simulated), iterations):
        pass
    return tuning


def test_a_known_optimum_is_found_through_noise():
    spsa = Spsa(MARGINS, iterations=2000)
    while not spsa.is_done:
        trial = spsa.trial()
        spsa.learn(trial, simulated(trial, spsa.iteration))
    found = spsa.values
    assert found["wide"] == pytest.approx(320, abs=60)
    assert found["narrow"] == pytest.approx(8, abs=1.5)
    assert found["negative"] == pytest.approx(-90, abs=40)
    start = elo({margin.name: margin.default for margin in MARGINS})
    assert elo(found) > start / 10


def test_a_stopped_tuning_goes_on(tmp_path):
    tuned(tmp_path / "one.json", 30)
    for _ in range(3):
        tuned(tmp_path / "two.json", 10)
    assert (tmp_path / "one.json").read_text() == (tmp_path / "two.json").read_text()
    assert json.loads((tmp_path / "one.json").read_text())["iteration"] == 30


def test_values_and_trials_stay_within_bounds():
    spsa = Spsa(MARGINS, iterations=200, rate=50)
    while not spsa.is_done:
        trial = spsa.trial()
        assert trial == spsa.trial()
        for margin in MARGINS:
            for values in (trial.plus, trial.minus, spsa.values):
                assert margin.minimum <= values[margin.name] <= margin.maximum
        spsa.learn(trial, random.Random(spsa.iteration).choice((-1, 0, 1)))


def test_rounding_keeps_the_mean():
    spsa = Spsa([Margin("x", 10, 0, 20)], iterations=4000)
    spsa.values["x"] = 10.3
    sums = 0
    for spsa.iteration in range(4000):
        trial = spsa.trial()
        sums += trial.plus["x"] + trial.minus["x"]
    assert sums / 8000 == pytest.approx(10.3, abs=0.05)


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "state.json"
    tuned(path, 3)
    with pytest.raises(TrainingFileError, match="tuning with other margins: tune as then"):
        Tuning(MARGINS[:2], SETTINGS, path)
    with pytest.raises(TrainingFileError, match="tuning with nodes 5000"):
        Tuning(MARGINS, TuningSettings(iterations=2000, nodes=1), path)
    for text in ("", "[]", "{}", "nonsense", '{"format": "kiwipete tuning 1"}'):
        path.write_text(text)
        with pytest.raises(TrainingFileError, match=r"state\.json is"):
            Tuning(MARGINS, SETTINGS, path)


def test_a_setting_against_itself_is_level():
    margins = {name: margin.default for name, margin in known_margins().items()}
    for number in range(2):
        assert play_pair(1, number, margins, {}, 200, "none") == 0


def test_margins_are_set_where_they_can_be():
    crippled = {"lmr_divisor": 400, "null_move_base": 400, "futility_margin": 30}
    healthy = {name: known_margins()[name].default for name in crippled}
    if not MARGINS_CAN_BE_SET:
        with pytest.raises(RuntimeError, match="margins are constants in this build"):
            play_pair(1, 0, healthy, crippled, 1000, "none")
        return
    results = [play_pair(1, number, healthy, crippled, 1000, "none") for number in range(6)]
    assert results == [play_pair(1, number, healthy, crippled, 1000, "none") for number in range(6)]
    assert any(results)
