"""The report of a match."""

from __future__ import annotations

import random

import pytest

from kiwipete import Board
from kiwipete.match import Control, EngineSpec, Game, Match, MatchPlan, Opening, Sprt, Terms
from kiwipete.match.record import MATE, MoveInfo
from kiwipete.web.report import match_report as module
from kiwipete.web.report.match_report import match_report, pair_history, shown_games
from tests.support.html import check_html, data_of

NAMES = ("new<b>", "old</script>", "third")


def new_match(engines=2, **more) -> Match:
    specs = tuple(EngineSpec(name, ("false",)) for name in NAMES[:engines])
    return Match(MatchPlan(specs, Terms(Control(nodes=100)), games=1000, **more))


def play(match: Match, count: int, seed: int = 1) -> list[Game]:
    """Return games of a few random moves, and add them to the standing."""
    rng = random.Random(seed)
    games = []
    for number in range(count):
        board = Board()
        length = rng.randrange(4, 20)
        while board.ply() < length and not board.is_game_over():
            board.push(rng.choice([*board.legal_moves]))
        moves = tuple(move.uci() for move in board.move_stack)
        scores = (None, 35, -120, MATE - 3, -(MATE - 2))
        infos = tuple(MoveInfo(0.01, rng.choice(scores), 5) for _ in moves[2:])
        white, black = match.schedule.players(number)
        winner = rng.choice([True, True, False, None])
        opening = Opening(Board().fen(), moves[:2])
        game = Game(number, white, black, opening, moves, infos, winner, "checkmate")
        match.standing.add(game)
        games.append(game)
    return games


def test_two_engines_and_a_test():
    match = new_match(sprt=Sprt(0, 10))
    games = play(match, 60)
    html = match_report(match, games)
    check_html(html)
    for text in ("new&lt;b&gt;", "H1: 10 Elo", "Log likelihood ratio", "60 of 1,000 games"):
        assert text in html
    first = data_of(html)["games"][0]
    assert len(first["positions"]) == len(first["moves"]) + 1
    assert first["positions"][1]["note"] == "opening"
    assert first["positions"][3]["note"] == "0.010 s"


@pytest.mark.parametrize(("engines", "count"), [(2, 0), (2, 1), (2, 2), (2, 5), (3, 0), (3, 40)])
def test_any_number_of_games(engines, count):
    match = new_match(engines)
    html = match_report(match, play(match, count))
    check_html(html)
    assert len(data_of(html)["games"]) == count


def test_a_perfect_score_has_an_infinite_elo():
    match = new_match()
    games = [
        Game(n, *match.schedule.players(n), Opening(Board().fen()), (), (), n % 2 == 0, "time")
        for n in range(8)
    ]
    for game in games:
        match.standing.add(game)
    html = match_report(match, games)
    check_html(html)
    assert "∞" in html
    assert "8 time" in html  # the loser's failures


def test_scores_are_whites():
    match = new_match()
    infos = (MoveInfo(0.1, 100), MoveInfo(0.1, 100), MoveInfo(0.1, MATE - 1))
    moves = ("e2e4", "e7e5", "g1f3")
    game = Game(0, 0, 1, Opening(Board().fen()), moves, infos, True, "adjudicated win")
    match.standing.add(game)
    (found,) = data_of(match_report(match, [game]))["games"]
    assert [known.get("text") for known in found["positions"]] == [None, "+1.00", "-1.00", "+M1"]
    assert found["positions"][3]["win"] == 100


def test_a_move_that_cannot_be_played_ends_the_game():
    match = new_match()
    infos = (MoveInfo(0.1), MoveInfo(0.1))
    opening, moves = Opening(Board().fen()), ("e2e4", "e2e4")
    game = Game(0, 0, 1, opening, moves, infos, True, "illegal move", "e2e4")
    (found,) = data_of(match_report(match, [game]))["games"]
    assert [move[0] for move in found["moves"]] == ["e4"]


def test_long_matches_keep_failures_and_the_first_games(monkeypatch):
    monkeypatch.setattr(module, "MOST_GAMES", 5)
    match = new_match()
    games = play(match, 20)
    games[17] = Game(17, 1, 0, Opening(Board().fen()), (), (), True, "crash")
    assert [game.number for game in shown_games(games)] == [0, 1, 2, 3, 17]
    assert "5 of 20 games are in this report" in match_report(match, games)


def test_the_path_has_few_points_and_the_last_one():
    match = new_match()
    games = play(match, 2000)
    history = pair_history(match, games)
    assert len(history) <= 302
    assert history[-1] == match.standing.pairs()
    assert [pairs.pairs for pairs in history] == sorted({pairs.pairs for pairs in history})
