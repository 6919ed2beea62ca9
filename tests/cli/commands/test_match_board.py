"""`kiwipete match --board`."""

from __future__ import annotations

import signal

import pytest

from tests.support.match.toys import toy_command
from tests.support.processes import start
from tests.web.server.client import PATIENCE, Link, Page


def begin(*words: str):
    process = start(
        "match", toy_command("sleep=0.02"), toy_command("sleep=0.02"), "--board", "--no-open",
        "--nodes", "100", "--jobs", "2", "--draw", "100000,10,1", *words,
    )  # fmt: skip
    lines = []
    while not any("token=" in line for line in lines):
        lines.append(process.stderr.readline())
    return process, Link(lines[-1])


def test_a_match_is_watched_to_its_end():
    process, link = begin("--games", "4", "--json")
    page = Page(link).listen()
    page.wait("match", lambda match: match and any(not game["result"] for game in match["games"]))
    page.wait("match", lambda match: match["done"] == 4 and not match["running"])
    assert process.poll() is None  # the page may still look
    page.do("game", index=1)
    page.close()
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert '"games": 4' in out


def test_ctrl_c_ends_match_and_server():
    process, link = begin("--games", "1000")
    page = Page(link).listen()
    page.wait("match", lambda match: match and match["games"])
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    page.wait("closed", lambda closed: closed)


@pytest.mark.parametrize("option", [["--no-open"], ["--port", "8000"]])
def test_options_that_need_the_board(kiwipete, option):
    ended = kiwipete("match", toy_command(), toy_command(), "--nodes", "100", *option)
    assert (ended.code, ended.out) == (2, "")
    assert "work with --board" in ended.err
