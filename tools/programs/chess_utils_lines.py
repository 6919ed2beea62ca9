"""Read games, convert their moves and draw random lines with chess-utils."""

import random
import sys

import chess_utils

GAMES = 150

with open(sys.argv[1]) as file:
    for game, _ in zip(chess_utils.read_pgns(file), range(GAMES), strict=False):
        sans = chess_utils.read_sans(game)
        fens = list(chess_utils.sans2fens(sans))
        ucis = list(chess_utils.sans2ucis(sans))
        assert list(chess_utils.ucis2sans(ucis)) == sans
        assert list(chess_utils.ucis2fens(ucis)) == fens
        print(fens[-1], *ucis)

rng = random.Random(1)
for _ in range(40):
    print(chess_utils.random.position(max_depth=80, rng=rng).fen())
