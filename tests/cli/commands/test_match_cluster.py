"""`kiwipete match --cluster` on a cluster of this machine."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from tests.support.match.toys import toy_command
from tests.support.processes import start, wait_for

WISE, BLIND = toy_command("name=Wise", "seed=1"), toy_command("name=Blind", "seed=2", "blind")
LOCAL = ("--jobs", "2", "--cluster", "local")
QUICK = ("--nodes", "10", "--win", "300,1", *LOCAL)


def test_a_bad_address(kiwipete):
    refused = (2, "", "kiwipete: a cluster address is HOST:PORT or local, not 'here'\n")
    assert kiwipete("match", WISE, BLIND, "--nodes", "1", "--cluster", "here") == refused


def test_a_match_on_a_cluster(kiwipete_process, tmp_path):
    ledger, pgn = tmp_path / "run.jsonl", tmp_path / "games.pgn"
    words = ("match", WISE, BLIND, *QUICK, "--resume", str(ledger), "--pgn", str(pgn))
    code, out, err = kiwipete_process(*words, "--games", "4")
    assert (code, err) == (0, "cluster: 2 workers with 2 threads\n")
    assert "Wise against Blind, 10 nodes a move" in out
    assert re.search(r"^Score       [\d.]+ of 4 games", out, re.MULTILINE)
    assert pgn.read_text().count("[Event ") == 4
    # A ledger may be continued with a cluster or without.
    code, out, err = kiwipete_process(*words[:-6], *words[-4:], "--games", "6", "--json")
    assert (code, err, json.loads(out)["games"]) == (0, "", 6)


def test_an_engine_that_a_worker_lacks(kiwipete_process):
    code, out, err = kiwipete_process("match", WISE, "/no/such/engine", *QUICK, "--json")
    assert (code, out) == (3, "")
    assert re.fullmatch(
        r"kiwipete: worker tcp://\S+: /no/such/engine cannot play: .*\n", err, re.DOTALL
    )


def test_an_engine_that_kills_the_workers_before_the_first_game(kiwipete_process, monkeypatch):
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    kills_its_worker = "sh -c 'kill -9 $(ps -o ppid= $PPID)'"  # its parent starts engines
    code, out, err = kiwipete_process("match", WISE, kills_its_worker, *QUICK, "--json")
    assert (code, out) == (3, "")
    assert err.startswith("kiwipete: a task keeps killing workers: ")


def processes_with(text: str) -> list[str]:
    listed = subprocess.run(
        ["ps", "-ewwo", "pid=,args="], capture_output=True, text=True, check=True
    )
    return [line for line in listed.stdout.splitlines() if text in line]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_match_and_its_engines(tmp_path, number):
    name = f"name=Slow{os.getpid()}{number}"
    engines = [toy_command(name, "seed=1", "sleep=0.05"), toy_command(name, "sleep=0.05")]
    ledger = Path(tmp_path / "run.jsonl")
    words = ("--nodes", "10", "--games", "1000", *LOCAL, "--resume", str(ledger))
    process = start("match", *engines, *words, start_new_session=True)
    wait_for(lambda: ledger.exists() and ledger.read_bytes().count(b"\n") >= 1)
    wait_for(lambda: len(processes_with(f"toy_engine.py {name}")) >= 4)
    if number == signal.SIGINT:
        os.killpg(process.pid, number)
    else:
        process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(r"kiwipete: interrupted: \d+ of 1,000 games played; the same command", err)
    wait_for(lambda: not processes_with(f"toy_engine.py {name}"))
