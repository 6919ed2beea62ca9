"""`kiwipete games`: check files of games, count what is in them, and arrange them anew."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kiwipete.cli import options
from kiwipete.cli.commands import games_files
from kiwipete.cli.commands.games_input import add_where, all_batches, batches, need_numpy
from kiwipete.cli.exits import (
    CANNOT_WRITE,
    OK,
    UNSOUND,
    UsageError,
    complain,
    ended_like_ctrl_c,
)
from kiwipete.cli.inputs import check_replaceable
from kiwipete.cli.ui import print_line, several
from kiwipete.perft import processors

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser

DESCRIPTION = """\
Check, describe, filter, split, sort and convert files of games.

FILEs are PGN, plain or compressed with gzip, bzip2 or Zstandard, or Parquet as in
the open Lichess data sets; - is standard input. Every move of a main line is
checked by the rules. ACTION is one of:

  stats       results, ratings, lengths and openings as plots, which is what you
              get without an ACTION; games without an ECO tag count by position
  check       list all damage as FILE:LINE:COLUMN: reason (in Parquet, FILE:ROW)
  filter      write the games that meet --where
  split       write several files of --games N, of --mb N, or one for each value of
              a tag: --by ECO, or --by Date:4, its first four characters (the year)
  dedupe      write each game once: games with the same moves and result are
              duplicates, with --by only if these tags are equal too
  sort        write the games in the order of tags: --by WhiteElo, or several,
              --by UTCDate,UTCTime; numbers and dates by size, unknown ones last
  to-parquet  write a table with the columns of the Lichess data sets
  fens        print the position of each game after --ply moves, or at its end

Games are written as they are in the files, with comments and variations, and any
damage. A new file appears when it is complete: if a run is interrupted there is
none. sort holds at most --memory of games at a time and needs as much disk space
as the games take; dedupe holds 16 bytes for each game; others hold a few chunks.

--where NAME=VALUE picks games by a tag, NAME=LOW..HIGH by a range of numbers or
of texts such as dates, in which LOW or HIGH may be missing. It may be given
several times, and all must hold. NumPy is needed: install kiwipete[data], and
kiwipete[parquet] for Parquet. Exit codes: 0 done, 1 check found damage, 2 bad
usage, 5 a file cannot be written, 130 interrupted."""

EXAMPLES = """\
examples:
  kiwipete games lichess.pgn.zst
      what is in it, as plots

  kiwipete games check *.pgn
      games.pgn:1207:14: illegal san: 'Nf6' in ...

  kiwipete games filter all.pgn --where WhiteElo=2400.. --where Result=1-0 --out some.pgn
      games of strong players that White won

  kiwipete games split all.pgn --by Date:4 --out "year-{}.pgn"
      year-2023.pgn, year-2024.pgn, and year-none.pgn for games without a date

  kiwipete games dedupe one.pgn two.pgn --out both.pgn
      two collections in one, without duplicates

  kiwipete games sort all.pgn --by White,Date --out sorted.pgn
      each player's games by date

  kiwipete games to-parquet lichess.pgn.zst --out lichess.parquet
      a table for pandas, Polars or DuckDB, and for read_games

  kiwipete games fens games.pgn --ply 16 | sort -u > openings.epd
      the positions after eight moves"""

IN_SHORT = """\
  kiwipete games check games.pgn      every damaged game, with line and column
"""

# The actions that each option is for.
_FOR = {
    "out": ("filter", "split", "dedupe", "sort", "to-parquet"),
    "ply": ("fens",),
    "json": ("stats", "check"),
    "games": ("split",),
    "mb": ("split",),
    "by": ("split", "dedupe", "sort"),
    "reverse": ("sort",),
    "memory": ("sort",),
    "tags": ("to-parquet",),
}
_MEMORY = 256


def add_arguments(parser: CommandParser) -> None:
    """Add the action, the files and what actions need."""
    parser.usage = "kiwipete games [ACTION] FILE... [OPTIONS]"
    options.add_words(parser, "words", "ACTION FILE", "what to do, and files of games")
    add = parser.add_argument
    add_where(parser)
    add(
        "--out",
        metavar="FILE",
        help="the new file (default: standard output); for split the names of all, with {} for "
        "the number or value (default: as the first FILE, with -{}.pgn)",
    )
    add(
        "--by",
        metavar="TAGS",
        help="for sort and dedupe: tags, with commas; for split: one, TAG or TAG:LENGTH",
    )
    add("--reverse", action="store_true", help="for sort: largest first")
    add(
        "--memory",
        metavar="MB",
        type=options.number("the memory in MB", 1, 1_000_000),
        help=f"for sort: how many megabytes of games to hold ({_MEMORY})",
    )
    number = options.number("the number of games", 1, 1_000_000_000)
    add("--games", metavar="N", type=number, help="for split: games in each file")
    size = options.number("the size in MB", 1, 1_000_000)
    add("--mb", metavar="N", type=size, help="for split: megabytes in each file")
    add(
        "--tags",
        metavar="TAGS",
        help='for to-parquet: further columns (Date,Round,Variant,FEN; "" for none)',
    )
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
    action, files = (words[0], words[1:]) if words and words[0] in _RUN else ("stats", words)
    if not files:
        raise UsageError(f"no file for {action} (see kiwipete games --help)")
    _check_options(action, arguments)
    need_numpy()
    try:
        with ended_like_ctrl_c():
            if arguments.out is not None and action != "split":
                check_replaceable(arguments.out)
            return _RUN[action](files, arguments)
    except (ImportError, EOFError) as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        if arguments.out is None and action != "split":
            raise  # standard output
        complain(f"cannot write {arguments.out or error.filename}: {error.strerror}")
        return CANNOT_WRITE


def _check_options(action: str, arguments: Namespace) -> None:
    """Refuse options without effect."""
    for name, actions in _FOR.items():
        if getattr(arguments, name) not in (None, False) and action not in actions:
            *others, last = actions
            users = f"{', '.join(others)} and {last}" if others else last
            raise UsageError(f"--{name} is for {users}, not for {action}")
    if arguments.memory is None:
        arguments.memory = _MEMORY


def _stats(files: list[str], arguments: Namespace) -> int:
    from kiwipete.cli.ui import games_view
    from kiwipete.games.opening_names import START_TAGS
    from kiwipete.games.statistics import Statistics

    known = Statistics()
    wanted = ["WhiteElo", "BlackElo", "ECO", *START_TAGS]
    for batch in all_batches(files, arguments, headers=wanted):
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
        for batch in batches(path, arguments, headers=False):
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


def _fens(files: list[str], arguments: Namespace) -> int:
    for batch in all_batches(files, arguments, headers=False):
        for game in batch:
            if arguments.ply is None or arguments.ply <= len(game):
                try:
                    print(game.board(arguments.ply).fen())
                except ValueError:
                    continue  # its start position cannot be read
    return OK


_RUN = {
    "stats": _stats,
    "check": _check,
    "filter": games_files.filter_games,
    "split": games_files.split,
    "dedupe": games_files.dedupe,
    "sort": games_files.sort,
    "to-parquet": games_files.to_parquet,
    "fens": _fens,
}
