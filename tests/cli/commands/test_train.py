"""`kiwipete train`: a tiny network in seconds, its files, and what goes wrong."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
from xml.etree import ElementTree

import pytest

from kiwipete.own_engine.network_file import read_network
from kiwipete.training.record_file import RecordWriter, count_records
from kiwipete.training.self_play import SelfPlay
from tests.support.processes import start, with_full_disk
from tests.support.reference_network import random_records

TINY = ("--hidden", "32", "--epochs", "3", "--batch", "64", "--threads", "2")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "some.kwr"
    with RecordWriter(path) as writer:
        writer.write(random_records(1500))
    return str(path)


def interrupted(*words, after):
    """Press Ctrl-C after some output; return the exit code and what stands on stderr."""
    with start(*words) as process:
        while after not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    return process.returncode, err


def test_a_network_a_plot_and_a_report(kiwipete, data, tmp_path):
    out = tmp_path / "net.kwn"
    code, printed, err = kiwipete("train", data, *TINY, "--out", str(out), "--buckets", "2")
    assert (code, err) == (0, "")
    lines = printed.splitlines()
    assert re.match(
        r"1,4\d\d positions to learn, \d\d to validate; 32 neurons, 2 buckets", lines[0]
    )
    for number in (1, 2, 3):
        assert re.match(
            rf"epoch {number} of 3: loss 0\.\d+, validation 0\.\d+, .* positions/s", lines[number]
        )
    network = read_network(out)
    assert f"network {network.checksum:08x}, validation 0." in printed
    assert "centipawns on average" in printed
    assert ElementTree.parse(out.with_suffix(".svg")).findall("{*}polyline")
    report = json.loads(out.with_suffix(".json").read_text())
    assert report["network"] == f"{network.checksum:08x}"
    assert report["data"][0]["file"] == "some.kwr"
    assert len(report["epochs"]) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.json", "net.kwn", "net.svg"]


def test_the_same_command_gives_the_same_network(kiwipete, data, tmp_path):
    for name in ("one.kwn", "two.kwn"):
        assert kiwipete("train", data, *TINY, "--out", str(tmp_path / name)).code == 0
    assert (tmp_path / "one.kwn").read_bytes() == (tmp_path / "two.kwn").read_bytes()
    words = ("train", data, *TINY, "--out", str(tmp_path / "three.kwn"), "--start")
    assert kiwipete(*words, str(tmp_path / "one.kwn")).code == 0
    assert kiwipete(*words, "piece-square", "--result-share", "0.5").code == 0


def test_an_interrupted_training_continues(kiwipete, data, tmp_path):
    words = ("train", data, *TINY, "--epochs", "400")
    stopped, whole = tmp_path / "stopped.kwn", tmp_path / "whole.kwn"
    code, err = interrupted(*words, "--out", str(stopped), after="epoch 3 of 400")
    assert code == 130
    assert re.search(r"interrupted: \d+ of 400 epochs done, saved in .*the same command", err)
    resumed = kiwipete(*words, "--out", str(stopped))
    assert resumed.code == 0
    assert re.search(r"continuing after epoch \d+ ", resumed.out)
    assert kiwipete(*words, "--out", str(whole)).code == 0
    assert stopped.read_bytes() == whole.read_bytes()
    assert not (tmp_path / "stopped.kwn.checkpoint").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "no file to learn from"),
        (("nowhere.kwr",), "cannot read nowhere.kwr: No such file or directory"),
        (("{data}", "{data}"), "has the same records as"),
        (("{folder}/net.txt",), "is not a file of training records"),
        (("{folder}",), "is not a file"),
        (("{folder}/pipe",), "is not a file"),
        (("--ledger", "{folder}/pipe"), "is not a file"),
        (("{data}", "--hidden", "48"), "must be a multiple of 32, not 48"),
        (("{data}", "--rate", "fast"), "the learning rate must be a number from 0 to 1"),
        (("{data}", "--rate", "nan"), "the learning rate must be a number from 0 to 1"),
        (("{data}", "--buckets", "9"), "a whole number from 1 to 8"),
        (("{data}", "--start", "{folder}/net.txt"), "is not a network"),
        (("{data}", "--start", "none.kwn"), "cannot read none.kwn"),
        (("{data}", "--start", "shipped"), "shipped has 256 neurons"),
        (("{data}", "--out", "{data}"), "is used here"),
        (("{data}", "--start", "{folder}/net.txt", "--out", "{folder}/net.txt"), "is used here"),
        (
            ("{data}", "--gate", "none", "--ledger", "{folder}/a.json", "--out", "{folder}/a.kwn"),
            "a.json is used here",
        ),
        (("{data}", "--ledger", "{folder}/ledger"), "name an opponent with --gate"),
        (("{data}", "--gate", "{folder}/none.kwn"), "cannot read"),
        (("{data}", "--gate", "none", "--games", "3"), "must be even, not 3"),
        (("{data}", "--gate", "none", "--ledger", "{folder}/net.txt"), "net.txt:1 is damaged"),
        (("{data}", "--out", "{folder}/no/net.kwn"), "cannot write"),
        (("{data}", "--out", ""), "a file name is empty"),
        (("{data}", "--start", ""), "the name of a network is empty"),
        (("{data}", "--out", "."), "it is not a regular file"),
        (("{data}", "--out", "{folder}/pipe"), "it is not a regular file"),
        (("--gate", "", "--out", "{folder}/net.kwn"), "the name of a network is empty"),
        (("--gate", "none", "--ledger", "{folder}/pipe", "--out", "{folder}/net.kwn"), "cannot"),
        (("--ledger", ""), "is not a file"),
        (("--ledger", "{folder}/net.txt"), "net.txt:1 is damaged"),
        (("--ledger", "{folder}/nothing"), "cannot read"),
        (("--gate", "none", "--out", "{folder}/net.kwn"), "cannot read"),
        (("{data}", "--sprt", "10,0"), "the smaller number first"),
        (("{data}", "--games", "10"), "--games is for the gate"),
        (("{data}", "--ledger", "some.jsonl"), "--ledger is for the gate"),
        (("{data}", "--rate", "0"), "the learning rate must be above 0"),
    ],
)
def test_mistakes_are_named(kiwipete, data, tmp_path, words, message):
    (tmp_path / "net.txt").write_text("not a file of ours\n" * 10)
    os.mkfifo(tmp_path / "pipe")
    out = () if "--out" in words else ("--out", str(tmp_path / "out.kwn"))
    given = [word.format(data=data, folder=tmp_path) for word in (*words, *out)]
    code, printed, err = kiwipete("train", *given)
    assert (code, printed) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_a_reader_that_has_gone_ends_it_quietly(data, tmp_path):
    """As `kiwipete train ... | head -1` does."""
    words = ("--epochs", "4000", "--out", str(tmp_path / "net.kwn"))
    with start("train", data, *TINY, *words) as process:
        process.stdout.readline()
        process.stdout.close()
        assert (process.wait(timeout=60), process.stderr.read()) == (141, "")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits for files")
def test_a_full_disk_is_named(data, tmp_path):
    out = tmp_path / "net.kwn"
    done = with_full_disk(2000, "train", data, *TINY, "--out", str(out))
    message = f"kiwipete: cannot write {out}.checkpoint: File too large\n"
    assert (done.returncode, done.stderr) == (5, message)


def test_a_checkpoint_with_other_settings_is_named(kiwipete, data, tmp_path):
    out = str(tmp_path / "net.kwn")
    words = ("train", data, *TINY, "--epochs", "4000", "--out", out)
    assert interrupted(*words, after="epoch 1 of")[0] == 130
    code, _, err = kiwipete("train", data, *TINY, "--out", out)
    assert code == 2
    assert "checkpoint with epochs 4000: train as then, or remove it" in err


def test_a_live_table_in_a_terminal(terminal, data, tmp_path):
    screen = terminal("train", data, *TINY, "--out", str(tmp_path / "net.kwn"), NO_COLOR="1")
    assert screen.wait() == 0
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen.text)
    assert re.search(r"epoch +training +validation +positions/s +time", text)
    assert re.search(r"^ +3 +0\.\d{6} +0\.\d{6} ", text, re.MULTILINE)


def test_the_gate_plays_and_records_generations(kiwipete, data, tmp_path):
    out, ledger = str(tmp_path / "net.kwn"), str(tmp_path / "generations.jsonl")
    gate = ("--gate", "none", "--nodes", "50", "--games", "4", "--ledger", ledger)
    trained = kiwipete("train", data, *TINY, "--start", "piece-square", "--out", out, *gate)
    assert trained.code == 4, trained.err  # four games decide nothing
    assert "Score " in trained.out
    assert "generation 1: undecided, recorded in" in trained.out
    again = kiwipete("train", "--out", out, *gate, "--sprt", "-2000,-1000")
    assert again.code in (0, 4)
    listed = kiwipete("train", "--ledger", ledger)
    assert listed.code == 0
    rows = listed.out.splitlines()[2:]
    assert [row.split(" | ")[0] for row in rows] == ["| 1", "| 2"]
    assert all("piece-square" in row for row in rows)
    entry = json.loads((tmp_path / "generations.jsonl").read_text().splitlines()[0])
    assert entry["data"][0]["file"] == "some.kwr"
    assert entry["games"] == 4
    assert not list(tmp_path.glob("*.games"))
    code, _, err = kiwipete("train", data, *TINY, "--out", out, "--gate", out)
    assert code == 2
    assert "is used here" in err


def test_other_files_of_ours_are_not_replaced(kiwipete, data, tmp_path):
    """As with a pattern after --out: its first file is the result, the others are read."""
    other = shutil.copy(data, tmp_path / "other.kwr")
    code, _, err = kiwipete("train", "--out", str(other), data, *TINY)
    assert (code, count_records(other)) == (2, 1500)
    assert "is not a network, and would be lost" in err


@pytest.mark.parametrize("name", ["net.kwn", "net.json", "net.svg"])
def test_files_of_others_are_not_replaced(kiwipete, data, tmp_path, name):
    path = tmp_path / name
    path.write_text("my only copy")
    out = str(tmp_path / "net.kwn")
    code, _, err = kiwipete("train", data, *TINY, "--out", out)
    assert (code, path.read_text()) == (2, "my only copy")
    assert err.startswith(f"kiwipete: {path} is not ")
    assert err.endswith(", and would be lost\n")
    path.unlink()
    for _ in range(2):  # what was trained before is replaced
        assert kiwipete("train", data, *TINY, "--out", out).code == 0


def test_games_need_records_of_them(kiwipete, tmp_path):
    with SelfPlay(tmp_path, nodes=10, threads=1, seed=1) as run:
        list(run.play(1))
    code, _, err = kiwipete("train", str(tmp_path / "1.kwg"), "--out", str(tmp_path / "net.kwn"))
    assert code == 2
    assert "1.kwg has games: kiwipete data convert makes records of them" in err


@pytest.mark.parametrize("name", ["shipped", "none", "random"])
def test_the_result_is_a_file_whatever_its_name(kiwipete, data, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    gate = ("--gate", "none", "--nodes", "20", "--games", "2", "--ledger", "generations.jsonl")
    assert kiwipete("train", data, *TINY, "--out", name, *gate).code == 4
    entry = json.loads((tmp_path / "generations.jsonl").read_text())
    assert entry["network"] == f"{read_network(tmp_path / name).checksum:08x}"
    assert entry["hidden"] == 32
