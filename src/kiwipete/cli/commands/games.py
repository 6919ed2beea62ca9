"""`kiwipete games`: check files of games, count what is in them, and pick games from them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

from kiwipete.cli import options
from kiwipete.cli.exits import OK, UNSOUND, UsageError
from kiwipete.cli.ui import is_terminal, print_line, several
from kiwipete.perft import processors

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser
    from kiwipete.games import Games

DESCRIPTION = """\
Check, describe and filter files of games.

FILEs are PGN, plain or compressed with gzip, bzip2 or Zstandard; - is standard
input. Every move of a main line is checked by the rules. ACTION is one of:

  stats    results, ratings, lengths and openings as plots; without an ACTION this
           is what you get
  check    list all damage as FILE:LINE:COLUMN: reason
  filter   write the games that meet --where, as they are in the files
  fens     print the position of each game after --ply moves, or at its end

--where NAME=VALUE picks games by a tag, NAME=LOW..HIGH by a range of numbers or
of texts such as dates, in which LOW or HIGH may be missing. It may be given
several times, and all must hold. NumPy is needed: install kiwipete[data]. Exit
codes: 0 done, 1 check found damage, 2 bad usage, 130 interrupted."""

EXAMPLES = """\
examples:
  kiwipete games lichess.pgn.zst
      what is in it, as plots

  kiwipete games check *.pgn
      games.pgn:1207:14: illegal san: 'Nf6' in ...

  kiwipete games filter all.pgn --where WhiteElo=2400.. --where Result=1-0 --out some.pgn
      games of strong players that White won

  kiwipete games fens games.pgn --ply 16 | sort -u > openings.epd
      the positions after eight moves"""

IN_SHORT = """\
  kiwipete games check games.pgn      every damaged game, with line and column
