"""The review of the open game."""

from __future__ import annotations

import io

import kiwipete.pgn
from tests.web.server.client import served

FOOLS_MATE = "1. f3 e5 2. g4 Qh4# 0-1"


def is_finished(review):
    return review["done"] == review["total"] > 0 and not review["running"]


def test_moves_are_judged_and_saved():
    with served(FOOLS_MATE) as page:
        page.do("review", action="start", nodes=2000)
        review = page.wait("review", is_finished)
        assert [point["node"] for point in review["points"]] == [0, 1, 2, 3, 4]
        assert review["points"][4]["score"] == {"mate": 0, "winner": "black"}
        assert review["points"][4]["win"] == 0
        assert review["accuracy"]["black"] == 100
        assert review["accuracy"]["white"] < 60
        judged = {
            node["id"]: node["judgement"]
            for name, data in page.log
            if name == "nodes"
            for node in data["changed"]
        }
        assert judged[3] == "blunder"
        assert not page.state["games"]["dirty"]  # nothing is written yet
        page.do("review", action="save")
        page.wait("games", lambda games: games["dirty"])
        game = kiwipete.pgn.read_game(io.StringIO(page.do("pgn")["pgn"]))
        assert game.comment.startswith("Accuracy: White ")
        nodes = list(game.mainline())
        assert nodes[2].eval().white() == kiwipete.engine.Mate(-1)
        assert nodes[2].nags == {kiwipete.pgn.NAG_BLUNDER}
        assert all(node.eval() is not None for node in nodes[:3])
        # The page has the same, with the lines that were added.
        added = page.wait("nodes", lambda nodes: nodes["added"])["added"]
        assert added[0]["parent"] in range(4)
        # Saved again, it doesn't repeat itself.
        page.do("review", action="save")
        again = kiwipete.pgn.read_game(io.StringIO(page.do("pgn")["pgn"]))
        assert str(again) == str(game)


def test_it_stops():
    with served(FOOLS_MATE) as page:
        page.do("review", action="start", seconds=60)
        page.wait("review", lambda review: review["running"])
        assert "no finished review" in page.refused("review", action="save")
        page.do("review", action="stop")
        assert page.wait("review", lambda review: not review["running"])["error"] is None


def test_another_game_ends_it():
    with served(f"{FOOLS_MATE}\n\n1. e4 *") as page:
        page.do("review", action="start", seconds=60)
        page.wait("review", lambda review: review["running"])
        page.do("game", index=1)
        review = page.wait("review", lambda review: not review["running"])
        assert (review["total"], review["points"]) == (0, [])
        assert "no finished review" in page.refused("review", action="save")


def test_the_game_may_change_meanwhile():
    with served(FOOLS_MATE) as page:
        page.do("review", action="start", seconds=0.2)
        page.do("edit", node=3, action="delete")
        review = page.wait("review", is_finished)
        assert [point["node"] for point in review["points"]] == [0, 1, 2]
        assert "has changed" in page.refused("review", action="save")


def test_what_is_refused():
    with served() as page:
        assert "no moves" in page.refused("review", action="start")
        assert "no finished review" in page.refused("review", action="save")
        assert "one of" in page.refused("review", action="begin")
        for wrong in ({"seconds": 0}, {"seconds": 1e9}, {"nodes": 1}, {"nodes": "many"}):
            page.refused("review", action="start", **wrong)
    with served('[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n\n1. Ka2 *') as page:
        assert "impossible" in page.refused("review", action="start")
