"""What a command line names: positions, files and engines."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kiwipete.board import Board, board_of
from kiwipete.cli.exits import UsageError, complain
from kiwipete.cli.ui import grouped, several
from kiwipete.positions import NAMED_POSITIONS

if TYPE_CHECKING:
    import os
    from argparse import Namespace
    from pathlib import Path

    from kiwipete.lab import WrongLine
    from kiwipete.lab.engines.process_engine import ScriptEngine
    from kiwipete.lab.engines.uci_engine import UciEngine

STDIN = "-"

_MOST_WRONG_LINES = 20  # a file in some other format may consist of nothing else


# Positions.


def read_position(words: list[str], moves: str = "", *, chess960: bool = False) -> Board:
    """Return the board for a name or a FEN after some moves.

    >>> read_position(["startpos"], "e2e4").fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    >>> read_position(["startpos"], "e4 e5").peek()
    Move.from_uci('e7e5')
    """
    board = board_of(_find_fen(words), chess960=chess960)
    if moves:
        from kiwipete.explain import read_legal_move

        for move in moves.split():
            board.push(read_legal_move(board, move))
    return board


def note_oddities(*boards: Board) -> None:
    """Print a note if positions that no game can reach will be counted anyway."""
    odd = [board for board in boards if board.is_countable() and not board.is_valid()]
    if len(odd) == 1:
        complain(f"note: no game can reach this position: {'; '.join(odd[0].status().reasons())}")
    elif odd:
        complain(f"note: {grouped(len(odd))} positions are counted, but no game can reach them")


def _find_fen(words: list[str]) -> str:
    if not words:
        return NAMED_POSITIONS["startpos"]
    if len(words) > 1:
        raise UsageError(_too_many(words))
    word = words[0]
    if word in NAMED_POSITIONS:
        return NAMED_POSITIONS[word]
    if "/" not in word and len(word.split()) < 2:
        names = ", ".join(NAMED_POSITIONS)
        raise UsageError(f"unknown position {word!r}: give a FEN in quotes or one of {names}")
    return word


def _too_many(words: list[str]) -> str:
    if "/" in words[0]:
        return f'a FEN has spaces, so put it in quotes: "{" ".join(words)}"'
    return f"one position at a time, not {len(words)}: {', '.join(words)}"


# Files.


def read_lines(name: str) -> list[str]:
    """Read the lines of a file or of stdin, in any encoding."""
    from kiwipete.lab.suites.position_files import decode_lines

    try:
        content = _stdin() if name == STDIN else _path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {title(name)}: {error.strerror}") from error
    return decode_lines(content)


def title(name: str) -> str:
    """Return the name of a file for messages."""
    return "stdin" if name == STDIN else name


def complain_about_lines(name: str, wrong_lines: Sequence[WrongLine]) -> None:
    """Print the lines of a file that cannot be used, each with the reason."""
    for wrong in wrong_lines[:_MOST_WRONG_LINES]:
        complain(f"{title(name)}:{wrong.line}: {wrong.reason}", wrong.text)
    if more := len(wrong_lines[_MOST_WRONG_LINES:]):
        complain(f"{title(name)}: {several(more, 'more unusable line')}")


def why_nothing(lines: Sequence[str], wrong_lines: Sequence[WrongLine]) -> str:
    """Return the reason why a file yields no position."""
    from kiwipete.lab.suites import NO_COUNTS

    if wrong_lines and all(wrong.reason == NO_COUNTS for wrong in wrong_lines):
        return "no position is followed by a count such as ';D1 20'"
    if wrong_lines:
        return "no line is usable"
    return "it has only comments" if any(map(str.strip, lines)) else "it is empty"


def write_file(name: str, text: str) -> None:
    """Write a file; raise a UsageError with the reason if it cannot be written."""
    try:
        _path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror}") from error


def replace_file(name: str, text: str) -> None:
    """Write a file in one step: whatever happens, the old or the new one is there afterwards."""
    from kiwipete import file_header

    try:
        file_header.replace_file(_path(name), text.encode("utf-8", errors="replace"))
    except file_header.CannotWriteError as error:
        raise UsageError(str(error)) from error


def is_same_file(one: str | os.PathLike[str], other: str | os.PathLike[str]) -> bool:
    """Return True if two names stand for one file, even if there is none yet."""
    from pathlib import Path

    first, second = Path(one).resolve(), Path(other).resolve()
    if first.exists() and second.exists():
        return first.samefile(second)  # on some disks, upper and lower case are the same
    return first == second


def check_replaceable(name: str) -> None:
    """Raise a UsageError if a name is taken by a device or a folder, or cannot be written.

    For files that are written under another name first, and then take the place of the old one.
    """
    from kiwipete.new_file import NewFile

    path = _path(name)
    if not path.name or (path.exists() and not path.is_file()):
        raise UsageError(f"cannot write {name}: it is not a regular file")
    check_writable(name)
    check_writable(str(NewFile(path).unfinished))


def check_writable(name: str) -> None:
    """Raise the UsageError of `write_file` in advance, without changing the file."""
    import os

    path = _path(name)
    is_new = not os.path.lexists(path)
    try:
        try:
            path.open("ab").close()
        finally:
            if is_new:
                path.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {name}: {error.strerror}") from error


def _path(name: str) -> Path:
    from pathlib import Path

    if not name:
        raise UsageError("a file name is empty")
    return Path(name)


def _stdin() -> bytes:
    if sys.stdin is None:  # it is closed
        raise UsageError("there is no stdin to read")
    return sys.stdin.buffer.read()


# Engines.


def check_engine(arguments: Namespace) -> None:
    """Raise a UsageError if an option has no effect because there is no engine for it."""
    for option, given in (
        ("--script", arguments.script),
        ("--perft-command", arguments.perft_command is not None),
    ):
        if given and not arguments.engine:
            raise UsageError(f"{option} needs an engine: put one after --")
    if arguments.script and arguments.perft_command is not None:
        raise UsageError("--perft-command and --script cannot be combined: scripts take no command")


def new_engine(arguments: Namespace) -> UciEngine | ScriptEngine:
    """Return the engine that the arguments name; it starts with the first question."""
    from kiwipete.lab import open_engine
    from kiwipete.lab.engines import PERFT_COMMAND

    return open_engine(
        arguments.engine,
        script=arguments.script,
        chess960=arguments.chess960,
        perft_command=arguments.perft_command or PERFT_COMMAND,
        timeout=arguments.timeout,
    )


def complain_about_chess960(left_out: int) -> None:
    """Print how many Chess960 positions are skipped because the engine doesn't play it."""
    if left_out:
        complain(
            f"skipped {several(left_out, 'Chess960 position')}: "
            "add --chess960 if the engine plays it"
        )
