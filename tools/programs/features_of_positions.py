"""Turn the positions of 25 games into attack maps, bitboards and more."""

import hashlib
import sys
from pathlib import Path

import chess.pgn
import numpy as np
from chess_features import ChessTransformer

KINDS = ["bit_attack", "bit_defend", "unified_neg_bitboard", "fen", "san", "neighborhood"]
GAMES = 25

for kind in KINDS:
    transform = ChessTransformer(kind)
    seen = hashlib.sha256()
    with Path(sys.argv[1]).open() as file:
        for _ in range(GAMES):
            board = chess.Board()
            for move in chess.pgn.read_game(file).mainline_moves():
                board.push(move)
                try:
                    seen.update(np.asarray(transform(board)).tobytes())
                except Exception as error:
                    seen.update(type(error).__name__.encode())
    print(kind, seen.hexdigest())
