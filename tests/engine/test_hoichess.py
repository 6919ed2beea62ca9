"""HoiChess, an XBoard engine, under python-chess and Kiwipete: the same moves and scores."""

from __future__ import annotations

import shutil

import pytest

from tests.support.engine.sessions import MODULES

pytestmark = pytest.mark.deep

FENS = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
]


def ask(module, tmp_path):
    path = shutil.which("hoichess") or "/usr/games/hoichess"
    limit, answers = module.engine.Limit(depth=4), []
    with module.engine.SimpleEngine.popen_xboard([path, "--xboard"], cwd=tmp_path) as engine:
        answers.append([engine.id["name"], sorted(engine.options)])
        for fen in FENS:
            board = module.Board(fen)
            while not board.is_game_over() and len(board.move_stack) < 6:
                result = engine.play(board, limit, game=fen, info=module.engine.INFO_ALL)
                answers.append([str(result.move), repr(result.info.get("score"))])
                board.push(result.move)
            engine.send_game_result(board)
            engine.ping()
        info = engine.analyse(module.Board(FENS[2]), module.engine.Limit(depth=4, time=20))
        answers.append([repr(info["score"]), info["depth"]])
        engine.quit()
    return answers


def test_the_same_answers(tmp_path):
    ours, theirs = (ask(module, tmp_path) for module in MODULES.values())
    assert ours == theirs
    assert len(ours) == 15
