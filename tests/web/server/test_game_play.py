"""Games against our engine."""

from __future__ import annotations

import io

import pytest

import kiwipete.pgn
from tests.web.server.client import Page, served


def at(ply: int):
    return lambda play: play["node"] == ply and not play["thinking"]


def move_somehow(page: Page) -> None:
    page.wait("position", lambda position: position["node"] == page.state["play"]["node"])
    page.do("move", uci=page.state["position"]["legal"][0]["uci"])


def test_a_game_as_white_and_its_pgn():
    with served() as page:
        page.do("play", action="start", level=1, human="white")
        play = page.wait("play", lambda play: play["active"])
        assert (play["human"], play["level"], play["clock"]) == ("white", "1", None)
        page.do("move", san="e4")
        page.wait("play", at(2))
        page.wait("position", lambda position: position["node"] == 2)
        assert page.state["position"]["turn"] == "white"
        page.do("play", action="resign")
        result = page.wait("play", lambda play: play["result"])["result"]
        assert result == {
            "result": "0-1",
            "reason": "resignation",
            "text": "Black wins by resignation.",
        }
        game = kiwipete.pgn.read_game(io.StringIO(page.do("pgn")["pgn"]))
        assert game.headers["White"] == "You"
        assert game.headers["Black"] == "Kiwipete, level 1"
        assert (game.headers["Result"], game.headers["Termination"]) == ("0-1", "resignation")
        assert "no game in progress" in page.refused("play", action="hint")


def test_a_game_as_black_with_a_clock():
    with served() as page:
        page.do("play", action="start", human="black", clock={"base": 60, "increment": 2})
        play = page.wait("play", at(1))
        assert play["clock"]["running"] == "black"
        assert play["clock"]["white"] == 60.0  # the clock starts with the first move
        assert play["clock"]["at"] > 1_700_000_000_000
        move_somehow(page)
        play = page.wait("play", at(3))
        assert 60 < play["clock"]["white"] <= 62
        clocks = [
            node["clock"] for name, data in page.log if name == "nodes" for node in data["added"]
        ]
        assert len(clocks) == 3
        assert all(clock is not None for clock in clocks)


def test_moves_can_be_taken_back():
    with served() as page:
        page.do("play", action="start", level=2, clock={"base": 100})
        assert "no move of yours" in page.refused("play", action="takeback")
        page.do("move", san="e4")
        page.wait("play", at(2))
        page.do("play", action="takeback")
        play = page.wait("play", at(0))
        assert play["clock"]["running"] is None
        page.wait("position", lambda position: position["node"] == 0)
        assert "e4" not in page.do("pgn")["pgn"]
        page.do("move", san="d4")
        page.wait("play", lambda play: play["node"] == 4 and not play["thinking"])
        page.do("play", action="resign")
        page.wait("play", lambda play: play["result"])
        page.do("play", action="takeback")  # even the resignation
        page.wait("play", lambda play: play["active"] and play["result"] is None)


def test_a_long_search_can_be_taken_back():
    with served() as page:
        page.do("play", action="start", level="full", clock={"base": 50_000})
        page.do("move", san="e4")
        page.wait("play", lambda play: play["thinking"])
        assert "engine's turn" in page.refused("move", san="e5")
        assert "engine's turn" in page.refused("play", action="hint")
        page.do("play", action="takeback")
        page.wait("play", lambda play: play["node"] == 0 and not play["thinking"])
        page.do("play", action="stop")
        page.wait("play", lambda play: not play["active"])


def test_a_hint():
    with served('[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]\n\n*') as page:
        page.do("play", action="start", level=1)
        page.do("play", action="hint")
        assert page.wait("play", lambda play: play["hint"])["hint"]["san"] == "Ra8#"
        page.do("move", san="Ra8")
        play = page.wait("play", lambda play: play["result"])
        assert play["result"]["reason"] == "checkmate"
        assert play["hint"] is None


def test_the_flag_falls():
    with served() as page:
        page.do("play", action="start", level=1, human="black", clock={"base": 1})
        page.wait("play", at(1))
        result = page.wait("play", lambda play: play["result"])["result"]
        assert (result["result"], result["reason"]) == ("1-0", "time forfeit")


def test_the_flag_falls_against_a_bare_king():
    with served('[FEN "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"]\n\n*') as page:
        page.do("play", action="start", level=1, clock={"base": 1})
        page.do("move", san="Kd2")
        page.wait("play", at(2))
        result = page.wait("play", lambda play: play["result"])["result"]
        assert result["result"] == "1/2-1/2"


def test_it_is_played_at_the_last_move():
    with served() as page:
        page.do("play", action="start", level=1)
        page.do("move", san="e4")
        page.wait("play", at(2))
        page.do("goto", node=1)
        assert "go to the last move" in page.refused("move", san="e5")
        page.do("goto", node=2)
        move_somehow(page)


def test_from_any_position_and_in_chess960():
    with served("1. e4 e5 2. Nf3 Nc6 *") as page:
        page.do("goto", node=2)
        page.do("play", action="start", level=1, human="black")
        page.wait("play", lambda play: play["node"] is not None and not play["thinking"])
        game = page.do("pgn")["pgn"]
        assert "Nf3" in game  # what was there is still there
        assert "Nc6" in game
        page.do("new", chess960=1)
        page.wait("play", lambda play: not play["active"])
        page.do("play", action="start", level=1, human="random")
        page.wait("play", lambda play: play["active"])


def test_a_deleted_or_changed_game_is_left():
    with served() as page:
        page.do("play", action="start", level=1)
        page.do("move", san="e4")
        page.wait("play", at(2))
        page.do("edit", node=1, action="delete")
        page.wait("play", lambda play: not play["active"])
        page.do("move", san="d4")  # by hand again


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "begin"},
        {"action": "start", "level": 11},
        {"action": "start", "level": "0"},
        {"action": "start", "level": True},
        {"action": "start", "human": "both"},
        {"action": "start", "clock": {"base": 0}},
        {"action": "start", "clock": {"base": 60, "increment": -1}},
        {"action": "start", "clock": {}},
        {"action": "start", "clock": 5},
        {"action": "stop"},
        {"action": "takeback"},
    ],
)
def test_what_is_refused(fields):
    with served() as page:
        page.refused("play", **fields)
        assert not page.state["play"]["active"]


def test_a_finished_game_cannot_be_played():
    with served("1. f3 e5 2. g4 Qh4# 0-1") as page:
        page.do("goto", node=4)
        assert "no game can be played" in page.refused("play", action="start")
