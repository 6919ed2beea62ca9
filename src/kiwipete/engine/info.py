"""Reading the `info` lines that an engine sends during a search."""

from __future__ import annotations

import enum
from typing import Any, TypedDict

from kiwipete.board import Board, Move
from kiwipete.engine.score import Cp, Mate, PovScore
from kiwipete.engine.uci_grammar import UCI_REGEX as UCI_REGEX
from kiwipete.engine.uci_grammar import info_items
from kiwipete.engine.wdl import PovWdl, Wdl


class Info(enum.IntFlag):
    """Which information to store."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE = Info.NONE
INFO_BASIC = Info.BASIC
INFO_SCORE = Info.SCORE
INFO_PV = Info.PV
INFO_REFUTATION = Info.REFUTATION
INFO_CURRLINE = Info.CURRLINE
INFO_ALL = Info.ALL


class InfoDict(TypedDict, total=False):
    """Information from an engine; it has only the keys that the engine sent."""

    score: PovScore
    pv: list[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    refutation: dict[Move, list[Move]]
    currline: dict[int, list[Move]]
    ebf: float
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool


def read_info(text: str, root: Board, wanted: Info = INFO_ALL) -> InfoDict:
    """Parse an info line without the word `info`; invalid parts are ignored.

    >>> read_info("depth 3 score mate 2 time 1500 pv e2e4", Board())
    {'depth': 3, 'score': PovScore(Mate(+2), WHITE), 'time': 1.5, 'pv': [Move.from_uci('e2e4')]}
    """
    info: dict[str, Any] = {}
    flags = int(wanted)  # an enum's & takes longer than all the rest
    for key, value in info_items(text) if flags else ():
        flag = _FLAGS.get(key)
        if flag is None:
            info[key] = value
        elif flags & flag:
            try:
                _add_item(info, key, value, root)
            except (ValueError, OverflowError):
                continue  # an illegal move, or a time without end
    return info  # type: ignore[return-value]


# The items that are not kept as the grammar returns them, and which flags ask for them.
_FLAGS = {
    "time": int(INFO_ALL),
    "currmove": int(INFO_ALL),
    "wdl": int(INFO_ALL),
    "score": int(INFO_SCORE),
    "lowerbound": int(INFO_SCORE),
    "upperbound": int(INFO_SCORE),
    "pv": int(INFO_PV),
    "refutation": int(INFO_REFUTATION),
    "currline": int(INFO_CURRLINE),
}


def _add_item(info: dict[str, Any], key: str, value: Any, root: Board) -> None:
    """Add what an item says on a board; ValueError if one of its moves is illegal."""
    if key == "time":
        info[key] = value / 1000
    elif key == "currmove":
        info[key] = Move.from_uci(value)
    elif key == "wdl":
        info[key] = PovWdl(Wdl(*value), root.turn)
    elif key == "score":
        unit, number = value
        info[key] = PovScore(Cp(number) if unit == "cp" else Mate(number), root.turn)
    elif key == "pv":
        info[key] = _line(value, root)
    elif key == "refutation":
        lines = info.setdefault(key, {})
        if line := _line(value, root):
            lines[line[0]] = line[1:]
    elif key == "currline":
        lines, (processor, moves) = info.setdefault(key, {}), value
        lines[int(processor)] = _line(moves, root)
    else:  # a bound
        info[key] = value


def _line(moves: list[str], root: Board) -> list[Move]:
    """Return the moves of a line; ValueError if one of them is illegal."""
    board = root.copy(stack=False)
    return [board.push_uci(move) for move in moves]
