"""Write the games that the jobs read: random, with clocks and side lines, always the same.

python make_games.py NUMBER > games.pgn
"""

import random
import sys

import chess
import chess.pgn

PLAYERS = [
    "Anderssen",
    "Blackburne",
    "Capablanca",
    "Dufresne",
    "Euwe",
    "Fine",
    "Gunsberg",
    "Harrwitz",
]
LONGEST = 120  # plies
ENDS = {"1-0": "{0} won", "0-1": "{1} won", "1/2-1/2": "Game drawn"}


def choose(board: chess.Board, rng: random.Random) -> chess.Move:
    """Return a random move that is often a capture, independent of the order of generation."""
    moves = sorted(board.legal_moves, key=chess.Move.uci)
    captures = [move for move in moves if board.is_capture(move)]
    return rng.choice(captures if captures and rng.random() < 0.6 else moves)


def play(number: int) -> chess.pgn.Game:
    """Return the game of that number."""
    rng = random.Random(number)
    white, black = rng.sample(PLAYERS, 2)
    game = chess.pgn.Game()
    node: chess.pgn.GameNode = game
    board = game.board()
    clock = 600.0
    while not board.is_game_over() and board.ply() < LONGEST:
        if rng.random() < 0.02:
            node.add_variation(choose(board, rng), comment="a side line")
        move = choose(board, rng)
        node = node.add_main_variation(move)
        board.push(move)
        clock -= rng.randrange(1, 8)
        node.set_clock(clock)
        if rng.random() < 0.05:
            node.nags.add(rng.choice([1, 2, 4, 6]))
    result = board.result() if board.is_game_over() else rng.choice(["1-0", "0-1", "1/2-1/2"])
    game.headers.update(
        Event="Random Open",
        Site=f"Board {number}",
        Date=f"2024.{number % 12 + 1:02}.{number % 28 + 1:02}",
        Round=str(number // 4 + 1),
        White=white,
        Black=black,
        Result=result,
        WhiteElo=str(1500 + 40 * PLAYERS.index(white)),
        BlackElo=str(1500 + 40 * PLAYERS.index(black)),
        ECO=f"{rng.choice('ABCDE')}{rng.randrange(100):02}",
        Opening=f"{white}'s {rng.choice(['Attack', 'Defence', 'Gambit'])}",
        TimeControl="600+0",
        Termination=ENDS[result].format(white, black),
    )
    return game


if __name__ == "__main__":
    for number in range(int(sys.argv[1])):
        print(play(number), end="\n\n")
