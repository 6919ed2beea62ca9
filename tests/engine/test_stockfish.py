"""Stockfish under python-chess and Kiwipete: the same options, scores and moves."""

from __future__ import annotations

import shutil

import pytest

from tests.support.engine.sessions import MODULES

pytestmark = pytest.mark.deep

FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
]
VARYING = {"time", "nps"}


def ask(module):
    path = shutil.which("stockfish") or "/usr/games/stockfish"
    answers = []
    with module.engine.SimpleEngine.popen_uci(path) as engine:
        answers.append([repr(option) for option in engine.options.values()])
        engine.configure({"UCI_ShowWDL": True})
        for fen in FENS:
            board, limit = module.Board(fen), module.engine.Limit(nodes=3000)
            best = engine.play(board, limit, game=fen)
            lines = engine.analyse(board, limit, multipv=2, game=(fen, 2))
            answers.append([str(best.move), str(best.ponder)])
            answers += [
                {name: repr(value) for name, value in line.items() if name not in VARYING}
                for line in lines
            ]
        board = module.Board.from_chess960_pos(5)
        answers.append(str(engine.play(board, module.engine.Limit(nodes=3000), game=960).move))
        engine.quit()
    return answers


def test_the_same_answers():
    ours, theirs = (ask(module) for module in MODULES.values())
    assert ours == theirs
    assert any("PovWdl" in str(answer) for answer in ours)
