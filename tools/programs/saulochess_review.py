"""Review two games with Stockfish at fixed depth, and judge every move of eight more."""

import sys
from collections.abc import Callable
from pathlib import Path

import chess
import chess.engine
from saulochess import chess_review

GAMES = 10
REVIEWED = 2

texts = ["[Event " + game for game in Path(sys.argv[1]).read_text().split("[Event ")[1:]]
engine = chess.engine.SimpleEngine.popen_uci("stockfish")
engine.configure({"Threads": 1})
for text in texts[:REVIEWED]:
    review = list(chess_review.pgn_game_review(text, False, "depth", 0, 5, engine=engine))
    del review[5]  # a fault of the program puts the words of the library's exceptions there
    print(review)
engine.quit()

QUESTIONS = [
    chess_review.move_hangs_piece, chess_review.move_defends_hanging_piece,
    chess_review.move_creates_fork, chess_review.move_allows_fork, chess_review.move_misses_fork,
    chess_review.move_blocks_check, chess_review.is_developing_move, chess_review.is_possible_trade,
    chess_review.move_is_discovered_check, chess_review.move_traps_opponents_piece,
    chess_review.is_possible_sacrifice, chess_review.move_pins_opponent,
    chess_review.move_misses_pin, chess_review.move_misses_mate,
    chess_review.move_captures_free_piece, chess_review.move_misses_free_piece,
    chess_review.move_captures_higher_piece,
]  # fmt: skip


def answer(
    question: Callable[[chess.Board, chess.Move], object], board: chess.Board, move: chess.Move
) -> str:
    """Return the program's result, or its exception: some calls raise."""
    try:
        return str(question(board.copy(), move))
    except (TypeError, AttributeError) as error:
        return type(error).__name__


for text in texts[REVIEWED:GAMES]:
    moves, _, fens = chess_review.parse_pgn(text)
    board = chess.Board()
    for move in moves:
        print(board.fen(), move, *(answer(question, board, move) for question in QUESTIONS))
        board.push(move)
    print(chess_review.calculate_metrics(fens))
