"""Play thirty seeded games with AlphaZero's move indices and board planes."""

import random

from gym_chess.alphazero import BoardEncoding, MoveEncoding
from gym_chess.envs import Chess

GAMES = 30
LONGEST = 80

for seed in range(GAMES):
    rng = random.Random(seed)
    env = MoveEncoding(BoardEncoding(Chess()))
    observation = env.reset()
    total = int(observation.sum())
    for move in range(LONGEST):
        observation, reward, done, _ = env.step(rng.choice(sorted(env.legal_actions)))
        total += int(observation.sum()) * (move + 1)
        if done:
            break
    print(seed, move, reward, total)
    print(env.unwrapped.render(mode="unicode"))
