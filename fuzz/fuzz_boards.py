"""Fuzz Boards: many games at once are as many single boards.

python fuzz/fuzz_boards.py --seconds 30
"""

from __future__ import annotations

import numpy as np
from harness import main

import kiwipete
from kiwipete import Board, Move, arrays

CODECS = ("alphazero", "lc0", "pieces12")
STARTS = (
    kiwipete.STARTING_FEN,
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 b - - 0 1",
    "8/8/3k4/8/2pP4/8/4K3/8 b - d3 0 1",
    "k7/8/1KQ5/8/8/8/8/8 b - - 96 80",
    "rk2r3/8/8/2pP4/8/8/8/RK2R3 w EAea c6 0 9",  # Chess960
)
FINISHED = ("raise", "ignore", "reset")
ORDER = 4  # bytes
PROMOTION = 0x8000
ALPHABET = bytes(range(256))
SEEDS = [
    bytes([kind, *(i * step % 256 for i in range(4 * ORDER * 8))])
    for kind in range(4 * len(CODECS))
    for step in (37, 91)
]


def plain(move: int) -> int:
    """Return the squares and the promotion of a move of 16 bits, without other flags."""
    return move & (0xBFFF if move & PROMOTION else 0x0FFF)


class Games:
    """Boards, and a single board for each of them."""

    def __init__(self, codec: str, *, chess960: bool, claims: bool) -> None:
        fens = STARTS[: len(STARTS) - (not chess960)]
        self.codec = arrays.codec(codec)
        self.claims = claims
        self.starts = [Board(fen, chess960=chess960) for fen in fens]
        self.single = [board.copy() for board in self.starts]
        self.boards = arrays.Boards(len(fens), codec, chess960, fens, threads=1, claim_draws=claims)

    def is_over(self, board: Board) -> bool:
        """Whether a game has ended."""
        claimed = self.claims and (board.is_repetition(3) or board.is_fifty_moves())
        return claimed or board.is_game_over()

    def legal(self, board: Board, *, by_index: bool) -> dict[int, Move]:
        """Return the legal moves by index, or by what counts of 16 bits; none at the end."""
        moves = [] if self.is_over(board) else list(board.legal_moves)
        return {
            self.codec.index(board, each) if by_index else plain(int(each)): each for each in moves
        }

    def step(self, order: bytes) -> None:
        """Start some games anew, or push on some boards, as four bytes say."""
        where = np.array([order[1] >> i & 1 for i in range(len(self.single))], np.bool_)
        if order[0] < 16:
            self.boards.reset(where)
            for i in np.flatnonzero(where):
                self.single[i] = self.starts[i].copy()
        else:
            self.push(where, order)

    def push(self, where: np.ndarray, order: bytes) -> None:
        """Push legal moves, now and then a number that mostly isn't one: then nothing changes."""
        by_index, autoreset = bool(order[0] & 1), bool(order[0] & 2)
        finished = FINISHED[order[3] % 3]
        single, numbers, fails = list(self.single), [], False
        for i, board in enumerate(self.single):
            legal = self.legal(board, by_index=by_index)
            number = 256 * order[2] + order[3]
            if legal and order[0] % 8:
                number = sorted(legal)[number % len(legal)]
            numbers.append(number)
            if not where[i]:
                continue
            if self.is_over(board):
                fails |= finished == "raise"
                single[i] = self.starts[i].copy() if finished == "reset" else board
            elif (known := number if by_index else plain(number)) in legal:
                single[i] = board.copy()
                single[i].push(legal[known])
                if autoreset and self.is_over(single[i]):
                    single[i] = self.starts[i].copy()
            else:
                fails = True
        push = self.boards.push if by_index else self.boards.push_moves
        try:
            push(numbers, where=where, finished=finished, autoreset=autoreset)
        except ValueError:
            assert fails, (numbers, self.single)
        else:
            assert not fails, (numbers, self.single)
            self.single = single

    def check(self) -> None:
        """Compare all boards with the single ones."""
        mask = np.zeros((len(self.single), self.codec.moves), np.bool_)
        for row, board in zip(mask, self.single, strict=True):
            row[list(self.legal(board, by_index=True))] = True
        assert self.boards.fens() == [board.fen() for board in self.single]
        assert (self.boards.legal_mask() == mask).all()
        assert (self.boards.legal_mask(out=np.ones_like(mask)) == mask).all()
        planes = [self.codec.encode(board) for board in self.single]
        assert (self.boards.planes() == np.stack(planes)).all()


def target(data: bytes) -> None:
    """Follow orders, after which all games must be as they should."""
    kind = data[0] if data else 0
    codec = CODECS[kind // 4 % len(CODECS)]
    games = Games(codec, chess960=bool(kind & 1), claims=bool(kind & 2))
    for at in range(1, len(data) - ORDER + 1, ORDER):
        games.step(data[at : at + ORDER])
        games.check()


if __name__ == "__main__":
    main(target, SEEDS, ALPHABET)
