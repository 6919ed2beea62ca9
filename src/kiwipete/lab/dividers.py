"""Dividers: whatever can count the leaves below each move of a position.

>>> with open_engine(["true"]) as engine:  # a poor engine
...     engine.divide(kiwipete.STARTING_FEN, [], 1)
Traceback (most recent call last):
...
kiwipete.lab.failures.EngineError: it does not speak UCI: it ended with exit code 0 (try --script...
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from kiwipete.board import Board
from kiwipete.foreign_text import in_short
from kiwipete.lab.script import ScriptEngine
from kiwipete.lab.uci_divider import NAME_WIDTH, UciEngine

# What an engine is asked, and how many seconds it gets, if nobody says so.
PERFT_COMMAND = "go perft {depth}"
TIMEOUT = 10.0


class Divider(Protocol):
    """A move generator that can be asked for a divide: an engine, Kiwipete, or your own class.

    >>> class Pacifist:  # knows no captures
    ...     name, chess960 = "Pacifist", False
    ...     def divide(self, fen, moves, depth):
    ...         rules = Rules().divide(fen, moves, depth)
    ...         board = kiwipete.Board(fen)
    ...         return {m: n for m, n in rules.items() if not board.is_capture(board.parse_uci(m))}
    """

    @property
    def name(self) -> str:
        """What it is called in reports."""
        ...

    @property
    def chess960(self) -> bool:
        """Whether it castles by the rules of Chess960 and writes such moves as `e1h1`."""
        ...

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> Mapping[Any, int]:
        """Return the leaves below each move, as UCI text or an object for it, after moves."""
        ...


class Rules:
    """Kiwipete itself as a Divider: the rules.

    >>> rules = Rules()
    >>> rules.divide("8/P1k5/K7/8/8/8/8/8 w - - 0 1", ["a7a8q"], 1)
    {'c7d7': 1, 'c7d6': 1}
    """

    name = "Kiwipete"

    def __init__(self, chess960: bool = False) -> None:
        self.chess960 = chess960

    def divide(self, fen: str, moves: Sequence[str], depth: int) -> dict[str, int]:
        """Count the leaves below each move of the position that moves lead to from a FEN."""
        board = self.board(fen, moves)
        return {move.uci(): nodes for move, nodes in board.divide(depth).items()}

    def board(self, fen: str, moves: Sequence[str] = ()) -> Board:
        """Set up the position that moves lead to from a FEN."""
        board = Board(fen, chess960=self.chess960)
        for move in moves:
            board.push_uci(move)
        return board


def open_engine(
    command: Sequence[str | os.PathLike[str]],
    *,
    script: bool = False,
    chess960: bool = False,
    perft_command: str = PERFT_COMMAND,
    timeout: float = TIMEOUT,
) -> UciEngine | ScriptEngine:
    """Return an engine that runs as a process of its own; close it, or use it in a `with`.

    `command` is a UCI engine and its arguments, or with `script` a program to be called as
    `PROGRAM DEPTH FEN "MOVES"`. `perft_command` is what the engine wants to be asked, with
    `{depth}` where the number goes. It gets `timeout` seconds for an answer, after which,
    as after a crash, it is ended, and started again for the next question.

    >>> from shutil import which
    >>> with open_engine([which("true")], timeout=1) as engine:
    ...     engine.name
    'true'
    """
    words = _words(command)
    if "{depth}" not in perft_command:
        raise ValueError(f"the perft command has no {{depth}}: {perft_command!r}")
    if not timeout > 0:
        raise ValueError(f"the timeout is a number of seconds greater than 0, not {timeout!r}")
    name = in_short(Path(words[0]).name, NAME_WIDTH) or "engine"
    if script:
        return ScriptEngine(words, name, chess960=chess960, timeout=timeout)
    return UciEngine(words, name, chess960=chess960, perft_command=perft_command, timeout=timeout)


def _words(command: Sequence[str | os.PathLike[str]]) -> list[str]:
    """Return the words of a command; a text would be taken for a list of letters."""
    if isinstance(command, str | bytes):
        raise TypeError(f"the command is a list of words, as in ['stockfish'], not {command!r}")
    if not command:
        raise ValueError("the command is empty")
    return [os.fspath(word) for word in command]
