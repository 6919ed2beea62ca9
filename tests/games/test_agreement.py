"""The bulk reader, python-chess and kiwipete.pgn read the same from the same text."""

from __future__ import annotations

import io
import logging
import random

import chess.pgn
import numpy as np
import pytest

import kiwipete
from kiwipete import pgn
from kiwipete.games import MATE, NO_EVAL, Games
from tests.support.written_games import written_game

AWKWARD = [
    "",
    "\n\n\n",
    "*",
    "1. e4",
    '\ufeff[Event "x"]\n\n1. e4 *',
    '[Event "no moves"]\n[Result "1-0"]\n\n\n[Event "next"]\n\n1. e4 *\n',
    '[White "a"]\n\n[Black "b"]\n\n1. e4 e5 *\n\n1. d4 *',
    "1. e4 (1. d4 d5) (1. c4 (1. Nf3 {deep)}) e5) 1... c5 {[%clk 0:00:01]} *",
    "1.e4e5 2.Nf3Nc6 1/2-1/2",
    "1. e2e4 e7-e5 2. Ng1-f3 Nb8c6 3. Bf1xb5 *",
    "1. e4 e5 2. -- Nc6 3. Z0 d6 4. Nf3 *",
    "1. e4 d5 2. exd5 c5 3. dxc6 e.p. bxc6 {[%clk 1:02:03][%eval -0.5,12]} *",
    "1. e4 e5 { a comment\nover\n\nlines [%clk\n0:00:09] } 2. Nf3 *",
    "1. e4 {[%clk 0:01:00] [%clk 0:02:00]} {[%clk 0:03:00]} e5 {} {[%clk 0:04:00]} *",
    "1. e4 (1. d4 {[%clk 0:09:00]}) {[%clk 0:01:00]} 1... e5 *",
    "{[%clk 0:05:00]} 1. e4 {[%eval 12345678901]} e5 {[%eval 1.234]} 2. d4 {[%eval -]} *",
    "1. e4 ; rest (of the { line\ne5 2. Nf3 *",
    "% escaped\n1. e4 e5\n% { escaped\n2. Nf3 *",
    "1. f3 e5 2. g4 Qh4# {[%eval #0]} 0-1",
    "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# {[%eval #0]} 1-0",
    '[Result "*"]\n\n1. e4 1-0\n\n[Result "0-1"]\n\n1. e4 1-0\n',
    '[FEN "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1"]\n\n1. O-O Kd7 2. e4 *\n',
    '[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]\n[Variant "From Position"]\n\n1. Ka2 *\n',
    '[FEN "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1"]\n\n1. O-O O-O-O *\n',
    '[Variant "Chess960"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O O-O *\n',
    '[Variant "wild/5"]\n\n1. e4 *\n',
    '[FEN "k7/8/8/8/8/8/8/KK6 w - - 0 1"]\n\n1. Ka2 Kb8 *\n',
]

DAMAGED = [
    "1. e4 e5 2. Ke3 Nc6 3. Nf3 *\n\n1. d4 *",
    "1. e4 e5 2. Nf9 d4 *",
    "1. Nf3 d6 2. Nd4 e5 3. Nb3 a6 4. Nc3 a5 5. Nd4 b5 6. N3b5 Nd7 7. Nd2 *",
    '[Event "x"\n[White "y"]\n\n1. e4 *\n',
    '[Event "x"]\n\n1. e4 e5\n[Event "y"]\n\n1. d4 *\n',
    '[Event "x"]\n\n1. e4 {open\n\n[Event "y"]\n\n1. d4 *\n',
    '[Event "x"]\n\n1. e4 {open\n\n[Event "y"]\n\n1. d4 { and {closed} *\n',
    "1. e4 {open",
    '[FEN "nonsense"]\n\n1. e4 *\n\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n',
    '[Variant "Ludo"]\n\n1. e4 e5 *\n',
    "(1. e4) e5 *",
    "1. e4 ) e5 ( *",
    "é ♞ 1. e4 e9 é Ke2 Ke7 Kd9 Kxx *",
    "\x00\x01 1. e4 \xff *",
]