"""

_ACTIONS = ("stats", "check", "filter", "fens")
_STDIN = "-"


def add_arguments(parser: CommandParser) -> None:
    """Add the action, the files and what actions need."""
    parser.usage = "kiwipete games [ACTION] FILE... [OPTIONS]"
    options.add_words(parser, "words", "ACTION FILE", "what to do, and files of games")
    add = parser.add_argument
    add(
        "--where",
        metavar="CONDITION",
        type=_condition,
        action="append",
        default=[],
        help="only games whose tags meet this: NAME=VALUE or NAME=LOW..HIGH",
    )
    add("--out", metavar="FILE", help="for filter: the new file (default: standard output)")
    add(
        "--ply",
        metavar="N",
        type=options.number("the number of moves", 0, 100_000),
        help="for fens: after this many half-moves, of games that have as many",
    )
    options.add_threads(parser, processors(), "all processors", what="read")
    options.add_json(parser, "one JSON object for stats or check")


def run(arguments: Namespace) -> int:
    """Do what the action says."""
    words = arguments.words
    action, files = (words[0], words[1:]) if words and words[0] in _ACTIONS else ("stats", words)
    if not files:
        raise UsageError(f"no file for {action} (see kiwipete games --help)")
    _check_options(action, arguments)
    try:
        import numpy  # noqa: F401
    except ImportError as error:
        raise UsageError('games need NumPy: pip install "kiwipete[data]"') from error
    try:
        return _RUN[action](files, arguments)
    except (ImportError, EOFError) as error:
        raise UsageError(str(error)) from error


def _check_options(action: str, arguments: Namespace) -> None:
    """Refuse options without effect."""
    if arguments.out is not None and action != "filter":
        raise UsageError("--out is for filter")
    if arguments.ply is not None and action != "fens":
        raise UsageError("--ply is for fens")
    if arguments.json and action not in ("stats", "check"):
        raise UsageError(f"--json is for stats and check, not for {action}")


def _condition(text: str) -> tuple[str, Any]:
    """Read NAME=VALUE or NAME=LOW..HIGH."""
    name, sign, value = text.partition("=")
    low, dots, high = value.partition("..")
    if not (name and sign and value):
        raise UsageError(f"a condition is NAME=VALUE or NAME=LOW..HIGH, not {text!r}")
    if not dots:
        return name, value
    limits = [limit or None for limit in (low, high)]
    if limits == [None, None]:
        raise UsageError(f"a range needs a limit: {text!r}")
    dates = name.endswith("Date")  # 2025 is less than 2025.01.31 as a text
    if not dates and all(limit is None or limit.isdecimal() for limit in limits):
        return name, tuple(None if limit is None else int(limit) for limit in limits)
    return name, tuple(limits)


@contextmanager
def _opened(path: str) -> Iterator[IO[bytes]]:
    if path == _STDIN:
        yield sys.stdin.buffer
        return
    from pathlib import Path

    try:
        file = Path(path).open("rb")  # noqa: SIM115
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from error
    with file:
        yield file


def _batches(path: str, arguments: Namespace, **wanted: Any) -> Iterator[Games]:
    """Yield the games of a file in batches, and show on a terminal how far it has been read."""
    from kiwipete.games import iter_games

    where: dict[str, Any] = {}
    for name, value in arguments.where:
        if name in where:
            raise UsageError(f"two conditions for {name}")
        where[name] = value
    shown = is_terminal(sys.stderr)
    games = 0
    with _opened(path) as file:
        try:
            for batch in iter_games(file, where=where, threads=arguments.threads, **wanted):
                games += len(batch)
                if shown and path != _STDIN:
                    place = f"{file.tell() / 1e6:,.0f} MB, {several(games, 'game')}"
                    print(f"\r{path}: {place} ", end="", file=sys.stderr, flush=True)
                yield batch
        except ValueError as error:
            raise UsageError(f"{path}: {error}") from error
        except OSError as error:
            raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
        finally:
            if shown:
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _stats(files: list[str], arguments: Namespace) -> int:
    from kiwipete.cli.ui import games_view
    from kiwipete.games.statistics import Statistics

    known = Statistics()
    wanted = ["WhiteElo", "BlackElo", "ECO"]
    for path in files:
        for batch in _batches(path, arguments, headers=wanted):
            known.add(batch)
    if arguments.json:
        import json

        print(json.dumps(known.figures()))
        return OK
    for line in games_view.statistics(known, sys.stdout):
        print_line(line)
    return OK


def _check(files: list[str], arguments: Namespace) -> int:
    games = moves = first = 0
    found: list[dict[str, object]] = []
    errors = 0
    for path in files:
        first = 0
        for batch in _batches(path, arguments, headers=False):
            for error in batch.errors:
                errors += 1
                if arguments.json:
                    fields = {"file": path, "game": first + error.game, "ply": error.ply}
                    place = {"line": error.line, "column": error.column, "reason": error.what}
                    found.append({**fields, **place})
                else:
                    print(f"{path}:{error.line}:{error.column}: {error.what}")
            first += len(batch)
            games += len(batch)
            moves += len(batch.moves)
    if arguments.json:
        import json

        print(json.dumps({"games": games, "moves": moves, "errors": found}))
    else:
        damage = several(errors, "error") if errors else "no errors"
        print(f"{several(games, 'game')}, {several(moves, 'move')}, {damage}")
    return UNSOUND if errors else OK


def _filter(files: list[str], arguments: Namespace) -> int:
    from contextlib import nullcontext
    from pathlib import Path

    games = 0
    target: Any = nullcontext(sys.stdout.buffer)
    if arguments.out is not None:
        target = Path(arguments.out).open("wb")  # noqa: SIM115
    with target as out:
        for path in files:
            for batch in _batches(path, arguments, headers=False, text=True):
                batch.write(out, threads=1)
                games += len(batch)
    if arguments.out is not None:
        print(f"{several(games, 'game')} written to {arguments.out}")
    return OK


def _fens(files: list[str], arguments: Namespace) -> int:
    for path in files:
        for batch in _batches(path, arguments, headers=False):
            for game in batch:
                if arguments.ply is None or arguments.ply <= len(game):
                    try:
                        print(game.board(arguments.ply).fen())
                    except ValueError:
                        continue  # its start position cannot be read
    return OK


_RUN = {"stats": _stats, "check": _check, "filter": _filter, "fens": _fens}
