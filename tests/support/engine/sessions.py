"""Sessions with scripted engines: under kiwipete.engine and under python-chess's."""

from __future__ import annotations

import contextlib
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.engine

import kiwipete
import kiwipete.engine

ENGINE = str(Path(__file__).with_name("scripted_engine.py"))
MODULES = {"kiwipete": kiwipete, "chess": chess}

OPTIONS = [
    "option name Hash type spin default 16 min 1 max 1024",
    "option name MultiPV type spin default 1 min 1 max 5",
    "option name Ponder type check default false",
    "option name UCI_Chess960 type check default false",
    "option name UCI_AnalyseMode type check default false",
    "option name Style type combo default Normal var Solid var Normal var Very Risky",
    "option name Clear Hash type button",
    "option name Book File type string default C:\\a  b",
    "option name UCI_Opponent type string default",
    "option name Min Depth type spin default -5 min -10 max 10",
    "option type check default true name Odd",
]


def command(script: dict[str, list[str]], log: Path) -> list[str]:
    return [sys.executable, ENGINE, json.dumps(script), str(log)]


@contextlib.contextmanager
def session(module, script, log, protocol="uci", **arguments) -> Iterator:
    """Start a scripted engine under a module."""
    arguments = {"timeout": 20, **arguments}
    popen = getattr(module.engine.SimpleEngine, f"popen_{protocol}")
    with popen(command(script, log), **arguments) as engine:
        yield engine


def engine_threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("engine ")]


def board_after(module, *moves, fen=None, chess960=False):
    board = module.Board(fen or module.STARTING_FEN, chess960=chess960)
    for move in moves:
        board.push_uci(move)
    return board
