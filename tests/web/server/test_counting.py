"""Perft through the server: right, bounded, and stopped when nobody waits."""

from __future__ import annotations

import json
import socket
import time

import pytest

from kiwipete.web.server import counting
from tests.web.server.client import served

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.fixture(scope="module")
def page():
    with served() as page:
        yield page


def test_a_divide_unfolds(page):
    answer = page.do("perft", fen=KIWIPETE, depth=3)
    assert answer["nodes"] == 97862
    assert len(answer["children"]) == 48
    assert {"uci", "san", "nodes"} == set(answer["children"][0])
    child = next(each for each in answer["children"] if each["san"] == "O-O")
    below = page.do("perft", fen=KIWIPETE, moves=[child["uci"]], depth=2)
    assert below["nodes"] == child["nodes"]
    assert " b kq " in below["fen"]


def test_chess960(page):
    answer = page.do("perft", fen="4k3/8/8/8/8/8/8/R2K3R w HA - 0 1", depth=1)
    assert "d1h1" in {child["uci"] for child in answer["children"]}


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"depth": 0}, "1 to 9"),
        ({"depth": 10}, "1 to 9"),
        ({}, "missing"),
        ({"depth": 1, "fen": "x"}, "FEN"),
        ({"depth": 1, "moves": ["e2e5"]}, "e2e5"),
        ({"depth": 1, "moves": "e2e4"}, "list"),
    ],
)
def test_what_is_refused(page, fields, reason):
    assert reason in page.refused("perft", **fields)


def test_a_count_that_takes_too_long_is_stopped(page, monkeypatch):
    monkeypatch.setattr(counting, "MOST_SECONDS", 0.3)
    answer = page.post("perft", {"depth": 9})
    assert answer.status == 503
    assert "longer than 0.3 seconds" in answer.json["error"]


def test_a_count_ends_when_its_page_has_gone(page):
    body = json.dumps({"depth": 9}).encode()
    counts = page.running.application._counting
    with socket.create_connection(("127.0.0.1", page.port)) as connection:
        connection.sendall(
            f"POST /api/perft HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nCookie: {page.cookie}\r\n"
            f"Origin: http://127.0.0.1:{page.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        time.sleep(0.3)
    deadline = time.monotonic() + counting.MOST_SECONDS - 5
    while counts._free._value < counting._AT_ONCE:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_divide_is_compared(page):
    ours = page.do("perft", fen=KIWIPETE, depth=2)["children"]
    lines = [f"{child['uci']}: {child['nodes']}" for child in ours]
    same = page.do("compare", fen=KIWIPETE, depth=2, divide="\n".join([*lines, "Nodes: 2039"]))
    assert (same["missing"], same["extra"], same["different"]) == ([], [], [])
    wrong = [line for line in lines if not line.startswith("e1g1")]
    wrong = ["a1a8: 3", *[line.replace("e1c1: 43", "e1a1: 42") for line in wrong]]
    found = page.do("compare", fen=KIWIPETE, depth=2, divide="\n".join(wrong))
    assert (found["missing"], found["extra"], found["different"]) == (
        ["e1g1"],
        ["a1a8"],
        ["e1c1"],
    )
    rows = {row["uci"]: row for row in found["rows"]}
    assert rows["e1c1"] == {"uci": "e1c1", "san": "O-O-O", "ours": 43, "theirs": 42}
    assert rows["a1a8"] == {"uci": "a1a8", "san": None, "ours": None, "theirs": 3}
    assert "no move with a count" in page.refused("compare", depth=1, divide="hello")
