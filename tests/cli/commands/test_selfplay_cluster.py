"""`kiwipete selfplay --cluster` on a cluster of this machine."""

from __future__ import annotations

import json
import os
import signal

from tests.support.processes import start, wait_for


def test_a_bad_address(kiwipete, tmp_path):
    refused = (2, "", "kiwipete: a cluster address is HOST:PORT or local, not 'here'\n")
    assert kiwipete("selfplay", str(tmp_path / "new"), "--cluster", "here") == refused
    assert not (tmp_path / "new").exists()


def test_selfplay_on_a_cluster(kiwipete_process, tmp_path):
    words = ("selfplay", str(tmp_path), "--nodes", "10", "--threads", "2", "--seed", "1")
    code, out, err = kiwipete_process(*words, "--cluster", "local", "--games", "40")
    assert (code, err) == (0, "cluster: 2 workers with 2 threads\n")
    assert f"40 games in {tmp_path}" in out
    code, out, err = kiwipete_process(*words, "--games", "42", "--json")
    assert (code, err) == (0, "")
    assert (json.loads(out)["games"], json.loads(out)["games_in_folder"]) == (2, 42)


def test_ctrl_c_ends_selfplay_on_a_cluster(tmp_path):
    words = ("--nodes", "100", "--games", "1000000", "--threads", "2", "--cluster", "local")
    process = start("selfplay", str(tmp_path), *words, start_new_session=True)
    wait_for(lambda: any(path.stat().st_size > 1000 for path in tmp_path.glob("*.kwg")), 60)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "kiwipete: interrupted: " in err
    assert " games in " in out
