"""Walk through 200 games, and look for positions in them."""

import sys
from pathlib import Path

from chess_analytica import Board

GAMES = 200
TAGS = '[StartTime "10:00:00"]\n[EndTime "10:20:00"]\n[Link "none"]\n'

texts = ["[Event " + game for game in Path(sys.argv[1]).read_text().split("[Event ")[1:]]
for text in texts[:GAMES]:
    board = Board(text.replace("\n\n", "\n" + TAGS + "\n", 1))
    print(board.white_player, board.black_player, board.termination)
    fens = []
    while board.has_move():
        board.move()
        fens.append(board.get_FEN())
    board.reset()
    print(len(fens), board.contains_FEN(fens[-1]), board.contains_FEN("8/8/8/8/8/8/8/8"))
    print(board.get_final_state())
