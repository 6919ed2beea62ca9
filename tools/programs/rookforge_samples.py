"""Make training samples of twenty games with rookforge-ml: planes, legal masks and move numbers."""

import hashlib
import sys

from chess_tools.actions import index_to_move, legal_mask
from chess_tools.data import iter_pgn_games, iter_position_samples
from chess_tools.encoding import encode_board

GAMES = 20

for game, _ in zip(iter_pgn_games(sys.argv[1]), range(GAMES), strict=False):
    seen = hashlib.sha256()
    for sample in iter_position_samples([game]):
        board = sample.board
        seen.update(encode_board(board).tobytes())
        seen.update(legal_mask(board).tobytes())
        assert index_to_move(sample.action_index, board) == sample.move
        seen.update(f"{sample.fen} {sample.uci} {sample.action_index}".encode())
    print(game.result, game.final_board().fen(), seen.hexdigest())
