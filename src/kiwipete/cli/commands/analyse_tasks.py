"""What to analyse: positions from the command line and from files, with their solutions."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiwipete import epd
from kiwipete.board import Board, Move
from kiwipete.cli.exits import UsageError
from kiwipete.cli.inputs import STDIN, complain_about_lines, read_lines, read_position, title
from kiwipete.positions import NAMED_POSITIONS

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.lab.suites.position_files import PositionLine

_SUFFIXES = (".epd", ".fen", ".txt")


@dataclass(frozen=True)
class Goal:
    """The solution of a test position: one of `best`, none of `avoid`, a mate in `mate` moves."""

    best: tuple[Move, ...] = ()
    avoid: tuple[Move, ...] = ()
    mate: int | None = None

    def is_met(self, move: Move, mate: int | None) -> bool:
        """Return whether a move, and the mate it leads to, solve the test."""
        return (
            (not self.best or move in self.best)
            and move not in self.avoid
            and (self.mate is None or (mate is not None and 0 < mate <= self.mate))
        )

    def describe(self, board: Board) -> str:
        """Return the goal in words."""
        wishes = []
        if self.best:
            wishes.append(" or ".join(board.san(move) for move in self.best))
        if self.avoid:
            wishes.append(f"not {' or '.join(board.san(move) for move in self.avoid)}")
        if self.mate is not None:
            wishes.append(f"mate in {self.mate}")
        return ", ".join(wishes)


@dataclass(frozen=True)
class AnalyseTask:
    """A position to analyse."""

    name: str
    board: Board
    goal: Goal | None = None  # only tests have one


@dataclass
class Tasks:
    """All positions to analyse."""

    tasks: list[AnalyseTask]
    wrong_lines: int = 0  # unusable lines of files
    from_files: bool = False


def read_tasks(arguments: Namespace) -> Tasks:
    """Read the positions that the arguments name; complain about unusable lines and skip them."""
    found = Tasks([])
    for word in arguments.position or ["startpos"]:
        if _is_position(word, arguments.position):
            board = read_position([word], arguments.moves, chess960=arguments.chess960)
            _check(board)
            found.tasks.append(AnalyseTask(word, board))
            continue
        if arguments.moves:
            raise UsageError(f"--moves works with one position, not with the file {title(word)}")
        _read_file(word, found, chess960=arguments.chess960)
    return found


def _is_position(word: str, words: list[str]) -> bool:
    """Return False for a file; for a word that is neither, read_position has the better message."""
    if word in NAMED_POSITIONS:
        return True
    if word == STDIN or os.path.lexists(word):
        return False
    if word == words[0] and word.count("/") == 7 and words[1:2] in (["w"], ["b"]):
        raise UsageError(f'a FEN has spaces, so put it in quotes: "{" ".join(words)}"')
    return not word.lower().endswith(_SUFFIXES)  # a file that doesn't exist


def _check(board: Board) -> None:
    """Raise a UsageError if the position cannot be searched."""
    if not board.is_countable():
        reasons = board.status().reasons() or ["a king is a promoted pawn"]
        raise UsageError(f"impossible position: {'; '.join(reasons)}")


def _read_file(file: str, found: Tasks, *, chess960: bool) -> None:
    from kiwipete.lab import WrongLine
    from kiwipete.lab.suites.entry import wrong_line
    from kiwipete.lab.suites.position_files import read_positions

    wrong_lines = []
    before = len(found.tasks)
    for line in read_positions(read_lines(file), chess960=chess960):
        if isinstance(line, WrongLine):
            wrong_lines.append(line)
            continue
        try:
            found.tasks.append(AnalyseTask(line.name, line.board, _goal(line)))
        except ValueError as error:
            wrong_lines.append(wrong_line(line.number, line.text, str(error)))
    complain_about_lines(file, wrong_lines)
    found.wrong_lines += len(wrong_lines)
    found.from_files = True
    if len(found.tasks) == before:
        reason = "no line is usable" if wrong_lines else "it has no positions"
        raise UsageError(f"nothing to analyse in {title(file)}: {reason}")


def _goal(line: PositionLine) -> Goal | None:
    """Read the goal of a line; raise ValueError if it is malformed."""
    from kiwipete.lab.suites.formats import before_comment, split_epd

    wishes: dict[str, epd.Value] = {}
    for operation in split_epd(before_comment(line.text))[1]:
        # Only these: other operations are often not valid EPD.
        if operation.split()[0] in ("bm", "am", "dm"):
            wishes.update(epd.read_operations(operation, lambda: line.board))
    if not wishes:
        return None
    best, avoid, mate = (wishes.get(opcode) for opcode in ("bm", "am", "dm"))
    if mate is not None and (not isinstance(mate, int) or mate < 1):
        raise ValueError(f"dm wants a number of moves, not {mate!r}")
    return Goal(_moves("bm", best), _moves("am", avoid), mate)


def _moves(opcode: str, value: epd.Value) -> tuple[Move, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not value:
        raise ValueError(f"{opcode} wants moves, not {value!r}")
    return tuple(value)
