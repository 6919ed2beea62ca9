"""A match in the browser: games under way, standing, pairs and test."""

from __future__ import annotations

import json
from contextlib import closing, contextmanager

from kiwipete.match import Adjudication, Control, Match, MatchPlan, Sprt, Terms
from kiwipete.match.pgn import game_pgn
from kiwipete.web.server.application import Application
from kiwipete.web.server.game_list import GameList
from kiwipete.web.server.match_watch import _LONGEST_HISTORY, MatchWatch
from kiwipete.web.server.running import RunningServer
from tests.support.match.toys import START, toy
from tests.web.server.client import Page

# Every game is a draw after six plies.
SHORT = Adjudication(win_score=None, draw_score=100_000, draw_moves=3, draw_from=1)
TERMS = Terms(Control.clock("10+0.1"), SHORT)


def plan(*engines, **more):
    return MatchPlan(tuple(engines), TERMS, openings=(START,), **more)


@contextmanager
def watched(match_plan: MatchPlan):
    application = Application(GameList())
    with RunningServer(application) as running:
        watch = MatchWatch(application)
        match = Match(match_plan, watch=watch.show)
        page = Page(running).listen()
        try:
            yield watch, match, page
        finally:
            watch.close()
            page.close()


def play(watch: MatchWatch, match: Match, games: int) -> None:
    names = [engine.name for engine in match.plan.engines]
    with closing(match.run()) as played:
        for number, game in enumerate(played, 1):
            watch.add(game, game_pgn(game, names, TERMS.control, date="2026.11.18"))
            if number == games:
                return


def test_without_a_match_there_is_none():
    with RunningServer(Application(GameList())) as running:
        page = Page(running).listen()
        assert page.wait("match", lambda match: match is None) is None
        page.close()


def test_games_are_seen_move_by_move_and_can_be_opened():
    engines = toy("sleep=0.12", name="<b>Ada</b>"), toy("sleep=0.12", name="Bob")
    with watched(plan(*engines, games=2, sprt=Sprt(0, 10))) as (watch, match, page):
        watch.begin(match)
        begun = page.wait("match", lambda match: match)
        assert begun["title"] == "<b>Ada</b> - Bob, 10+0.1"
        assert (begun["done"], begun["total"], begun["running"]) == (0, 2, True)
        assert begun["pentanomial"] == [0, 0, 0, 0, 0]
        assert begun["sprt"]["lower"] < begun["sprt"]["llr"] < begun["sprt"]["upper"]
        play(watch, match, 2)
        ended = page.wait("match", lambda match: match["done"] == 2)
        seen = [
            game
            for name, data in page.log
            if name == "match" and data is not None
            for game in data["games"]
            if game["result"] is None
        ]
        assert len({game["fen"] for game in seen}) > 2
        assert all(game["score"] is None or "cp" in game["score"] for game in seen)
        moved = next(game for game in seen if game["ply"])
        assert moved["san"]
        assert moved["lastMove"]
        assert 0 < moved["clock"]["white"] <= 11
        assert {game["white"] for game in seen} == {"<b>Ada</b>", "Bob"}
        assert [game["number"] for game in ended["games"]] == [2, 1]
        assert ended["games"][0]["result"] in ("1-0", "0-1", "1/2-1/2")
        assert sum(ended["pentanomial"]) == 1
        assert [row["name"] for row in ended["standing"]] == ["<b>Ada</b>", "Bob"]
        assert sum(row["points"] for row in ended["standing"]) == 2
        watch.end()
        page.wait("match", lambda match: not match["running"])
        page.do("game", index=1)
        assert page.wait("game", lambda game: game["index"] == 1)["headers"]["White"]


def test_a_round_robin_has_ratings_and_no_pentanomial():
    engines = [toy(name=name) for name in "ABC"]
    with watched(plan(*engines, games=2)) as (watch, match, page):
        watch.begin(match)
        play(watch, match, 6)
        event = page.wait("match", lambda match: match and match["done"] == 6)
        assert event["pentanomial"] is None
        assert event["sprt"] is None
        assert len(event["standing"]) == 3
        assert all(isinstance(row["elo"], float) for row in event["standing"])


def test_the_history_of_a_long_test_stays_short():
    with watched(plan(toy(), toy(), games=2, sprt=Sprt(0, 10))) as (watch, match, _):
        watch.begin(match)
        for _ in range(3 * _LONGEST_HISTORY):
            watch._note_standing(match)
        event = watch._event()
        assert len(event["sprt"]["history"]) <= _LONGEST_HISTORY
        json.dumps(event, allow_nan=False)
