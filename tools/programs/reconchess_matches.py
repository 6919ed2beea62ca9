"""Play thirty seeded games of blind chess between its own bots."""

import random

import chess
from reconchess import LocalGame, play_local_game
from reconchess.bots.attacker_bot import AttackerBot
from reconchess.bots.random_bot import RandomBot

GAMES = 30

for seed in range(GAMES):
    random.seed(seed)
    players = [RandomBot(), AttackerBot() if seed % 3 == 0 else RandomBot()]
    winner, reason, history = play_local_game(*players, game=LocalGame(100_000))
    taken = [
        str(move)
        for color in (chess.WHITE, chess.BLACK)
        for _, move in (
            (turn, history.taken_move(turn))
            for turn in history.turns(color)
            if history.has_move(turn)
        )
    ]
    print(seed, winner, reason.name, history.num_turns(), " ".join(taken))
