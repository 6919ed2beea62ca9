"""Counts in parts: kept in a file, and ended at any time."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kiwipete import Board
from kiwipete.cli.commands import perft_long
from kiwipete.cluster import ClusterLostError
from kiwipete.lab.long_counts import LongCount
from kiwipete.lab.long_counts.count_store import CountStore
from tests.support.processes import start
from tests.support.pseudo_terminal import PseudoTerminal


@pytest.fixture
def path(tmp_path) -> str:
    return str(tmp_path / "run.db")


@pytest.fixture
def begun(path) -> str:
    """A store with seven of the twenty parts of perft 5."""

    def stop(whole: LongCount) -> None:
        if whole.parts_done == 7:
            raise KeyboardInterrupt

    with CountStore(path) as store, pytest.raises(KeyboardInterrupt):
        LongCount(Board(), 5, plies=1, store=store).run(on_progress=stop)
    return path


def lines_of(out: str) -> dict[str, str]:
    return dict(line.split(maxsplit=1) for line in out.splitlines())


def test_a_new_count(kiwipete, path):
    code, out, err = kiwipete("perft", "5", "--resume", path)
    told = lines_of(out)
    assert (code, err) == (0, "")
    assert list(told) == ["Nodes", "Parts", "Time", "Speed"]
    assert (told["Nodes"], told["Parts"]) == ("4,865,609", "20")


def test_goes_on_and_says_so(kiwipete, begun):
    code, out, err = kiwipete("perft", "5", "--resume", begun)
    told = lines_of(out)
    assert (code, err) == (0, f"{begun}: 7 of 20 parts done earlier\n")
    assert (told["Nodes"], told["Parts"]) == ("4,865,609", "20, 7 of them earlier")
    again = kiwipete("perft", "5", "--resume", begun)
    assert again == (
        0,
        "Nodes   4,865,609\nParts   20, 20 of them earlier\n",
        f"{begun}: 20 of 20 parts done earlier\n",
    )


def test_json(kiwipete, begun):
    code, out, err = kiwipete("perft", "5", "--resume", begun, "--json", "--threads", "3")
    report = json.loads(out)
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert report.pop("seconds") > 0
    assert report.pop("nps") > 0
    assert report == {
        "fen": Board().fen(),
        "depth": 5,
        "nodes": 4_865_609,
        "threads": 3,
        "hash_mb": 0,
        "method": "fast",
        "plies": 1,
        "parts": 20,
        "parts_before": 7,
    }


def test_divide(kiwipete, begun):
    plain = kiwipete("perft", "5", "--divide")
    code, out, err = kiwipete("perft", "5", "--divide", "--resume", begun)
    assert (code, out) == (0, plain.out)
    assert err.endswith(" nodes/s\n")
    report = json.loads(kiwipete("perft", "5", "--divide", "--json", "--resume", begun).out)
    assert sum(report["divide"].values()) == report["nodes"] == 4_865_609
    assert list(report["divide"]) == sorted(report["divide"])


@pytest.mark.parametrize(
    "options",
    [
        ("--threads", "1"),
        ("--threads", "5", "--hash", "3"),
        ("--split", "0"),
        ("--split", "2"),
    ],
)
def test_every_way_counts_the_same(kiwipete, path, options):
    ended = kiwipete("perft", "4", "kiwipete", "--resume", path, "--json", *options)
    assert (ended.code, json.loads(ended.out)["nodes"]) == (0, 4_085_603)


def test_depth_0_and_the_end_of_the_game(kiwipete, tmp_path):
    one = kiwipete("perft", "0", "--resume", str(tmp_path / "one"))
    mate = ("--moves", "f2f3 e7e5 g2g4 d8h4", "--resume", str(tmp_path / "mate"))
    none = kiwipete("perft", "9", *mate)
    assert (one.code, lines_of(one.out)["Nodes"]) == (0, "1")
    assert (none.code, lines_of(none.out)["Nodes"]) == (0, "0")


def test_castling_rights_that_need_chess960(kiwipete, path):
    words = ("perft", "4", "4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1")
    plain = json.loads(kiwipete(*words, "--json").out)
    assert json.loads(kiwipete(*words, "--json", "--resume", path).out)["nodes"] == plain["nodes"]
    again = kiwipete(*words, "--json", "--resume", path)
    assert json.loads(again.out)["parts_before"] == json.loads(again.out)["parts"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["perft", "6"], "is from another count: depth is 5, not 6"),
        (["perft", "5", "kiwipete"], "is from another count: position is rnbqkbnr/"),
        (["perft", "5", "--chess960"], "is from another count: chess960 is no, not yes"),
        (["perft", "5", "--split", "2"], "was split at ply 1, not 2"),
        (["perft", "5", "--stats"], "--stats cannot be combined with --resume or --cluster"),
        (["perft", "5", "--check"], "--check cannot be combined with --resume or --cluster"),
        (
            ["perft", "5", "--method", "legal"],
            "--method cannot be combined with --resume or --cluster",
        ),
        (["perft", "5", "--divide", "--split", "0"], "--divide needs a --split of 1 or more"),
        (["perft", "0", "--divide"], "--divide needs a depth of 1 or more"),
    ],
)
def test_what_does_not_fit_is_refused(kiwipete, begun, words, message):
    code, out, err = kiwipete(*words, "--resume", begun)
    assert (code, out) == (2, "")
    assert err.startswith("kiwipete: ")
    assert message in err
    assert err.count("\n") == 1
    with CountStore(begun) as store:
        assert len(store.parts()) == 7


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--split", "2"], "--split needs --resume or --cluster"),
        (["--split", "4", "--resume", "{}/run.db"], "can be split at ply 0 to 3, not 4"),
        (["--resume", "{}"], "is not a file"),
        (["--resume", ""], "is not a file"),
        (["--resume", "{}/away/run.db"], "unable to open database file"),
        (["--resume", "{}/notes.txt"], "notes.txt is not a count store"),
    ],
)
def test_bad_input(kiwipete, tmp_path, words, message):
    (tmp_path / "notes.txt").write_text("nothing that could be counted\n")
    code, out, err = kiwipete("perft", "3", *(word.format(tmp_path) for word in words))
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert (tmp_path / "notes.txt").read_text() == "nothing that could be counted\n"


@pytest.mark.parametrize("words", [["--split", "4"], ["--cluster", "here"]])
def test_bad_input_leaves_no_new_file(kiwipete, path, words):
    assert kiwipete("perft", "3", "--resume", path, *words).code == 2
    assert not Path(path).exists()


def test_a_file_in_use(kiwipete, begun):
    with CountStore(begun):
        ended = kiwipete("perft", "5", "--resume", begun)
    assert ended == (2, "", f"kiwipete: {begun} is in use by another count\n")


def test_no_more_threads(kiwipete, path, monkeypatch):
    def refuse(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", refuse)
    ended = kiwipete("perft", "5", "--threads", "1000", "--resume", path)
    message = "kiwipete: can't start new thread: try fewer --threads than 1000\n"
    assert ended == (2, "", message)


def test_a_lost_cluster(kiwipete, begun, monkeypatch):
    def lose(*_, **__):
        raise ClusterLostError("the connection to the cluster was lost")

    monkeypatch.setattr(perft_long.LongCount, "run", lose)
    code, out, err = kiwipete("perft", "5", "--resume", begun)
    assert (code, out) == (3, "")
    last = (
        "kiwipete: the connection to the cluster was lost; the same command continues from there\n"
    )
    assert err.endswith(last)


# Ends.


def test_ctrl_c_ends_a_count_and_says_how_to_go_on(path):
    # Parts that take hours, so that none is finished.
    process = start("perft", "13", "--split", "1", "--resume", path)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert re.fullmatch(
        r"kiwipete: interrupted after [\d.]+ s: 0 of 20 parts done; "
        r"the same command continues from there\n",
        err,
    )


def test_ctrl_c_as_json(path):
    process = start("perft", "13", "--split", "1", "--resume", path, "--json", "--divide")
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "")
    report = json.loads(out)
    assert report["interrupted"] == {"parts_done": 0, "parts_total": 20}
    assert "divide" not in report


def test_kill_9_and_then_ctrl_c_and_then_the_end(path, kiwipete):
    words = ("perft", "6", "--split", "3", "--resume", path)
    for number in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
        process = start(*words)
        time.sleep(0.5)
        process.send_signal(number)
        process.communicate(timeout=60)
        assert process.returncode in (-number, 130, 0)
    code, out, _ = kiwipete(*words)
    assert (code, lines_of(out)["Nodes"]) == (0, "119,060,324")


def words(screen: PseudoTerminal) -> str:
    """Return what was printed, wherever the terminal's width has broken it."""
    return " ".join(screen.text.split())


def test_progress_in_a_terminal(terminal, path):
    screen = terminal("perft", "13", "--split", "3", "--resume", path)
    screen.wait_for("perft 13")
    screen.press_ctrl_c()
    assert screen.wait() == 130
    assert "Traceback" not in screen.text
    assert words(screen).endswith("0 of 5,362 parts done; the same command continues from there")


def test_the_bar_starts_where_the_count_goes_on(terminal, begun):
    with CountStore(begun) as store:
        known = store.parts()
    deep = f"{begun}.deep"
    with CountStore(deep) as store:
        whole = LongCount(Board(), 13, plies=1, store=store)
        store.record(known.items())
    assert whole.parts_total == 20
    screen = terminal("perft", "13", "--resume", deep)
    screen.wait_for("7 of 20 parts done earlier")
    screen.wait_for("counting")
    screen.press_ctrl_c()
    assert screen.wait() == 130
    assert words(screen).endswith("7 of 20 parts done; the same command continues from there")


def test_a_plain_count_loads_no_laboratory():
    program = (
        "import sys; from kiwipete.cli import main; code = main(['perft', '1']); "
        "sys.exit(str([name for name in sys.modules if name.startswith('kiwipete.lab')]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.stderr == "[]\n"
