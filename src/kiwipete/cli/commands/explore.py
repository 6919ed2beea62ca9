"""`kiwipete explore`: which moves your games played in a position."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kiwipete.cli import inputs, options
from kiwipete.cli.commands.games_input import add_where, all_batches, need_numpy
from kiwipete.cli.exits import OK, UNSOUND, UsageError, complain, ended_like_ctrl_c
from kiwipete.cli.ui import grouped, is_terminal, print_line, several
from kiwipete.perft import processors
from kiwipete.positions import NAMED_POSITIONS

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.board import Board
    from kiwipete.cli.options import CommandParser
    from kiwipete.explorer import Explorer, Progress

DESCRIPTION = """\
Show the moves that your games played in a position.

INDEX is a file that `explore build` makes from games. The position is a FEN in
quotes, a name such as kiwipete, or moves from the start position; without any it
is the start position. The table has the moves with their games, results, the
average rating of the players who made them, their performance, and the year of
the last game. Every order of moves that leads to the position counts. With an
ACTION before the files:

  build    INDEX GAMES...: make an index of files of games, on all cores
  merge    INDEX INDEXES...: make one index of several
  check    INDEXES...: compare files with their checksums

GAMES are files as kiwipete games reads them, and --where picks games as there.
NumPy is needed to build and to merge: install kiwipete[data].
An old INDEX stays until the new one is complete. Exit codes: 0 done, 1 check
found damage, 2 bad usage, 5 a file cannot be written, 130 interrupted."""

EXAMPLES = """\
examples:
  kiwipete explore build my.kwx games.pgn.zst more.pgn --min-games 2
      index two files, without the positions that only one game reached

  kiwipete explore my.kwx e4 c5 Nf3
      the replies in your games: B27 Sicilian Defence

  kiwipete explore my.kwx "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3" --json
      one JSON object

  kiwipete explore my.kwx --book my.bin --plies 24 --min-games 10
      an opening book of the moves that ten games played

  kiwipete explore build white.kwx games.pgn --where White=Ada
      only Ada's games with White"""

IN_SHORT = """\
  kiwipete explore my.kwx e4 c5       the moves that your games played here
"""

_ACTIONS = ("build", "merge", "check")
_MOVE_NUMBER = re.compile(r"(?<!\S)[0-9]+\.+")


def add_arguments(parser: CommandParser) -> None:
    """Add the action, the files, and what actions need."""
    parser.usage = (
        "kiwipete explore INDEX [POSITION | MOVES] [OPTIONS]\n"
        "       kiwipete explore ACTION FILES... [OPTIONS]"
    )
    options.add_words(parser, "words", "FILE", "an index and a position, or an ACTION and files")
    options.add_moves(parser)
    add = parser.add_argument
    add("--book", metavar="FILE", help="write an opening book of what follows the position")
    add(
        "--plies",
        metavar="N",
        type=options.number("the number of plies", 1, 100_000),
        help="for build: take this many half-moves of each game (default: 60); "
        "for --book: how far it reaches (default: as far as the index)",
    )
    add(
        "--min-games",
        metavar="N",
        type=options.number("the number of games", 1, 10**9),
        default=1,
        help="for build and merge: leave out positions that fewer games reached; "
        "for --book: leave out moves that fewer games played (default: 1)",
    )
    add_where(parser)
    options.add_threads(parser, processors(), "all processors", what="build")
    options.add_json(parser)


def run(arguments: Namespace) -> int:
    """Do what the action says, or show a position."""
    words = arguments.words
    action = words[0] if words and words[0] in _ACTIONS else ""
    _check_options(action, arguments)
    if action == "build":
        return _build(words[1:], arguments)
    if action == "merge":
        return _merge(words[1:], arguments)
    if action == "check":
        return _check(words[1:])
    if not words:
        raise UsageError("no index (see kiwipete explore --help)")
    return _show(words[0], words[1:], arguments)


def _check_options(action: str, arguments: Namespace) -> None:
    """Refuse options without effect."""
    if action != "build" and arguments.where:
        raise UsageError("--where is for build")
    if action and (arguments.moves or arguments.chess960 or arguments.json or arguments.book):
        raise UsageError(f"{action} takes no position, and no --json or --book")
    if arguments.plies is not None and action != "build" and not arguments.book:
        raise UsageError("--plies is for build and --book")
    if arguments.min_games > 1 and action not in ("build", "merge") and not arguments.book:
        raise UsageError("--min-games is for build, merge and --book")


def _opened(path: str) -> Explorer:
    from kiwipete.explorer import Explorer, ExplorerFileError

    try:
        return Explorer(path)
    except ExplorerFileError as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error


