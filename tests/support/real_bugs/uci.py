"""What of UCI a hunt asks for, around a board with set_up, moves, make and unmake."""

import sys


def perft(board, depth):
    return sum(count_below(board, move, depth) for move in board.moves()) if depth else 1


def count_below(board, move, depth):
    board.make(move)
    leaves = perft(board, depth - 1)
    board.unmake()
    return leaves


def divide(board, depth):
    total = 0
    for move in board.moves():
        leaves = count_below(board, move, depth)
        print(f"{move}: {leaves}")
        total += leaves
    print("Nodes searched:", total)


def serve(name, board):
    for line in sys.stdin:
        match line.split():
            case ["uci"]:
                print(f"id name {name}\nuciok")
            case ["isready"]:
                print("readyok")
            case ["position", "fen", *words]:  # six words of FEN, then moves
                board.set_up(" ".join(words[:6]))
                for move in words[7:]:
                    board.make(move)
            case ["go", "perft", depth]:
                divide(board, int(depth))
            case ["quit"]:
                return
        sys.stdout.flush()
