"""Find puzzles in six games with Stockfish, and the themes of the last moves of 200."""

import itertools
import json
import sys
from pathlib import Path

import chess.engine
import chess.pgn
import chess_puzzler.engine
import chess_puzzler.finder
from chess_puzzler.model import Puzzle
from chess_puzzler.tagger import cook

# The program's own limits are partly times; these give the same answer on every machine.
LIMIT = chess.engine.Limit(nodes=4000)
for name in ("EVAL_LIMIT", "PAIR_LIMIT", "MATE_DEFENSE_LIMIT"):
    setattr(chess_puzzler.finder, name, LIMIT)

GAMES_TO_SEARCH = 6
GAMES_TO_TAG = 200

with Path(sys.argv[1]).open() as file:
    games = list(iter(lambda: chess.pgn.read_game(file), None))

engine = chess_puzzler.engine.open_engine("stockfish", threads=1)
generator = chess_puzzler.finder.Generator(engine)
for game in itertools.islice(games, GAMES_TO_SEARCH):
    puzzle = generator.analyze_game(game, tier=10)
    if puzzle:
        puzzle.tags = cook(puzzle)
        print(json.dumps(puzzle.to_dict()))
    else:
        print(game.headers["Site"], "has no puzzle")
engine.close()

for game in itertools.islice(games, GAMES_TO_TAG):
    nodes = list(game.mainline())
    start = nodes[-7] if len(nodes) > 8 else game
    moves = [node.move for node in start.mainline()]
    puzzle = Puzzle(start.board().fen(), moves, 100, not start.turn(), start)
    try:
        print(game.headers["Site"], sorted(cook(puzzle)))
    except (AttributeError, IndexError, AssertionError) as error:
        print(game.headers["Site"], type(error).__name__)
