"""Make training samples from 80 games: planes, masks of legal moves, move indices."""

import hashlib
import io
import itertools
import sys
from pathlib import Path

from chess_tools.actions import index_to_move, legal_mask
from chess_tools.data import iter_pgn_games, iter_position_samples
from chess_tools.encoding import encode_board

GAMES = 80

texts = Path(sys.argv[1]).read_text().split("[Event ")[1:]
for text in itertools.islice(texts, GAMES):
    text = "[Event " + text
    (game,) = iter_pgn_games(io.StringIO(text))
    seen = hashlib.sha256()
    for sample in iter_position_samples(io.StringIO(text)):
        board = sample.board
        seen.update(encode_board(board).tobytes())
        seen.update(legal_mask(board).tobytes())
        number = sample.action_index()
        assert index_to_move(number, board) == sample.move
        seen.update(f"{sample.fen} {sample.uci} {number}".encode())
    print(game.result, game.final_board().fen(), seen.hexdigest())
