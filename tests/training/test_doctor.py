"""The doctor names each disease, and leaves sound data alone."""

from __future__ import annotations

import numpy as np
import pytest

from kiwipete.training import data
from kiwipete.training.doctor import examine
from kiwipete.training.statistics import is_black


@pytest.fixture(scope="module")
def sound(found: np.ndarray) -> np.ndarray:
    return data.shuffled(found, 1)


def names(found: np.ndarray, **settings: bool) -> list[str]:
    return [finding.name for finding in examine(found, **settings)]


def changed(found: np.ndarray, **fields: np.ndarray | int) -> np.ndarray:
    new = found.copy()
    for name, values in fields.items():
        new[name] = values
    return new


def opposite(flags: np.ndarray) -> np.ndarray:
    return (flags & 4) | (2 - (flags & 3))


def test_sound_data_pass(sound, found):
    assert examine(sound) == []
    assert examine(found, in_order=True) == []


def test_unshuffled_games(found):
    (finding,) = examine(found)
    assert finding.name == "unshuffled"
    assert "% of the records seem to follow another one of their game" in finding.text


def test_unshuffled_parts(sound):
    by_length = sound[np.argsort(sound["ply"] > 60, kind="stable")]
    (finding,) = examine(by_length)
    assert finding.name == "unshuffled"
    assert "average ply" in finding.text


def test_duplicated(sound):
    assert names(data.shuffled(np.concatenate([sound, sound]), 1)) == ["duplicated"]


def test_illegal(sound):
    (finding,) = examine(changed(sound, move=np.where(np.arange(len(sound)) == 7, 9, 0)))
    assert finding == ("illegal", "illegal move: 1 record, the first is number 8")
    assert names(changed(sound, flags=3)) == ["illegal"]
    assert "impossible pieces" in examine(changed(sound, occupied=2**64 - 1))[0].text


def test_wrong_side(sound):
    (finding,) = examine(changed(sound, score=-sound["score"]))
    assert finding.name == "wrong side"
    assert "the score falls with the own material if White or Black is to move" in finding.text
    black = is_black(sound)
    (finding,) = examine(changed(sound, score=np.where(black, -sound["score"], sound["score"])))
    assert "it is for White, not for the side to move" in finding.text
    assert "the score" in finding.text
    (finding,) = examine(changed(sound, flags=opposite(sound["flags"])))
    assert "the result falls" in finding.text
    flags = np.where(black, opposite(sound["flags"]), sound["flags"])
    (finding,) = examine(changed(sound, flags=flags))
    assert "it is for White" in finding.text


def test_mislabelled(sound):
    mixed = np.random.default_rng(1).permutation(sound["score"])
    assert names(changed(sound, score=mixed)) == ["mislabelled", "mislabelled"]
    assert examine(changed(sound, score=0)) == [("mislabelled", "all records have the score 0")]
    drawn = (sound["flags"] & 4) | 1
    assert examine(changed(sound, flags=drawn)) == [
        ("mislabelled", "all records have the result 1")
    ]
    mates = np.where(np.arange(len(sound)) % 50 == 0, 31_990, sound["score"])
    assert "are mates" in examine(changed(sound, score=mates))[-1].text
    some = np.random.default_rng(1).random(len(sound)) < 0.2
    upset = np.where(some, opposite(sound["flags"]), sound["flags"])
    assert "lost by the better side" in examine(changed(sound, flags=upset))[0].text


def test_few_records_are_no_basis(sound):
    assert names(sound[:10]) == ["few"]
