"""An adapter: it answers Kiwipete's questions with your move generator in Python.

Save this text as adapter.py beside your engine, put your own calls in the marked part, and
hunt: first in the start position, then everywhere.

    kiwipete hunt --fen startpos --depth 3 -- python adapter.py
    kiwipete hunt -- python adapter.py
"""

import sys

# ---- Your engine. These calls are an example: write your own. ----
from engine import Board


def set_up(fen):
    """Return the position of a FEN."""
    return Board.from_fen(fen)


def legal_moves(board):
    """List the legal moves: none may leave the king in check."""
    return board.legal_moves()


def make(board, move):
    """Make a move on the board."""
    board.make(move)


def unmake(board, move):
    """Take it back; if your engine copies boards, let perft do that instead."""
    board.unmake(move)


def uci(move):
    """Write a move as e2e4, a7a8q; castling is e1g1, and e1h1 in Chess960."""
    return str(move)


# ---- The rest can stay as it is. ----


def perft(board, depth, divide=False):
    """Count the leaves, and perhaps print how many there are below each move."""
    if depth == 0:
        return 1
    nodes = 0
    for move in list(legal_moves(board)):
        make(board, move)
        below = perft(board, depth - 1)
        unmake(board, move)
        nodes += below
        if divide:
            print(f"{uci(move)}: {below}")
    return nodes


def play(board, text):
    """Make the move that is written so."""
    for move in list(legal_moves(board)):
        if uci(move) == text:
            return make(board, move)
    sys.exit(f"{text} is not among the legal moves")


for line in sys.stdin:
    line = line.strip()
    if line == "uci":
        print("id name adapter\nuciok")
    elif line == "isready":
        print("readyok")
    elif line == "quit":
        break
    elif line.startswith("position fen "):
        fen, _, moves = line[len("position fen ") :].partition(" moves ")
        board = set_up(fen)
        for text in moves.split():
            play(board, text)
    elif line.startswith("go perft "):
        depth = int(line[len("go perft ") :])
        print("Nodes searched:", perft(board, depth, divide=True))
    sys.stdout.flush()
