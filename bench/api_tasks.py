"""The tasks of bench/api.py, as Python text for each module, and their data."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
MOVE, SAN = "e5d7", "Nxd7"
GAME_SEED = 20  # of a long game that never ends and in which no draw can be claimed
GAME_PLIES = 200
MATE_SCORE = 1000
OURS, PYTHON, RUST = MODULES = ("kiwipete", "python-chess", "rust-chess")

Names = dict[str, Any]


class Way(NamedTuple):
    """A statement to time, and an expression on which the modules must agree."""

    statement: str
    answer: str


@dataclass(frozen=True)
class Task:
    """Ways to do one thing, and the bars.

    Kiwipete uses python-chess's way, unless it has its own.
    """

    name: str
    way: Way
    rust: Way | None = None
    ours: Way | None = None
    at_most_ns: float | None = None
    times_python: float | None = None
    times_rust: float | None = None

    def ways(self) -> dict[str, Way]:
        """Return the way of each module that has one."""
        ways = {OURS: self.ours or self.way, PYTHON: self.way}
        return ways | {RUST: self.rust} if self.rust else ways


def plain(expression: str) -> Way:
    """Return the way of an expression that is its own result."""
    return Way(expression, expression)


def popping(push: str) -> Way:
    """Return the way to push and pop."""
    return Way(f"{push}; board.pop()", f"{push} or board.fen(), board.pop() and board.fen()")


TASKS = [
    Task(
        "list of legal moves",
        Way("list(board.legal_moves)", "sorted(map(str, board.legal_moves))"),
        Way(
            "board.reset_move_generator(); list(board.generate_legal_moves())",
            "board.reset_move_generator() or sorted(map(str, board.generate_legal_moves()))",
        ),
        at_most_ns=500,
        times_python=80,
        times_rust=3.5,
    ),
    Task(
        "count of legal moves",
        plain("board.legal_moves.count()"),
        plain("board.reset_move_generator() or len(board.generate_legal_moves())"),
    ),
    # rust-chess cannot take moves back: it makes a new board and leaves the old one as it is.
    Task(
        "push and pop",
        popping("board.push(move)"),
        Way("board.make_move_new(move)", "board.make_move_new(move).get_fen(), board.get_fen()"),
        at_most_ns=100,
        times_python=40,
    ),
    Task(
        "push and pop, unchecked",
        popping("board.push(move)"),
        Way(
            "board.make_move_new(move, False)",
            "board.make_move_new(move, False).get_fen(), board.get_fen()",
        ),
        popping("board.push_unchecked(move)"),
        at_most_ns=100,
        times_python=40,
    ),
    Task("FEN out", plain("board.fen()"), plain("board.get_fen()"), times_python=100),
    Task(
        "FEN in, new board",
        Way("Board(fen)", "Board(fen).fen()"),
        Way("Board(fen)", "Board(fen).get_fen()"),
        times_python=100,
    ),
    Task(
        "FEN in, set_fen",
        Way("other.set_fen(fen)", "other.set_fen(fen) or other.fen()"),
        times_python=100,
    ),
    Task(
        "board from bitboards",
        Way("decoded(sets)", "decoded(sets).fen()"),
        ours=Way("Board.from_bitboards(*sets)", "Board.from_bitboards(*sets).fen()"),
    ),
    Task("board from sets written by hand", Way("decoded(sets)", "decoded(sets).fen()")),
    Task("SAN out", plain("board.san(move)"), times_python=30),
    Task(
        "SAN in",
        Way("board.parse_san(san)", "board.parse_san(san).uci()"),
        Way("board.get_move_from_san(san)", "board.get_move_from_san(san).get_uci()"),
        times_python=30,
    ),
    Task("is_legal", plain("board.is_legal(move)"), plain("board.is_legal_move(move)")),
    Task(
        "is_checkmate, no check",
        plain("board.is_checkmate()"),
        plain("board.is_checkmate()"),
        times_python=100,
    ),
    Task(
        "is_checkmate, mate",
        plain("mate.is_checkmate()"),
        plain("mate.is_checkmate()"),
        times_python=100,
    ),
    Task(
        "outcome, 100-move game",
        plain("game.outcome()"),
        Way("game.get_status()", "None if game.get_status() == ONGOING else game.get_status()"),
    ),
    Task(
        "outcome with claims, 100-move game",
        plain("game.outcome(claim_draw=True)"),
        times_python=100,
    ),
    Task("key in opening books", plain("zobrist_hash(board)"), times_python=20),
    Task("copy", Way("board.copy()", "board.copy().fen()"), at_most_ns=100),
    Task("minimax, depth 3, counting at the leaves", plain("minimax(board, 3)"), times_python=20),
    Task(
        "minimax, depth 3, keeping count",
        Way("keeping(board, 3)", "keeping(board, 3), minimax(board, 3)"),
        times_python=20,
    ),
]


def random_game() -> list[str]:
    """Return a game of random moves as UCI text, the same one on every run."""
    import chess

    rng = random.Random(GAME_SEED)
    board = chess.Board()
    for _ in range(GAME_PLIES):
        board.push(rng.choice(sorted(board.legal_moves, key=str)))
    return [move.uci() for move in board.move_stack]


def minimax_under(chess: Any) -> tuple[Callable[[Any, int], int], Callable[[Any, int], int]]:
    """Return two minimax functions on top of a module, as written for python-chess.

    The first counts the material at the leaves, the second updates it with every move.
    """
    values = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
    ends = {chess.WHITE: MATE_SCORE, chess.BLACK: -MATE_SCORE, None: 0}

    def material(board: Any) -> int:
        score = 0
        for piece_type, value in values.items():
            score += value * len(board.pieces(piece_type, chess.WHITE))
            score -= value * len(board.pieces(piece_type, chess.BLACK))
        return score

    def count_at_leaves(board: Any, depth: int) -> int:
        outcome = board.outcome()
        if outcome is not None:
            return ends[outcome.winner]
        if depth == 0:
            return material(board)
        scores = []
        for move in board.legal_moves:
            board.push(move)
            scores.append(count_at_leaves(board, depth - 1))
            board.pop()
        return max(scores) if board.turn == chess.WHITE else min(scores)

    def keep_count(board: Any, depth: int, score: int) -> int:
        outcome = board.outcome()
        if outcome is not None:
            return ends[outcome.winner]
        if depth == 0:
            return score
        scores = []
        side = 1 if board.turn == chess.WHITE else -1
        for move in board.legal_moves:
            gain = values.get(board.piece_type_at(move.to_square), 0)
            if board.is_en_passant(move):
                gain = values[chess.PAWN]
            if move.promotion:
                gain += values[move.promotion] - values[chess.PAWN]
            board.push(move)
            scores.append(keep_count(board, depth - 1, score + side * gain))
            board.pop()
        return max(scores) if side == 1 else min(scores)

    return count_at_leaves, lambda board, depth: keep_count(board, depth, material(board))


def decoder_under(chess: Any) -> Callable[[list[int]], Any]:
    """Return a function that writes sets of pieces to a board, as decoders of training data do."""

    def decoded(sets: list[int]) -> Any:
        board = chess.Board(None)
        board.pawns, board.knights, board.bishops = sets[:3]
        board.rooks, board.queens, board.kings = sets[3:6]
        board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = sets[6:]
        board.occupied = sets[6] | sets[7]
        return board

    return decoded


def sets_of(board: Any) -> list[int]:
    """Return the sets of pieces of a board: six kinds, white, black."""
    kinds = [board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings]
    return [*kinds, board.occupied_co[True], board.occupied_co[False]]


def names_for(module: str, game: list[str]) -> Names:
    """Return the names that statements may use under a module."""
    rust = module == RUST
    chess = import_module({OURS: "kiwipete", PYTHON: "chess", RUST: "rust_chess"}[module])
    names: Names = {"Board": chess.Board, "fen": KIWIPETE, "san": SAN}
    names |= {"board": chess.Board(KIWIPETE), "other": chess.Board(), "mate": chess.Board(MATE)}
    names["move"] = chess.Move.from_uci(MOVE)
    names["game"] = chess.Board()
    for text in game:
        move = chess.Move.from_uci(text)
        names["game"].make_move(move) if rust else names["game"].push(move)
    if rust:
        names["ONGOING"] = chess.BoardStatus.ONGOING
    else:
        names["minimax"], names["keeping"] = minimax_under(chess)
        names["decoded"], names["sets"] = decoder_under(chess), sets_of(names["board"])
        names["zobrist_hash"] = import_module(f"{chess.__name__}.polyglot").zobrist_hash
    return names
