"""`kiwipete tune`: margins, and tuning where the build allows it."""

from __future__ import annotations

import json
import os

import pytest

from kiwipete._core.searcher import MARGINS_CAN_BE_SET

FEW = ("--margins", "razoring", "--iterations", "2", "--pairs", "1", "--nodes", "100")


def test_the_margins_are_listed(kiwipete):
    code, out, err = kiwipete("tune", "--list")
    assert (code, err) == (0, "")
    assert "razoring: leave nodes far below alpha to quiescence" in out
    assert "  razoring_depth                   3  (1 to 8)" in out


def test_a_device_is_not_replaced(kiwipete, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    code, _, err = kiwipete("tune", str(tmp_path / "pipe"), *FEW)
    assert code == 2
    reason = "not a regular file" if MARGINS_CAN_BE_SET else "margins are constants"
    assert reason in err


def test_two_iterations_are_played_and_kept(kiwipete, tmp_path):
    state = tmp_path / "state.json"
    code, out, err = kiwipete("tune", str(state), *FEW, "--jobs", "2")
    if not MARGINS_CAN_BE_SET:
        assert (code, out) == (2, "")
        assert "margins are constants in this build" in err
        assert not state.exists()
        return
    assert (code, err) == (0, "")
    assert "1 of 2: " in out
    assert "2 of 2: " in out
    assert json.loads(state.read_text())["iteration"] == 2
    again = kiwipete("tune", str(state), *FEW)
    assert "continuing after iteration 2" in again.out
    assert again.out.count("razoring_depth") == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name one file that keeps the values"),
        (("a", "b"), "name one file that keeps the values"),
        (("state.json", "--margins", "magic"), "no margin 'magic' (see kiwipete tune --list)"),
        (("state.json", "--margins", "killers"), "no margin 'killers'"),
        (("state.json", "--margins", ","), "--margins names no margin"),
        (("state.json", "--rate", "0"), "the rate must be a number such as 0.1"),
        (("state.json", "--pairs", "0"), "must be a whole number from 1"),
    ],
)
def test_mistakes_are_named(kiwipete, words, message):
    code, out, err = kiwipete("tune", *words)
    assert (code, out) == (2, "")
    assert message in err
