"""Reading the `info` lines that an engine sends during a search."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from typing import Any, TypedDict

from kiwipete.board import Board, Move
from kiwipete.engine.score import Cp, Mate, PovScore
from kiwipete.engine.wdl import PovWdl, Wdl

UCI_REGEX = re.compile(r"(?:[a-h][1-8][a-h][1-8][pnbrqk]?|[PNBRQK]@[a-h][1-8]|0000)\Z")


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


_NUMBERS: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("depth", "seldepth", "nodes", "multipv", "currmovenumber"), int),
    **dict.fromkeys(("hashfull", "nps", "tbhits", "cpuload"), int),
    "time": lambda text: int(text) / 1000,
    "ebf": float,
    "currmove": Move.from_uci,
}


def read_info(text: str, root: Board, wanted: Info = INFO_ALL) -> InfoDict:
    """Parse an info line without the word `info`; invalid parts are ignored.

    >>> read_info("depth 3 score mate 2 time 1500 pv e2e4", Board())
    {'depth': 3, 'score': PovScore(Mate(+2), WHITE), 'time': 1.5, 'pv': [Move.from_uci('e2e4')]}
    """
    info: dict[str, Any] = {}
    if not wanted:
        return InfoDict()
    words = text.split()
    while words:
        word = words.pop(0)
        if word == "string":
            info["string"] = text.split("string", 1)[1].removeprefix(" ")
            break
        try:
            _read_word(word, words, info, root, wanted)
        except (ValueError, IndexError):
            continue  # an engine may write anything
    return info  # type: ignore[return-value]


def _read_word(
    word: str, words: list[str], info: dict[str, Any], root: Board, wanted: Info
) -> None:
    """Read the value of a keyword; raises ValueError if it is invalid."""
    if word in _NUMBERS:
        info[word] = _NUMBERS[word](words.pop(0))
    elif word == "wdl":
        numbers = [int(words.pop(0)) for _ in range(3)]
        info["wdl"] = PovWdl(Wdl(*numbers), root.turn)
    elif word == "score" and wanted & INFO_SCORE:
        _read_score(words, info, root)
    elif word == "pv" and wanted & INFO_PV:
        info["pv"] = _take_line(words, root.copy(stack=False))
    elif word == "refutation" and wanted & INFO_REFUTATION:
        _read_refutation(words, info.setdefault("refutation", {}), root)
    elif word == "currline" and wanted & INFO_CURRLINE:
        lines = info.setdefault("currline", {})
        processor = int(words.pop(0))
        lines[processor] = _take_line(words, root.copy(stack=False))


def _read_score(words: list[str], info: dict[str, Any], root: Board) -> None:
    kind, value = words.pop(0), int(words.pop(0))
    if kind not in ("cp", "mate"):
        raise ValueError(f"unknown kind of score {kind!r}")
    if words and words[0] in ("lowerbound", "upperbound"):
        info[words.pop(0)] = True
    info["score"] = PovScore(Cp(value) if kind == "cp" else Mate(value), root.turn)


def _read_refutation(words: list[str], lines: dict[Move, list[Move]], root: Board) -> None:
    board = root.copy(stack=False)
    line = _take_line(words, board)
    if line:
        lines[line[0]] = line[1:]


def _take_line(words: list[str], board: Board) -> list[Move]:
    """Read the moves at the beginning; raises ValueError if one of them is illegal."""
    count = 0
    while count < len(words) and UCI_REGEX.match(words[count]):
        count += 1
    taken, words[:count] = words[:count], []
    return [board.push_uci(word) for word in taken]
