"""Live analysis: it streams, follows, stops, and survives the death of an engine."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from kiwipete.web.server.engines import foreign_seat, own_seat
from tests.web.server.client import served

SCRIPTED = Path(__file__).parents[2] / "support" / "engine" / "scripted_engine.py"
INFO = "info depth 3 score cp 20 nodes 5 pv e2e4"
OWN = [sys.executable, "-m", "kiwipete", "uci"]


def scripted(tmp_path: Path, number: int = 1, **script: object):
    log = tmp_path / f"log{number}"
    return foreign_seat(number, [sys.executable, str(SCRIPTED), json.dumps(script), str(log)])


def first(event):
    return event["engines"][0]


def has_lines(event, count=1):
    return all(len(engine["lines"]) == count for engine in event["engines"])


def test_it_streams_follows_and_stops():
    with served() as page:
        page.do("analyse", running=True, multipv=3)
        event = page.wait("analysis", lambda event: has_lines(event, 3) and first(event)["depth"])
        assert (event["running"], event["node"]) == (True, 0)
        lines = first(event)["lines"]
        assert [line["rank"] for line in lines] == [1, 2, 3]
        step = lines[0]["pv"][0]
        assert set(step) == {"uci", "san", "fen"}
        assert " b " in step["fen"]
        assert "cp" in lines[0]["score"]
        assert sum(lines[0]["wdl"]) == 1000
        page.do("move", san="e4")
        page.wait("analysis", lambda event: event["node"] == 1 and has_lines(event, 3))
        page.do("analyse", running=False)
        event = page.wait("analysis", lambda event: not event["running"])
        assert has_lines(event, 3)  # until the position changes
        page.log.clear()
        time.sleep(0.3)
        page.wait("play", lambda _: True)
        assert "analysis" not in {name for name, _ in page.log}


def test_scores_are_whites():
    with served('[FEN "k7/8/8/8/8/8/8/KQ6 b - - 0 1"]\n\n*') as page:
        page.do("analyse", running=True)
        event = page.wait("analysis", has_lines)
        score = first(event)["lines"][0]["score"]
        assert score.get("mate", score.get("cp")) > 0


def test_threats_are_what_the_other_side_would_play():
    with served('[FEN "6k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 0 1"]\n\n*') as page:
        page.do("analyse", running=True, threats=True)
        threat = page.wait("analysis", lambda event: event["threat"])["threat"]
        assert set(threat) == {"uci", "san", "fen", "score"}
        assert (threat["san"], threat["score"]) == ("Ra1#", {"mate": -1})
        page.do("fen", fen="4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")  # in check: passing is no position
        page.wait("position", lambda position: position["check"] == "e1")
        event = page.wait("analysis", lambda event: has_lines(event) and event["node"] == 0)
        assert event["threat"] is None


def test_a_finished_game_has_no_lines():
    with served("1. f3 e5 2. g4 Qh4# 0-1") as page:
        page.do("analyse", running=True)
        page.wait("analysis", has_lines)
        page.do("goto", node=4)
        event = page.wait("analysis", lambda event: event["node"] == 4)
        assert first(event)["lines"] == []
        page.do("goto", node=3)
        event = page.wait("analysis", lambda event: event["node"] == 3 and has_lines(event))
        assert first(event)["lines"][0]["score"] == {"mate": -1}


def test_an_impossible_position_goes_to_no_engine():
    with served('[FEN "6k1/8/8/8/8/8/8/r5K1 b - - 0 1"]\n\n*') as page:
        page.do("analyse", running=True)
        page.wait("analysis", lambda event: "impossible position" in (first(event)["error"] or ""))


def test_two_engines_side_by_side():
    with served(seats=[own_seat(hash_mb=4), foreign_seat(1, OWN)]) as page:
        assert [engine["id"] for engine in page.state["engines"]] == [0, 1]
        page.do("analyse", running=True, engines=[1, 0, 1, 99])
        event = page.wait("analysis", lambda event: len(event["engines"]) == 2 and has_lines(event))
        assert [engine["id"] for engine in event["engines"]] == [1, 0]
        assert all(engine["error"] is None for engine in event["engines"])


def test_what_is_not_named_stays():
    with served(seats=[own_seat(hash_mb=4), foreign_seat(1, OWN)]) as page:
        page.do("analyse", multipv=2)
        page.do("analyse", engines=[0, 1])
        event = page.wait("analysis", lambda event: len(event["engines"]) == 2)
        assert (event["running"], event["multipv"]) == (False, 2)
        page.do("analyse", running=True)
        page.wait("analysis", lambda event: len(event["engines"]) == 2 and has_lines(event, 2))


def test_an_engine_killed_in_the_middle_is_an_error_and_all_else_goes_on():
    killed = foreign_seat(1, OWN)
    with served(seats=[own_seat(hash_mb=4), killed]) as page:
        page.do("analyse", running=True, engines=[0, 1])
        page.wait("analysis", has_lines)
        os.kill(killed.engine().transport.get_pid(), signal.SIGKILL)
        event = page.wait("analysis", lambda event: event["engines"][1]["error"])
        assert event["engines"][0]["error"] is None
        page.wait("engines", lambda engines: not engines[1]["alive"])
        page.do("move", san="e4")
        page.wait("analysis", lambda event: event["node"] == 1 and event["engines"][0]["lines"])
        # Asked again, it is started again.
        page.do("analyse", running=True, engines=[0, 1])
        page.wait("analysis", has_lines)
        page.wait("engines", lambda engines: engines[1]["alive"])


@pytest.mark.parametrize(
    "script",
    [
        {"go": ["EXIT 3"]},
        {"go": [INFO, "CLOSE"]},
        {"position": ["EXIT 0"]},
    ],
)
def test_bad_engines_become_errors(tmp_path, script):
    with served(seats=[own_seat(hash_mb=4), scripted(tmp_path, **script)]) as page:
        page.do("analyse", running=True, engines=[0, 1])
        page.wait("analysis", lambda event: event["engines"][-1]["error"])
        page.wait("analysis", lambda event: event["engines"][0]["lines"])
        page.do("move", san="e4")


def test_an_engine_that_does_not_stop_holds_up_nobody(tmp_path, monkeypatch):
    monkeypatch.setattr("kiwipete.web.server.analyst.STOP_TIMEOUT", 0.5)
    seat = scripted(tmp_path, go=[INFO], stop=[])
    with served(seats=[own_seat(hash_mb=4), seat]) as page:
        page.do("analyse", running=True, engines=[1, 0])
        page.wait("analysis", has_lines)
        page.do("move", san="e4")
        page.wait("analysis", lambda event: event["node"] == 1 and event["engines"][1]["lines"])
        # It is killed and started again; only then does it search the new position.
        page.wait("analysis", lambda event: event["engines"][0]["depth"] == 3)


def test_illegal_lines_are_cut_and_scripts_in_names_are_data(tmp_path):
    evil = "<img src=x onerror=alert(1)>"
    seat = scripted(
        tmp_path,
        uci=[f"id name {evil}", "uciok"],
        go=["info depth 1 score cp 5 pv e2e4 e7e5 a1a8", "info depth 2 score cp 5 pv a1a8"],
        stop=["bestmove e2e4"],
    )
    seat.engine()
    with served(seats=[own_seat(hash_mb=4), seat]) as page:
        assert page.state["engines"][1]["name"] == evil
        page.do("analyse", running=True, engines=[1])
        page.wait("analysis", lambda event: first(event)["depth"] or first(event)["error"])
        event = page.state["analysis"]
        assert all(len(line["pv"]) <= 3 for line in first(event)["lines"])


@pytest.mark.parametrize(
    "fields",
    [
        {"multipv": 0},
        {"multipv": 11},
        {"multipv": "1"},
        {"running": "yes"},
        {"engines": 1},
        {"engines": ["stockfish"]},
        {"threats": 1},
    ],
)
def test_bad_requests_change_nothing(fields):
    with served() as page:
        page.refused("analyse", **fields)
        assert not page.state["analysis"]["running"]


def test_no_more_than_some_events_a_second():
    with served() as page:
        page.do("analyse", running=True, multipv=5)
        page.wait("analysis", lambda event: has_lines(event, 5))
        page.log.clear()
        begun = time.monotonic()
        time.sleep(1.0)
        page.wait("play", lambda _: True)
        seconds = time.monotonic() - begun
        assert len([name for name, _ in page.log if name == "analysis"]) <= 16 * seconds + 2


def test_the_engines_end_with_the_server():
    seat = foreign_seat(1, OWN)
    with served(seats=[own_seat(hash_mb=4), seat]) as page:
        page.do("analyse", running=True, engines=[0, 1])
        page.wait("analysis", has_lines)
        number = seat.engine().transport.get_pid()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_stopped_lines_belong_to_their_position():
    with served() as page:
        page.do("analyse", running=True)
        page.wait("analysis", has_lines)
        page.do("analyse", running=False)
        page.wait("analysis", lambda event: not event["running"] and has_lines(event))
        page.do("move", san="e4")
        event = page.wait("analysis", lambda event: event["node"] == 1)
        assert first(event)["lines"] == []
