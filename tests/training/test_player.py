"""Games that the compiled loop plays: legal to the last move, and ended as their file says."""

from __future__ import annotations

import threading
import time

import pytest

from kiwipete import Board, Move
from kiwipete._core.searcher import Searcher
from kiwipete._core.self_play import Player
from kiwipete.training.game_file import ENDINGS, Game

MATE = 31_000  # scores beyond are mates


def games(count: int, seed: int = 1, **settings: float) -> list[Game]:
    player = Player(Searcher(1, 1), **{"nodes": 50, **settings})
    return [Game(*player.play(seed, number)) for number in range(count)]


def board_at_start(game: Game) -> Board:
    return Board() if game.start == 518 else Board.from_chess960_pos(game.start)


@pytest.fixture(scope="module")
def some_games() -> list[Game]:
    return games(40, chess960=0.5)


def test_games_are_legal_and_end_as_they_say(some_games):
    for game in some_games:
        board = board_at_start(game)
        for bits, _ in game.moves_and_scores():
            assert not board.is_game_over()
            board.push(next(move for move in board.legal_moves if int(move) == bits))
        outcome = board.outcome(claim_draw=False)
        ending = ENDINGS[game.ending]
        if ending in ("checkmate", "stalemate", "insufficient material"):
            assert outcome.termination.name.lower().replace("_", " ") == ending
            assert outcome.result() == ("0-1", "1/2-1/2", "1-0")[game.result]
        else:
            assert outcome is None
        assert board.is_repetition(3) == (ending == "repetition")
        assert (board.halfmove_clock >= 100) == (ending == "fifty moves")
    assert {"adjudicated win", "repetition"} < {ENDINGS[game.ending] for game in some_games}


def test_a_search_that_ends_before_its_first_score_has_the_static_evaluation():
    """One node a move: no score is that of a search without a result."""
    for game in games(60, nodes=1):
        assert all(abs(score) <= 32_000 for _, score in game.moves_and_scores())


def test_adjudicated_games_have_the_scores_for_it(some_games):
    for game in some_games:
        scores = [score for _, score in game.moves_and_scores()]
        for_white = [-score if ply % 2 else score for ply, score in enumerate(scores)]
        if ENDINGS[game.ending] == "adjudicated win":
            winner = 1 if game.result == 2 else -1
            assert game.result != 1
            assert winner * for_white[-1] > MATE or all(
                winner * score >= 1000 for score in for_white[-5:]
            )
        elif ENDINGS[game.ending] == "adjudicated draw":
            assert len(scores) > 70
            assert max(map(abs, scores[-12:])) <= 8
        elif ENDINGS[game.ending] != "checkmate":
            assert game.result == 1


def test_openings_are_random_and_balanced(some_games):
    assert {game.random_plies for game in some_games} == {8, 9}
    assert len({game.plies[:32] for game in some_games}) == len(some_games)
    assert 5 < sum(game.start != 518 for game in some_games) < 35
    for game in some_games:
        scores = [score for _, score in game.moves_and_scores()]
        assert not any(scores[: game.random_plies])
        assert abs(scores[game.random_plies]) <= 300


def test_game_depends_on_its_seed_and_number_alone(some_games):
    player = Player(Searcher(1, 1), nodes=50, chess960=0.5)
    assert Game(*player.play(1, 7)) == some_games[7]
    assert Game(*player.play(1, 3)) == some_games[3]
    assert Game(*player.play(2, 3)) != some_games[3]


def test_more_nodes_are_searched_for_a_higher_limit():
    few = Player(Searcher(1, 1), nodes=20)
    many = Player(Searcher(1, 1), nodes=500)
    plies = {player: len(player.play(5)[-1]) // 4 for player in (few, many)}
    assert 20 < few.nodes / plies[few] < many.nodes / plies[many] < 2000
    assert few.openings >= 1


def test_no_iteration_begins_after_the_soft_limit():
    searcher = Searcher(1, 1)
    searcher.begin(Board(), soft_nodes=5000)
    deepest = searcher.run()[0].depth
    nodes = searcher.nodes
    searcher.clear()
    searcher.begin(Board(), depth=deepest - 1)
    searcher.run()
    assert searcher.nodes < 5000 <= nodes


def test_player_can_be_stopped_in_the_middle_of_a_game():
    player = Player(Searcher(1, 1), nodes=10**8)
    played = []
    thread = threading.Thread(target=lambda: played.append(player.play(1)))
    thread.start()
    while not thread.is_alive() or player.openings == 0:
        time.sleep(0.01)
    player.stop()
    thread.join(30)
    assert played == [None]
    assert player.play(2) is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"nodes": 0}, "nodes for a move must be from 1"),
        ({"nodes": 2**32}, "nodes for a move must be from 1"),
        ({"nodes": 1, "chess960": 1.5}, "from 0 to 1, not 1.5"),
        ({"nodes": 1, "chess960": float("nan")}, "from 0 to 1, not nan"),
    ],
)
def test_impossible_settings_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        Player(Searcher(1, 1), **settings)


def test_player_needs_a_searcher_of_its_own():
    with pytest.raises(ValueError, match="one thread, not 2"):
        Player(Searcher(2, 1), nodes=1)
    with pytest.raises(TypeError):
        Player(None, nodes=1)


def test_moves_are_written_as_their_numbers():
    game = games(1)[0]
    first = next(game.moves_and_scores())[0]
    assert first in {int(move) for move in Board().legal_moves}
    assert int(Move.from_uci("e2e4")) & 0xFFF == 12 << 6 | 28
