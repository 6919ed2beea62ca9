"""Replay games and tell what happened.

    python replayer.py < games.txt

A line is a game: an optional FEN in brackets, then moves in standard notation,
with or without move numbers.
"""

from __future__ import annotations

import sys

import chess

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def read(line: str) -> tuple[chess.Board, list[str]]:
    """Return the board at the start of a game and the words of its moves."""
    fen = chess.STARTING_FEN
    if line.startswith("["):
        fen, line = line[1:].split("]")
    words = (word.split(".")[-1] for word in line.split())
    board = chess.Board(fen, chess960="960" in line)
    return board, [word for word in words if word and word != "960"]


def captured_by(board: chess.Board, move: chess.Move) -> chess.Piece | None:
    """Return the piece that a move takes."""
    if board.is_en_passant(move):
        return chess.Piece(chess.PAWN, not board.turn)
    return board.piece_at(move.to_square) if board.is_capture(move) else None


def remarks(board: chess.Board, move: chess.Move) -> list[str]:
    """Return what is special about a move."""
    found = []
    if board.is_castling(move):
        found.append("castles " + ("short" if board.is_kingside_castling(move) else "long"))
    if board.is_en_passant(move):
        found.append("takes in passing")
    if move.promotion:
        found.append(f"makes a {chess.piece_name(move.promotion)}")
    if board.gives_check(move):
        found.append("check")
    if board.is_zeroing(move):
        found.append("no way back")
    return found


def heading(board: chess.Board) -> str:
    """Return the number of the coming move as a score sheet has it."""
    return f"{board.fullmove_number}{'.' if board.turn == chess.WHITE else '...'}"


def replay(line: str) -> None:
    """Play a game through and print each move and position."""
    board, words = read(line)
    taken: dict[bool, list[chess.Piece]] = {chess.WHITE: [], chess.BLACK: []}
    for word in words:
        number = heading(board)
        try:
            move = board.parse_san(word)
        except ValueError as error:
            print(f"{number} {word}: {type(error).__name__}")
            break
        piece = captured_by(board, move)
        if piece:
            taken[board.turn].append(piece)
        told = ", ".join(remarks(board, move))
        print(f"{number} {board.san(move)} = {board.lan(move)} = {board.uci(move)}  {told}")
        board.push(move)
        print(f"    {board.fen()}")
    summary(board, taken)


def summary(board: chess.Board, taken: dict[bool, list[chess.Piece]]) -> None:
    """Print how a game stands after its last move, and the way there."""
    print(board)
    print(board.unicode(borders=True))
    print(board.epd(hmvc=board.halfmove_clock, fmvn=board.fullmove_number, id="last"))
    for color in chess.COLORS:
        pieces = sorted(taken[color], key=lambda piece: (piece.piece_type, piece.symbol()))
        letters = " ".join(map(str, pieces)) or "nothing"
        points = sum(VALUES[piece.piece_type] for piece in pieces)
        print(f"{chess.COLOR_NAMES[color]} took {letters} ({points} points)")
    print(f"{board.ply()} plies, {board.halfmove_clock} since the last capture or pawn move")
    print(f"repeated: {board.is_repetition(2)}, claim: {board.can_claim_draw()}")
    outcome = board.outcome(claim_draw=True)
    if outcome:
        print(f"{outcome.result()} by {outcome.termination.name}, winner {outcome.winner}")
    else:
        print(f"{board.result()}: {board.legal_moves.count()} moves to choose from")
    print(board.root().variation_san(board.move_stack))
    take_back(board)


def take_back(board: chess.Board) -> None:
    """Take all moves back, and print where that leads."""
    last = board.peek().uci() if board.move_stack else "no move"
    count = len(board.move_stack)
    while board.move_stack:
        board.pop()
    print(f"took back {count} moves from {last}: {board.fen()}, {board == board.root()}")


if __name__ == "__main__":
    for number, game in enumerate(sys.stdin, 1):
        print(f"== game {number}")
        replay(game)
