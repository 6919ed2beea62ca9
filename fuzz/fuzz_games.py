"""Fuzz the bulk reader: it reads what kiwipete.pgn reads, in chunks of any size.

python fuzz/fuzz_games.py --seconds 30
"""

from __future__ import annotations

import io
import logging
import pickle

import numpy as np
from fuzz_pgn import ALPHABET
from fuzz_pgn import SEEDS as PGN_SEEDS
from harness import main

import kiwipete
from kiwipete import arrays, pgn
from kiwipete._core.game_chunk import Texts, read_rows
from kiwipete.games import Games
from kiwipete.games.filters import make_plan

PLAN = make_plan(None, True, clocks=True, evals=True)

SEEDS = [
    *PGN_SEEDS,
    b"1. e4 {[%clk 0:01:02.5] [%eval #-3,12]} e5 {[%eval -0.35]} 2. Nf3 {[%clk 0:0:0]} *\n\n" * 2,
    b'[Event "a"]\n[WhiteElo "2000"]\n\n1. d4 d5 1-0\n\n[Event "b"]\n\n1. c4 {\n\n[Event "c"]\n\n*',
    b'[FEN "8/P7/8/8/8/8/7k/K7 w - - 0 1"]\n\n1. a8=Q+ Kh1 2. Qa8-h8+ -- *\n\n0-1\n\n[A "b"]\n\n',
    b'[Variant "Chess960"]\n[FEN "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1"]\n\n1. O-O O-O-O 1/2-1/2\n',
]


class Mainline(pgn.GameBuilder[pgn.Game]):
    """A builder of games without variations."""

    def begin_variation(self) -> pgn.SkipType:  # type: ignore[override]
        """Skip the variation."""
        return pgn.SKIP

    def end_variation(self) -> None:
        """Continue with the main line."""


def check_game(games: Games, number: int, game: pgn.Game) -> None:
    """Check that a game has the moves, clocks and result that kiwipete.pgn finds."""
    try:
        if type(game.board()) is not kiwipete.Board:
            return  # variants are not read in bulk
    except ValueError:
        pass
    found = games[number]
    assert found.moves == list(game.mainline_moves()), (found.moves, game)
    for node, clock in zip(game.mainline(), found.clocks, strict=True):
        expected = node.clock()
        assert np.isnan(clock) if expected is None else np.isclose(clock, expected)
    result = game.headers.get("Result", "*")
    assert found.result == (result if result in ("1-0", "0-1", "1/2-1/2") else "*")


def check_rows(data: bytes) -> None:
    """Check that each row of a table is one game, and that a chunk survives pickle."""
    rows = data.split(b"\n\n")
    offsets = np.cumsum([0, *map(len, rows)]).astype(np.int32)
    moves = Texts(offsets, b"".join(rows), None, 0, len(rows))
    chunk = read_rows(PLAN, moves, [b"White", b"FEN"], [moves, moves])
    assert chunk.count == len(rows)
    again = pickle.loads(pickle.dumps(chunk))
    numbers = np.arange(len(rows))
    assert [bytes(column) for column in again.write_moves(numbers)] == [
        bytes(column) for column in chunk.write_moves(numbers)
    ]
    read_rows(PLAN, moves, [], [])


def check_positions(games: Games) -> None:
    """Check that the positions in arrays are those of the games' boards."""
    batches = games.positions(7, codec="lc0", threads=1)
    found = 0
    for batch in batches:
        found += len(batch.positions)
        assert not arrays.faults(batch.positions).any()
        for fen, number, ply in zip(
            arrays.to_fens(batch.positions), batch.games, batch.plies, strict=True
        ):
            board = games[number].board(int(ply))
            assert fen.split()[:4] == board.fen().split()[:4], (fen, board)
    assert found + batches.left_out == len(games.moves)


def target(data: bytes) -> None:
    """Read all games at once, in small chunks, as rows of a table, and with kiwipete.pgn."""
    check_rows(data)
    games = kiwipete.read_games(io.BytesIO(data), clocks=True, evals=True, threads=1)
    parts = list(kiwipete.iter_games(io.BytesIO(data), clocks=True, chunk_bytes=24, threads=1))
    assert sum(map(len, parts)) == len(games)
    assert np.concatenate([games.moves[:0], *(part.moves for part in parts)]).tolist() == (
        games.moves.tolist()
    )
    check_positions(games)
    file = io.BytesIO()
    games.write(file, threads=1)
    again = kiwipete.read_games(io.BytesIO(file.getvalue()), evals=True, threads=1)
    assert again.moves.tolist() == games.moves.tolist()
    for error in games.errors:
        assert 1 <= error.line <= data.count(b"\n") + 1
        assert 1 <= error.column <= len(data) + 1
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return  # text files would be decoded in other ways
    if "\r" in text.replace("\r\n", ""):
        return  # and have more lines
    lines = io.StringIO(text.replace("\r\n", "\n"))
    for number in range(len(games)):
        game = pgn.read_game(lines, Visitor=Mainline)
        check_game(games, number, game)
    assert pgn.read_game(lines) is None


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    main(target, SEEDS, ALPHABET)