# Making indexes.


def _target(action: str, words: list[str], what: str) -> str:
    """Return the file to make, which may replace an index but nothing else."""
    from pathlib import Path

    from kiwipete.explorer.layout import is_index

    if len(words) < 2:
        raise UsageError(f"{action} takes an index to make and {what}")
    target = words[0]
    path = Path(target)
    if path.exists() and not (path.is_file() and (not path.stat().st_size or is_index(path))):
        raise UsageError(f"{target} exists and is not an explorer's index: it stays")
    inputs.check_writable(target)
    return target


def _build(words: list[str], arguments: Namespace) -> int:
    need_numpy()
    target = _target("build", words, "files of games")
    from kiwipete.explorer import TAGS, build

    with ended_like_ctrl_c(), _progress() as progress:
        try:
            made = build(
                target,
                all_batches(words[1:], arguments, headers=TAGS),
                plies=arguments.plies or 60,
                min_games=arguments.min_games,
                threads=arguments.threads,
                progress=progress,
            )
        except (ImportError, EOFError) as error:
            raise UsageError(str(error)) from error
    return _report(made)


def _merge(words: list[str], arguments: Namespace) -> int:
    need_numpy()
    target = _target("merge", words, "indexes")
    from kiwipete.explorer import merge

    indexes = [_opened(path) for path in words[1:]]
    with ended_like_ctrl_c(), _progress() as progress:
        try:
            made = merge(
                target,
                indexes,
                min_games=arguments.min_games,
                threads=arguments.threads,
                progress=progress,
            )
        except ValueError as error:
            raise UsageError(str(error)) from error
    return _report(made)


@contextmanager
def _progress() -> Iterator[Callable[[Progress], None]]:
    """Show on a terminal how far rows have been merged; `batches` shows how far files are read."""
    shown = is_terminal(sys.stderr)

    def show(progress: Progress) -> None:
        if shown and progress.stage == "merging" and progress.total:
            share = f"{progress.done / progress.total:.0%} of {grouped(progress.total)} rows"
            print(f"\rmerging: {share} ", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _report(made: Explorer) -> int:
    size = made.path.stat().st_size
    known = f"{several(made.games, 'game')}, {several(len(made), 'position')}"
    print_line(f"{made.path}: {known}, {size / 1e6:,.1f} MB")
    return OK


def _check(files: list[str]) -> int:
    if not files:
        raise UsageError("no index for check (see kiwipete explore --help)")
    from kiwipete.explorer import ExplorerFileError

    damaged = False
    for path in files:
        try:
            with _opened(path) as found:
                found.verify()
                print_line(
                    f"{path}: {several(found.games, 'game')}, "
                    f"{several(len(found), 'position')}, no damage"
                )
        except (ExplorerFileError, UsageError) as error:
            if isinstance(error, UsageError) and not isinstance(error.__cause__, ExplorerFileError):
                raise
            complain(str(error))
            damaged = True
    return UNSOUND if damaged else OK


# Questions.


def _show(path: str, words: list[str], arguments: Namespace) -> int:
    from kiwipete.cli.ui import explore_view
    from kiwipete.explorer import ExplorerFileError

    board = _position(words, arguments)
    with _opened(path) as explorer:
        try:
            if arguments.book:
                return _write_book(explorer, board, arguments)
            found = explorer[board]
        except ExplorerFileError as error:
            raise UsageError(str(error)) from error
    if arguments.json:
        import json

        print(json.dumps(explore_view.figures(board, found)))
        return OK
    for line in explore_view.table(board, found, explorer.games, sys.stdout):
        print(line)
    return OK


def _position(words: list[str], arguments: Namespace) -> Board:
    """Read a FEN, a name, or moves, which may have numbers."""
    first = words[0] if words else ""
    if first in NAMED_POSITIONS or "/" in first:
        position, moves = words, ""
    else:
        position, moves = [], _MOVE_NUMBER.sub(" ", " ".join(words))
    moves = f"{moves} {arguments.moves}".strip()
    return inputs.read_position(position, moves, chess960=arguments.chess960)


def _write_book(explorer: Explorer, board: Board, arguments: Namespace) -> int:
    from kiwipete.polyglot import write_book

    inputs.check_writable(arguments.book)
    entries = explorer.book([board], max_ply=arguments.plies, min_games=arguments.min_games)
    if not entries:
        raise UsageError("no move of the index is frequent enough for a book, or scored a point")
    write_book(arguments.book, entries)
    print_line(f"{several(len(entries), 'move')} written to {arguments.book}")
    return OK
