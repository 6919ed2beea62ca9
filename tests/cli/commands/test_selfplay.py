from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from kiwipete.own_engine.network_file import write_network
from kiwipete.training.game_file import GameFile
from tests.support.networks import random_network


def test_games_are_played_and_reported(kiwipete, tmp_path):
    words = ("selfplay", str(tmp_path / "new" / "games"), "--nodes", "10", "--threads", "2")
    code, out, err = kiwipete(*words, "--games", "5")
    assert (code, err) == (0, "")
    assert "Games       5 in " in out
    assert " an hour\nWhite       " in out
    assert f"5 games in {tmp_path / 'new' / 'games'}" in out

    ended = kiwipete(*words, "--games", "8", "--json")
    found = json.loads(ended.out)
    assert (found["games"], found["games_in_folder"]) == (3, 8)
    assert found["wins"] + found["draws"] + found["losses"] == 3
    assert sum(found["endings"].values()) == 3
    assert found["nodes"] > 10 * found["positions"] / 2
    assert found["openings"] >= 3

    assert "No game was played." in kiwipete(*words, "--games", "8").out


def test_one_seed_plays_the_same_games(kiwipete, tmp_path):
    for name in ("one", "two"):
        words = (str(tmp_path / name), "--threads", "1", "--seed", "4", "--chess960", "0.5")
        assert kiwipete("selfplay", *words, "--nodes", "10", "--games", "4").code == 0
    one, two = (list(GameFile(tmp_path / name / "1.kwg")) for name in ("one", "two"))
    assert one == two
    assert {game.start == 518 for game in one} == {True, False}


def test_network_plays_other_games(kiwipete, tmp_path):
    network = random_network(32)
    write_network(tmp_path / "some.kwn", network)
    words = ("--threads", "1", "--seed", "4", "--nodes", "10", "--games", "2")
    for name, choice in (("a", str(tmp_path / "some.kwn")), ("b", "none")):
        ended = kiwipete("selfplay", str(tmp_path / name), *words, "--network", choice)
        assert (ended.code, ended.err) == (0, "")
    played, plain = (GameFile(tmp_path / name / "1.kwg") for name in ("a", "b"))
    assert (played.network, plain.network) == (network.checksum, 0)
    assert list(played) != list(plain)
    ended = kiwipete("selfplay", str(tmp_path / "a"), *words[:-1], "9", "--network", "none")
    assert ended.code == 2
    assert f"played with network {network.checksum:08x}" in ended.err


@pytest.mark.parametrize("content", [None, b"", b"KIWINET" + bytes(99)])
def test_network_that_cannot_be_used(kiwipete, tmp_path, content):
    path = tmp_path / "some.kwn"
    if content is not None:
        path.write_bytes(content)
    ended = kiwipete("selfplay", str(tmp_path / "games"), "--network", str(path))
    assert ended.code == 2
    assert "some.kwn" in ended.err
    assert not (tmp_path / "games").exists()


def test_folder_with_other_games_is_refused(kiwipete, tmp_path):
    assert kiwipete("selfplay", str(tmp_path), "--nodes", "10", "--games", "1").code == 0
    ended = kiwipete("selfplay", str(tmp_path), "--nodes", "20", "--games", "2")
    assert ended.code == 2
    assert "has games with 10 nodes a move, not 20" in ended.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "required: OUT"),
        (("x", "--games", "0"), "the number of games must be a whole number from 1"),
        (("x", "--nodes", "0"), "the number of nodes must be a whole number from 1"),
        (("x", "--chess960", "2"), "from 0 to 1, not '2'"),
        (("x", "--chess960", "nan"), "from 0 to 1, not 'nan'"),
        (("x", "--chess960", "-1"), "from 0 to 1, not '-1'"),
        (("x", "--seed", "-1"), "the seed must be a whole number"),
    ],
)
def test_bad_usage(kiwipete, words, message):
    ended = kiwipete("selfplay", *words)
    assert ended.code == 2
    assert message in ended.err


def test_file_in_place_of_the_folder(kiwipete, tmp_path):
    (tmp_path / "games").write_text("")
    ended = kiwipete("selfplay", str(tmp_path / "games"))
    assert ended.code == 2
    assert f"cannot write to {tmp_path / 'games'}: " in ended.err


def test_ctrl_c_ends_cleanly(tmp_path):
    words = ("selfplay", str(tmp_path), "--nodes", "10", "--threads", "2", "--games", "1000000")
    process = subprocess.Popen(
        [sys.executable, "-m", "kiwipete", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    first = tmp_path / "1.kwg"
    while not first.exists() or first.stat().st_size < 1000:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"left; the same command continues" in err
    assert b"Traceback" not in err
    for number in (1, 2):
        GameFile(tmp_path / f"{number}.kwg").check()


def test_terminal_shows_positions_an_hour(terminal, tmp_path):
    run = terminal("selfplay", str(tmp_path), "--nodes", "100", "--games", "100000")
    run.wait_for("an hour")
    run.press_ctrl_c()
    assert run.wait() == 130
    assert "the same command continues" in run.text
