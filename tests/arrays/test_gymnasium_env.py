"""The environments for Gymnasium pass its own checks, and follow the rules of chess."""

from __future__ import annotations

import chess
import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from kiwipete import Termination
from kiwipete.arrays import Boards, codec
from kiwipete.arrays.gymnasium_env import ChessEnv, ChessVectorEnv

NAME = "kiwipete.arrays.gymnasium_env:kiwipete/Chess-v0"
FOOLS_MATE = ["f3", "e5", "g4", "Qh4#"]
ALMOST_MATE = "k7/7Q/1K6/8/8/8/8/8 w - - 0 1"


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("name", ["alphazero", "lc0", "pieces12"])
@pytest.mark.filterwarnings("error")
def test_gymnasiums_own_check(name, chess960):
    env = gymnasium.make(NAME, codec=name, chess960=chess960, render_mode="ansi")
    check_env(env.unwrapped)


def test_a_game_to_mate():
    env = ChessEnv()
    env.reset()
    for ply, san in enumerate(FOOLS_MATE):
        action = env.action_of(env.board.parse_san(san))
        observation, reward, terminated, truncated, info = env.step(action)
        last = ply == 3
        assert (reward, terminated, truncated) == (float(last), last, False)
        assert info["termination"] == last
        assert info["white_to_move"] == (ply % 2 == 1)
        assert info["action_mask"].any() != last
        assert observation in env.observation_space
    with pytest.raises(ValueError, match="the game is over by checkmate"):
        env.step(action)
    observation, info = env.reset()
    assert env.board.fen() == chess.STARTING_FEN
    assert info["action_mask"].sum() == 20


def test_illegal_moves_lose_or_raise():
    env = ChessEnv()
    env.reset()
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert info["termination"] == 0
    with pytest.raises(ValueError, match="the game is over by an illegal move"):
        env.step(584)
    _, info = env.reset()
    assert not info["illegal"]
    strict = ChessEnv(illegal="raise")
    strict.reset()
    with pytest.raises(ValueError, match="no legal move has the index 0"):
        strict.step(0)
    strict.step(584)
    with pytest.raises(ValueError, match="illegal must be"):
        ChessEnv(illegal="forgive")
    with pytest.raises(ValueError, match="render_mode must be"):
        ChessEnv(render_mode="human")


def test_draws_that_may_be_claimed():
    for claims in (False, True):
        env = ChessEnv(claim_draws=claims, fen="4k3/8/8/8/8/8/4P3/4K3 w - - 99 90")
        env.reset()
        _, reward, terminated, _, info = env.step(env.action_of(env.board.parse_san("Kd2")))
        assert (reward, terminated) == (0.0, claims)
        assert info["termination"] == (Termination.FIFTY_MOVES.value if claims else 0)


def test_starting_positions():
    env = ChessEnv(chess960=True, render_mode="ansi")
    starts = []
    for seed in (1, None, None, 1):
        env.reset(seed=seed)
        starts.append(env.board.fen())
    assert starts[0] == starts[3]
    assert len(set(starts)) == 3
    env.reset(options={"fen": ALMOST_MATE})
    assert env.render() == str(chess.Board(ALMOST_MATE))
    with pytest.raises(ValueError, match="reset has no option 'colour'"):
        env.reset(options={"colour": "white"})


# Many games.


