"""Play twenty seeded games, and add up all observations of the agents."""

import hashlib

import numpy as np
from pettingzoo.classic import chess_v6

GAMES = 20

for seed in range(GAMES):
    rng = np.random.default_rng(seed)
    seen = hashlib.sha256()
    moves = 0
    env = chess_v6.env()
    env.reset(seed=seed)
    for _ in env.agent_iter():
        observation, _, ended, cut, _ = env.last()
        seen.update(np.ascontiguousarray(observation["observation"]).tobytes())
        seen.update(observation["action_mask"].tobytes())
        if ended or cut:
            env.step(None)
            continue
        moves += 1
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    print(seed, moves, dict(env._cumulative_rewards), env.unwrapped.board.fen(), seen.hexdigest())
