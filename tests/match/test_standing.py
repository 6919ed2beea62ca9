from __future__ import annotations

import pytest

from kiwipete.match import Control, Game, Pentanomial, Standing
from kiwipete.match.record import MoveInfo, Opening
from kiwipete.match.standing import ratings
from kiwipete.positions import STARTING_FEN


def game(number, white, black, result, reason="checkmate", seconds=(), overruns=(0, 0), moves=()):
    winner = {"1": True, "0": False, "=": None}[result]
    infos = tuple(MoveInfo(each) for each in seconds)
    opening = Opening(STARTING_FEN, moves)
    return Game(number, white, black, opening, moves, infos, winner, reason, "", overruns)


def test_points_and_pairs():
    standing = Standing(2, Control(nodes=1))
    for each in (
        game(0, 0, 1, "1"),
        game(3, 1, 0, "="),  # in any order
        game(1, 1, 0, "0"),
        game(2, 0, 1, "0"),
        game(4, 0, 1, "1"),  # half a pair
    ):
        standing.add(each)
    first, second = standing.players
    assert (first.wins, first.draws, first.losses) == (3, 1, 1)
    assert (second.wins, second.draws, second.losses) == (1, 1, 3)
    assert (first.points, first.games) == (3.5, 5)
    assert standing.pairs() == Pentanomial((0, 1, 0, 0, 1))
    assert standing.pairs(1, 0) == Pentanomial((1, 0, 0, 1, 0))


def test_failures_are_counted_apart():
    games = [game(0, 0, 1, "1", "crash"), game(1, 1, 0, "1", "time"), game(2, 0, 1, "1", "time")]
    standing = Standing(2, Control(nodes=1), games)
    assert dict(standing.players[0].failures) == {"time": 1}
    assert dict(standing.players[1].failures) == {"crash": 1, "time": 1}
    assert dict(standing.reasons) == {"crash": 1, "time": 2}


def test_whose_time_it_was():
    standing = Standing(2, Control(movetime=0.2))
    standing.add(game(0, 0, 1, "1", seconds=(0.1, 0.3, 0.2), overruns=(0, 1)))
    # After one move of the opening it is black's turn.
    standing.add(game(1, 1, 0, "1", seconds=(0.1, 0.2), moves=("e2e4",)))
    first, second = (player.time for player in standing.players)
    assert (first.moves, first.seconds, first.longest, first.overruns) == (
        3,
        pytest.approx(0.4),
        0.2,
        0,
    )
    assert (second.moves, second.seconds, second.overruns) == (2, pytest.approx(0.5), 1)
    assert first.unused == pytest.approx(1 - 0.4 / 0.6)


def test_who_hoards():
    control = Control.clock("10+0.1")
    standing = Standing(2, control)
    standing.add(game(0, 0, 1, "1", seconds=(0.3, 0.05) * 45))
    thrifty, spender = standing.players[1].time, standing.players[0].time
    assert thrifty.hoards
    assert thrifty.unused == pytest.approx(1 - 2.25 / 14.5)
    assert not spender.hoards


def test_a_short_game_tells_nothing_about_hoarding():
    standing = Standing(2, Control.clock("10+0.1"), [game(0, 0, 1, "1", seconds=(0.01,) * 20)])
    assert standing.players[0].time.unused is None
    assert not standing.players[0].time.hoards


# Ratings.


def standing_of(*results):
    """A standing from (first player, second player, points of the first in each pair)."""
    standing, number = Standing(3, Control(nodes=1)), 0
    games = {0: "00", 0.5: "0=", 1: "==", 1.5: "1=", 2: "11"}
    swapped = {"0": "1", "=": "=", "1": "0"}
    for first, second, points in results:
        for each in points:
            one, two = games[each]
            standing.add(game(number, first, second, one))
            standing.add(game(number + 1, second, first, swapped[two]))
            number += 2
    return standing


def test_ratings_of_two_are_their_difference():
    standing = standing_of((0, 1, [1.5] * 600 + [1] * 400))
    first, second = ratings(standing, 2)
    elo = standing.pairs().elo()
    assert first.value - second.value == pytest.approx(elo.value, abs=0.3)
    assert first.error == pytest.approx(elo.error / 2, rel=0.1)


def test_ratings_explain_all_results():
    # Each is 100 Elo above the next: 64 % of the points.
    above, far = [1.5] * 56 + [1] * 44, [2] * 4 + [1.5] * 96
    standing = standing_of((0, 1, above * 9), (1, 2, above * 9), (0, 2, far * 9))
    first, second, third = ratings(standing, 3)
    assert first.value - second.value == pytest.approx(100, abs=5)
    assert second.value - third.value == pytest.approx(100, abs=5)
    assert first.value + second.value + third.value == pytest.approx(0, abs=1e-6)
    assert 0 < first.error < 15


def test_clean_scores_have_finite_ratings():
    first, second, third = ratings(
        standing_of((0, 1, [2] * 5), (1, 2, [2] * 5), (0, 2, [2] * 5)), 3
    )
    assert 0 < first.value < 2000
    assert first.value > second.value > third.value


def test_no_games_no_ratings():
    assert [estimate.value for estimate in ratings(standing_of(), 3)] == [0, 0, 0]
