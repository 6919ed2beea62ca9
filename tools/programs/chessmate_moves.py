"""Play a game of its minimax engine against itself, and games of its simpler engines."""

import random

import chess
from chessmate.engines import CaptureHighestValue, MiniMax, PrioritizePawnMoves, RandomCapture

MINIMAX_PLIES = 60

random.seed(3)
board = chess.Board()
players = {color: MiniMax(color, 2) for color in (chess.WHITE, chess.BLACK)}
for _ in range(MINIMAX_PLIES):
    players[board.turn].best_move = chess.Move.null()
    move = players[board.turn].move(board)
    if not move:
        break
    print(board.san(move), len(players[board.turn].transposition_table.stored_values))
    board.push(move)
print(board.fen())

for engine in (CaptureHighestValue(), PrioritizePawnMoves(), RandomCapture()):
    board = chess.Board()
    while not board.is_game_over(claim_draw=True) and board.ply() < 200:
        board.push(engine.move(board))
    print(engine.name, board.fen(), board.result(claim_draw=True), sum(engine.material_difference))
