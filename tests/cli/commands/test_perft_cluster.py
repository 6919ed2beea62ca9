"""Counts on a cluster of this machine: what is told, kept, and left behind."""

from __future__ import annotations

import json
import os
import re
import signal
import time

import pytest

from kiwipete.lab.long_counts.count_store import CountStore
from tests.support.processes import start


def test_a_bad_address(kiwipete):
    ended = kiwipete("perft", "5", "--cluster", "here")
    assert ended == (2, "", "kiwipete: a cluster address is HOST:PORT or local, not 'here'\n")


def test_a_cluster_on_this_machine(kiwipete_process, tmp_path):
    path = str(tmp_path / "run.db")
    words = ("perft", "6", "--cluster", "local", "--threads", "2", "--hash", "2")
    ended = kiwipete_process(*words, "--resume", path, "--json")
    report = json.loads(ended.out)
    assert (ended.code, ended.err) == (0, "")
    assert (report["nodes"], report["threads"], report["parts"]) == (119_060_324, 2, 20)
    with CountStore(path) as store:
        assert len(store.parts()) == 20


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_cluster_and_leaves_nobody_behind(number):
    # A session of its own, in which Ctrl-C meets all processes, as it does in a terminal.
    words = ("perft", "13", "--cluster", "local", "--split", "2")
    process = start(*words, start_new_session=True)
    try:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("cluster: ")
        time.sleep(0.5)
        if number == signal.SIGINT:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        out, err = process.communicate(timeout=60)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert (process.returncode, out) == (130, "")
    assert re.fullmatch(
        r"kiwipete: interrupted after [\d.]+ s: 0 of 400 parts done; "
        r"--resume FILE would have saved them\n",
        err,
    )
    # The dead are buried by the system when it likes.
    deadline = time.monotonic() + 60
    while group_exists(process.pid):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def group_exists(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
