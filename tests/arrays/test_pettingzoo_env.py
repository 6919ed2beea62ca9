"""The environment for PettingZoo passes its own tests, and does what its documentation says."""

from __future__ import annotations

import chess
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from kiwipete.arrays import codec
from kiwipete.arrays.pettingzoo_env import env, raw_env


def push(game, san: str) -> None:
    board = game.unwrapped.board
    positions = game.unwrapped._boards.positions()
    index = codec("alphazero").indices(positions, np.array([int(board.parse_san(san))]))[0]
    game.step(int(index))


@pytest.mark.filterwarnings("ignore:Observation")  # they prefer plain arrays to masks
@pytest.mark.parametrize("chess960", [False, True])
def test_pettingzoos_own_tests(chess960, capsys):
    api_test(env(chess960=chess960), num_cycles=300)
    seed_test(lambda: env(chess960=chess960), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


def test_a_game_to_mate():
    game = env()
    game.reset()
    for san in ("f3", "e5", "g4", "Qh4#"):
        assert not game.terminations[game.agent_selection]
        push(game, san)
    assert game.rewards == {"player_0": -1, "player_1": 1}
    assert game.terminations == {"player_0": True, "player_1": True}
    results = {}
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        assert (termination, truncation) == (True, False)
        assert not observation["action_mask"].any()
        assert info["termination"] == "CHECKMATE"
        results[agent] = reward
        game.step(None)
    assert results == {"player_0": -1, "player_1": 1}
    assert game.agents == []


def test_draws():
    game = env(fen="8/8/8/8/8/1k6/7p/K7 b - - 0 1")
    game.reset()
    assert game.unwrapped.board.turn == chess.BLACK
    push(game, "h1=Q#")
    assert game.rewards == {
        "player_0": 1,
        "player_1": -1,
    }  # the agent that moves first has Black here
    game.reset(options={"fen": "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1"})
    push(game, "Kg6")
    assert game.rewards == {"player_0": 0, "player_1": 0}
    assert game.infos["player_0"]["termination"] == "STALEMATE"
    game.reset(options={"fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"})  # over from the start
    assert all(game.terminations.values())


def test_an_illegal_action_loses():
    game = env()
    game.reset()
    game.observe("player_0")
    game.step(0)
    assert game.rewards == {"player_0": -1, "player_1": 0}
    raw = raw_env()
    raw.reset()
    with pytest.raises(ValueError, match="no legal move has the index 0"):
        raw.step(0)


def test_observations_are_as_documented():
    # PettingZoo's issues 922 and 1237: shapes and pawns that were not what the documentation said.
    game = raw_env(render_mode="ansi")
    game.reset()
    for san in ("e4", "a6", "e5", "d5"):
        push(game, san)
    board = chess.Board("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3")
    assert game.render() == str(board)
    white, black = game.observe("player_0"), game.observe("player_1")
    for agent, seen in (("player_0", white), ("player_1", black)):
        assert game.observation_space(agent).contains(seen)
        assert seen["observation"].shape == (119, 8, 8)
        assert seen["observation"].dtype == np.float32
        assert seen["action_mask"].shape == (4672,)
    assert white["action_mask"].sum() == board.legal_moves.count()
    assert not black["action_mask"].any()
    for colour, seen in ((chess.WHITE, white), (chess.BLACK, black)):
        for plane in range(12):
            squares = board.pieces(plane % 6 + 1, colour if plane < 6 else not colour)
            wanted = np.zeros(64)
            wanted[[square if colour else chess.square_mirror(square) for square in squares]] = 1
            assert (seen["observation"][plane].reshape(64) == wanted).all()
