"""Games of random moves as PGN text, with annotations, odd notation and other starts."""

from __future__ import annotations

import random

import chess

STARTS = (
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 17",
)


def written_game(rng: random.Random, number: int) -> str:
    """Return the text of a game."""
    board = chess.Board()
    tags = [("Event", f"Event {number}"), ("White", rng.choice(["Ada", "Bób", 'The "X"', "É"]))]
    tags.append(("WhiteElo", str(rng.randrange(800, 2900))))
    kind = rng.random()
    if kind < 0.15:
        board = chess.Board(rng.choice(STARTS))
        tags.append(("FEN", board.fen()))
    elif kind < 0.3:
        board = chess.Board.from_chess960_pos(rng.randrange(960))
        tags += [("Variant", rng.choice(["Chess960", "fischerandom"])), ("FEN", board.fen())]
    result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    if rng.random() < 0.9:
        tags.append(("Result", result))
    words = list(_moves(rng, board, rng.choice([0, 1, 8, 60, 160])))
    words.append(result)
    break_line = rng.choice(["\n", "\n", "\r\n"])
    text = break_line.join(f'[{name} "{value}"]' for name, value in tags) + 2 * break_line
    return text + _wrapped(words, rng.choice([80, 80, 40, 10**9]), break_line) + 2 * break_line


def _moves(rng: random.Random, board: chess.Board, plies: int):
    richness = rng.choice([0, 0.1, 0.6])
    for ply in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            return
        if board.turn or rng.random() < 0.1:
            yield f"{board.fullmove_number}{'.' if board.turn else '...'}"
        move = rng.choice(moves)
        san = board.san(move)
        yield _odd(rng, san, move, board) if rng.random() < 0.05 else san
        if rng.random() < richness / 3:
            yield f"${rng.randrange(1, 140)}"
        if rng.random() < richness:
            yield _comment(rng)
        if ply and rng.random() < richness / 4:
            aside, other = (board.san(rng.choice(moves)) for _ in range(2))
            nested = rng.choice(["", f"( {other} {_comment(rng)} )"])
            yield f"( {aside} {_comment(rng)} {nested} )"
            if rng.random() < 0.5:
                yield _comment(rng)
        board.push(move)


def _odd(rng: random.Random, san: str, move: chess.Move, board: chess.Board) -> str:
    """Return another way to write a move."""
    if "O" in san:
        return san.replace("O", "0")
    if san[0] in "NBRQ":
        start = chess.square_name(move.from_square)
        return san[0] + start + rng.choice(["", "-", "x"]) + chess.square_name(move.to_square)
    if san[0] in "abcdefgh" and not move.promotion:
        return move.uci()
    return rng.choice([san + "!", san + "?!", san.replace("=", "")])


def _comment(rng: random.Random) -> str:
    parts = []
    if rng.random() < 0.5:
        seconds = rng.choice(["12", "05.5", "59.123", "7.", "1"])
        parts.append(f"[%clk {rng.randrange(3)}:{rng.randrange(60):02d}:{seconds}]")
    if rng.random() < 0.5:
        value = rng.choice(
            ["0.35", "-1.2", "+3", "#3", "#-12", "12.", ".5", "#0", "-0.00", "150.37"]
        )
        parts.append(f"[%eval {value}{rng.choice(['', ',20'])}]")
    if rng.random() < 0.4:
        parts.append(
            rng.choice(["good", "1. e4 ; (", "[%clk bad]", "[%eval x] (", "é ♞", "[%cal Ge2e4]"])
        )
    rng.shuffle(parts)
    return "{" + rng.choice(["", " "]) + " ".join(parts) + " }"


def _wrapped(words: list[str], width: int, line_break: str) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return line_break.join(lines)
