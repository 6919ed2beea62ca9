"""Random games that seek the corners of the rules, the same ones on every run.

Castling, captures in passing, promotions and checks are rare in games of
evenly chosen moves; here they are preferred. Some games shuffle pieces to and
fro, so that positions repeat and clocks run out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import chess

from kiwipete import Board, Move
from tests.support.perft_data import CHESS960, STANDARD
from tests.support.positions import mirrored

SEED = 2039


@dataclass(frozen=True)
class Start:
    """Where a game begins and by which rules."""

    fen: str
    chess960: bool

    def board(self) -> Board:
        return Board(self.fen, chess960=self.chess960)

    def oracle(self) -> chess.Board:
        return chess.Board(self.fen, chess960=self.chess960)


RICH = [known.fen for known in STANDARD if sum(map(str.isalpha, known.fen)) > 24]
STANDARD_STARTS = [
    *(Start(known.fen, False) for known in STANDARD),
    *(Start(fen, False) for fen in RICH),
    *(Start(mirrored(fen), False) for fen in RICH),
    # Pawns about to meet, for captures in passing.
    Start("4k3/pppppppp/8/8/PPPPPPPP/8/8/4K3 b - - 0 1", False),
    Start("r3k2r/pp3ppp/8/2PPP3/3ppp2/8/PPP3PP/R3K2R w KQkq - 0 1", False),
    Start("1k6/2p1p3/8/KP1P1r2/3pr1P1/8/2P1P3/4R3 b - - 0 1", False),
    # Promotions with pieces to take.
    Start("1n1r1b2/P1P1P1P1/8/k7/7K/8/p1p1p1p1/2N1R1B1 w - - 0 1", False),
    # Little material and clocks that are about to run out.
    Start("8/8/4k3/8/8/3KB3/8/8 w - - 90 120", False),
    Start("8/8/4k3/4n3/8/3KB3/8/8 w - - 140 120", False),
    Start("8/8/4k3/8/8/3K4/8/R7 w - - 88 100", False),
    Start("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 138 100", False),
    Start("5bk1/8/8/8/8/8/8/1B4K1 w - - 0 1", False),
    Start("5bk1/8/8/8/8/8/8/2N3K1 w - - 0 1", False),
]
CHESS960_STARTS = [
    *(Start(known.fen, True) for known in CHESS960),
    *(Start(chess.Board.from_chess960_pos(number).fen(), True) for number in range(3, 960, 41)),
    # Nothing between kings and rooks, on many files.
    Start("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1", True),
    Start("rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R b HAha - 0 1", True),
    Start("2rk2r1/8/8/8/8/8/8/2RK2R1 w GCgc - 0 1", True),
    Start("rkr5/8/8/8/8/8/8/5RKR w HFca - 130 80", True),
    Start("qrkr3b/pp1ppppp/8/8/8/8/PP1PPPPP/QRKR3B w DBdb - 0 1", True),
]
STARTS = STANDARD_STARTS + CHESS960_STARTS


def weight(board: Board, move: Move) -> int:
    """Return how much a move is preferred: 4 for a plain one."""
    if move.is_en_passant:
        return 200
    if move.is_castling:
        return 100
    rights = board.castling_rights
    preferred = 20 if move.is_promotion else 2 if move.is_capture else 4
    board.push(move)
    if board.castling_rights != rights:
        preferred = 1
    preferred += (0, 8, 80)[board.checkers_mask().bit_count()]
    if move.is_double_push and any(answer.is_en_passant for answer in board.legal_moves):
        preferred += 80
    board.pop()
    return preferred


def returning(board: Board) -> Move | None:
    """Return the move that takes back the mover's last one, if it is legal."""
    if len(board.move_stack) < 2:
        return None
    last = board.move_stack[-2]
    back = Move(last.to_square, last.from_square)
    return back if back in board.legal_moves else None


def play(rng: random.Random, start: Start, plies: int) -> Iterator[Board]:
    """Play a game; yield its one board before the first move and after each."""
    board = start.board()
    shuffling = rng.random() < 0.25
    yield board
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves or (board.is_insufficient_material() and rng.random() < 0.1):
            return
        move = returning(board) if shuffling and rng.random() < 0.8 else None
        if move is None:
            move = rng.choices(moves, [weight(board, move) for move in moves])[0]
        board.push(move)
        yield board


def games(
    starts: list[Start], count: int, *, seed: int = SEED
) -> Iterator[tuple[random.Random, Start]]:
    """Return a generator of random numbers and a start for each of many games."""
    for number in range(count):
        rng = random.Random(f"{seed}-{number}")
        yield rng, starts[number % len(starts)]
