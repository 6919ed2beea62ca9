"""Self-play into files: continued after a kill, and never mixed with other games."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from contextlib import closing

import pytest

from kiwipete.file_header import HEADER_BYTES, TrainingFileError
from kiwipete.training.game_file import Game, GameFile
from kiwipete.training.game_writer import Conditions, GameWriter
from kiwipete.training.self_play import SelfPlay

CONDITIONS = Conditions(500)
GAME = Game(518, 2, 1, 6, bytes(4) * 30)


def write(path, games, conditions=CONDITIONS, **settings):
    with GameWriter(path, conditions, **settings) as writer:
        for _ in range(games):
            writer.append(GAME)


def test_torn_end_is_dropped(tmp_path):
    path = tmp_path / "some.kwg"
    write(path, 3, seed=5)
    whole = path.read_bytes()
    for cut in (1, 50, 131):
        path.write_bytes(whole[:-cut])
        write(path, 1)
        assert path.read_bytes() == whole
    path.write_bytes(whole[:40])  # not even the header is complete
    write(path, 3, seed=5)
    assert path.read_bytes() == whole


def test_damage_in_the_middle_is_not_dropped(tmp_path):
    path = tmp_path / "some.kwg"
    write(path, 40)
    data = bytearray(path.read_bytes())
    data[HEADER_BYTES + 200] ^= 1
    path.write_bytes(data)
    with pytest.raises(TrainingFileError, match="bytes after game 1 are damaged"):
        write(path, 1)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"conditions": Conditions(400)}, "has games with 500 nodes a move, not 400"),
        ({"conditions": Conditions(500, 0, 0.15)}, "a Chess960 share of 0, not 0.15"),
        ({"conditions": Conditions(500, 7)}, "the piece-square values, not with network 00000007"),
        ({"seed": 6}, "another seed"),
    ],
)
def test_games_of_another_kind_are_not_mixed(tmp_path, settings, message):
    path = tmp_path / "some.kwg"
    write(path, 1, seed=5)
    before = path.read_bytes()
    with pytest.raises(TrainingFileError, match=message):
        write(path, 1, **settings)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"x", b"a letter to grandmother" * 9])
def test_other_files_are_not_touched(tmp_path, content):
    path = tmp_path / "some.kwg"
    path.write_bytes(content)
    with pytest.raises(TrainingFileError, match="is not a file of self-play games"):
        write(path, 1)
    assert path.read_bytes() == content


def test_two_writers_of_one_file_are_refused(tmp_path):
    path = tmp_path / "some.kwg"
    with (
        GameWriter(path, Conditions(500)),
        pytest.raises(TrainingFileError, match="in use by another process"),
    ):
        write(path, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="needs RLIMIT_FSIZE")
def test_full_disk_is_named_and_leaves_whole_games(tmp_path):
    program = (
        "import resource, signal, sys\n"
        "from kiwipete.training.self_play import SelfPlay\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"
        "with SelfPlay(sys.argv[1], nodes=10, seed=1) as run:\n"
        "    list(run.play(100))\n"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", program, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert f"CannotWriteError: cannot write {tmp_path / '1.kwg'}: " in done.stderr
    file = GameFile(tmp_path / "1.kwg")
    file.check()
    assert file.games > 0


def test_continued_run_has_the_games_of_one_run(tmp_path):
    with SelfPlay(tmp_path / "one", nodes=10, seed=3) as run:
        assert len(list(run.play(6))) == 6
    for games in (2, 4):
        with SelfPlay(tmp_path / "two", nodes=10, seed=3) as run:
            list(run.play(games))
    assert run.games == 6
    assert run.openings >= 4
    assert run.nodes > 0
    one, two = (list(GameFile(tmp_path / name / "1.kwg")) for name in ("one", "two"))
    assert one == two
    assert len({game.plies for game in one}) == 6


def test_threads_have_files_of_their_own(tmp_path):
    with SelfPlay(tmp_path, nodes=10, threads=2, chess960=1, seed=3) as run:
        played = list(run.play(9))
    files = [list(GameFile(tmp_path / f"{number}.kwg")) for number in (1, 2)]
    assert sorted(files[0] + files[1]) == sorted(played)
    assert len(set(played)) == 9
    with SelfPlay(tmp_path, nodes=10, chess960=1, seed=3) as run:  # fewer threads
        assert run.games == 9  # in both files


def test_closed_run_drops_the_games_under_way(tmp_path):
    with SelfPlay(tmp_path, nodes=10, threads=2) as run, closing(run.play(10**6)) as games:
        next(games)
    assert not any(thread.is_alive() for thread in run.threads)
    for number in (1, 2):
        GameFile(tmp_path / f"{number}.kwg").check()


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_killed_run_loses_only_games_under_way(tmp_path):
    program = (
        "import sys\n"
        "from kiwipete.training.self_play import SelfPlay\n"
        "run = SelfPlay(sys.argv[1], nodes=10, threads=2, seed=1)\n"
        "for game in run.play(10**6):\n"
        "    print(flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    told = sum(1 for _ in zip(range(10), process.stdout, strict=False))
    time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert told == 10
    with SelfPlay(tmp_path, nodes=10, threads=2, seed=1) as run:
        assert run.games >= 10
        list(run.play(2))
    for number in (1, 2):
        GameFile(tmp_path / f"{number}.kwg").check()