def test_a_vector_is_made_by_name():
    envs = gymnasium.make_vec(
        NAME, num_envs=5, vectorization_mode="vector_entry_point", codec="lc0", threads=2
    )
    assert isinstance(envs.unwrapped, ChessVectorEnv)
    observations, info = envs.reset(seed=3)
    assert observations in envs.observation_space
    assert envs.action_space.shape == (5,)
    assert info["action_mask"].shape == (5, 1858)
    assert info["_action_mask"].all()
    envs.close()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_vector_is_a_row_of_single_games(mode):
    count, rng = 6, np.random.default_rng(5)
    start = "6k1/8/8/8/8/1p6/2p5/K6R w - - 0 1"  # short games
    vector = ChessVectorEnv(count, fens=start, autoreset_mode=mode)
    single = SyncVectorEnv([lambda: ChessEnv(fen=start)] * count, autoreset_mode=mode)
    ours, theirs = vector.reset(seed=1), single.reset(seed=1)
    ends = 0
    for _ in range(150):
        assert (ours[0] == theirs[0]).all()
        assert_equal(ours[-1], theirs[-1])
        mask = ours[-1]["action_mask"]
        actions = [int(rng.choice(np.flatnonzero(row))) if row.any() else 0 for row in mask]
        if rng.random() < 0.1:
            actions[int(rng.integers(count))] = 0  # north from a1: mostly illegal
        ours, theirs = vector.step(np.array(actions)), single.step(np.array(actions))
        for one, other in zip(ours[1:4], theirs[1:4], strict=True):
            assert one.dtype == other.dtype
            assert (one == other).all()
        over = ours[2]
        ends += over.sum()
        if mode == AutoresetMode.DISABLED and over.any():
            with pytest.raises(ValueError, match=f"game {over.argmax()} is over"):
                vector.step(np.array(actions))
            ours = vector.reset(options={"reset_mask": over})
            theirs = single.reset(options={"reset_mask": over})
            theirs[-1]["action_mask"][~over] = ours[-1]["action_mask"][~over]
            theirs = theirs[0], {key: ours[-1][key] for key in ours[-1]}
    assert ends > 10


def assert_equal(one: dict, other: dict) -> None:
    assert one.keys() == other.keys()
    for key, value in one.items():
        if isinstance(value, dict):
            assert_equal(value, other[key])
        elif value.dtype == object:
            assert [each is None for each in value] == [each is None for each in other[key]]
            for mine, theirs in zip(value, other[key], strict=True):
                assert mine is None or (mine == theirs).all()
        else:
            assert (value == other[key]).all(), key


def test_illegal_actions_in_a_vector():
    envs = ChessVectorEnv(3)
    envs.reset()
    _, rewards, terminations, _, info = envs.step([584, 0, 584])
    assert rewards.tolist() == [0, -1, 0]
    assert terminations.tolist() == info["illegal"].tolist() == [False, True, False]
    assert [len(board.move_stack) for board in envs.boards] == [1, 0, 1]
    _, rewards, terminations, _, info = envs.step([584, 0, 584])  # a2a3 for Black, turned round
    assert terminations.tolist() == info["illegal"].tolist() == [False] * 3
    strict = ChessVectorEnv(2, illegal="raise")
    strict.reset()
    with pytest.raises(ValueError, match="board 1: no legal move"):
        strict.step([584, 0])
    with pytest.raises(ValueError, match="shape"):
        envs.step([584])
    with pytest.raises(TypeError, match="whole numbers"):
        envs.step([0.5, 0.5, 0.5])
    with pytest.raises(ValueError, match="not a valid AutoresetMode"):
        ChessVectorEnv(1, autoreset_mode="Sometimes")


def test_returned_data_is_new_unless_it_need_not_be():
    for copy in (True, False):
        envs = ChessVectorEnv(2, copy=copy)
        first, info = envs.reset()
        second, *_, later = envs.step(envs.sample())
        assert np.shares_memory(first, second) != copy
        assert np.shares_memory(info["action_mask"], later["action_mask"]) != copy
        assert (later["action_mask"] == envs.boards.legal_mask()).all()


def test_a_vector_has_options_and_renders():
    envs = ChessVectorEnv(2, render_mode="ansi")
    envs.reset(options={"fens": [ALMOST_MATE, chess.STARTING_FEN]})
    assert envs.render() == (str(chess.Board(ALMOST_MATE)), str(chess.Board()))
    mask = np.array([True, False])
    envs.reset(options={"reset_mask": mask, "fens": chess.STARTING_FEN})
    assert envs.boards.fens() == [chess.STARTING_FEN] * 2
    with pytest.raises(ValueError, match="reset has no option 'fen'"):
        envs.reset(options={"fen": ALMOST_MATE})


def test_observations_are_what_the_codec_says():
    envs = ChessVectorEnv(4, "pieces12")
    envs.reset(seed=9)
    for _ in range(10):
        observations, *_ = envs.step(envs.sample())
        assert (observations == codec("pieces12").planes(envs.boards.positions())).all()
    assert isinstance(envs.boards, Boards)
