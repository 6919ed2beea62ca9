"""Read 150 games, convert their moves between notations, and draw random lines."""

import random
import sys
from pathlib import Path

import chess_utils

GAMES = 150

with Path(sys.argv[1]).open() as file:
    for game, _ in zip(chess_utils.read_pgns(file), range(GAMES), strict=False):
        sans = chess_utils.read_sans(game)
        fens = list(chess_utils.sans2fens(sans))
        ucis = list(chess_utils.sans2ucis(sans))
        assert list(chess_utils.ucis2sans(ucis)) == sans
        assert list(chess_utils.ucis2fens(ucis)) == fens
        print(fens[-1], *ucis)

rng = random.Random(1)
chess_utils.random.move.__defaults__[0].seed(1)  # it draws the first move of a line
for _ in range(40):
    print(chess_utils.random.position(max_depth=80, rng=rng).fen())