class Mainline(pgn.GameBuilder[pgn.Game]):
    """A builder of games without variations."""

    def begin_variation(self):
        return pgn.SKIP

    def end_variation(self):
        pass


def trees(text: str, module, **options) -> list:
    file = io.StringIO(text.replace("\r\n", "\n"))
    found = []
    while (game := module.read_game(file, **options)) is not None:
        found.append(game)
    return found


def columns(game) -> list[tuple]:
    """Return what python-chess's API says about the main line."""
    found = []
    for node in game.mainline():
        clock, score = node.clock(), node.eval()
        value = NO_EVAL
        if score is not None:
            value = score.white().score(mate_score=MATE)
            value = (
                max(-900_000, min(900_000, value))
                if abs(value) < MATE - 100_000 or abs(value) > MATE
                else value
            )
        found.append((node.move.uci(), None if clock is None else float(np.float32(clock)), value))
    return found


def bulk_columns(games: Games, number: int) -> list[tuple]:
    game = games[number]
    return [
        (move.uci(), None if np.isnan(clock) else float(clock), int(value))
        for move, clock, value in zip(game.moves, game.clocks, game.evals, strict=True)
    ]


def read(text: str, **options) -> Games:
    data = text.encode("utf-8", "surrogatepass")
    return kiwipete.read_games(io.BytesIO(data), clocks=True, evals=True, **options)


def compare(text: str, expected: list) -> Games:
    games = read(text)
    assert len(games) == len(expected)
    for number, game in enumerate(expected):
        assert bulk_columns(games, number) == columns(game)
        assert games[number].headers.get("Result", "*") == game.headers.get("Result", "*")
        assert games[number].result == game.headers.get("Result", "*")
    return games


@pytest.fixture(autouse=True)
def _quiet():
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("text", AWKWARD)
def test_awkward_games_are_read_like_pgn(text):
    compare(text, trees(text, pgn))


@pytest.mark.parametrize("text", AWKWARD[3:5] + AWKWARD[7:])
def test_awkward_games_are_read_like_python_chess(text):
    compare(text, trees(text, chess.pgn))


@pytest.mark.parametrize("text", DAMAGED)
def test_damage_is_reported_like_pgn_does(text):
    expected = trees(text, pgn, Visitor=Mainline)
    games = compare(text, expected)
    found = [error for error in games.errors if not error.what.startswith("not a move")]
    assert [(error.game, error.line, error.column) for error in found] == [
        (number, error.line, error.column)
        for number, game in enumerate(expected)
        for error in sorted(game.errors, key=lambda error: error.line)
    ] or text.startswith("[FEN")


def random_text(seed: int, count: int) -> str:
    rng = random.Random(seed)
    return "".join(written_game(rng, number) for number in range(count))


@pytest.mark.parametrize("seed", range(4))
def test_random_games_are_read_like_python_chess(seed):
    text = random_text(seed, 60)
    games = compare(text, trees(text, chess.pgn))
    assert games.errors == []
    assert len(games) == 60


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(100, 110))
def test_ten_thousand_games_are_read_like_python_chess(seed):
    text = random_text(seed, 1000)
    assert compare(text, trees(text, chess.pgn)).errors == []


@pytest.mark.parametrize("size", [1, 50, 1000, 20_000])
def test_chunks_of_any_size_give_the_same(size):
    text = random_text(7, 40) + "".join(f"{game}\n\n" for game in DAMAGED[:7]) + random_text(8, 20)
    whole = read(text, threads=1)
    parts = list(
        kiwipete.iter_games(
            io.BytesIO(text.encode()), clocks=True, evals=True, chunk_bytes=size, threads=2
        )
    )
    assert sum(map(len, parts)) == len(whole)
    assert np.array_equal(np.concatenate([part.moves for part in parts]), whole.moves)
    assert np.array_equal(np.concatenate([part.lines for part in parts]), whole.lines)
    clocks = np.concatenate([part.clocks for part in parts])
    assert np.array_equal(clocks, whole.clocks, equal_nan=True)
    assert [str(error) for part in parts for error in part.errors] == [
        str(error) for error in whole.errors
    ]
