"""`kiwipete data`: inspect, convert, relabel and check training data."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from kiwipete.cli import options
from kiwipete.cli.exits import CANNOT_WRITE, OK, UNSOUND, UsageError, complain
from kiwipete.cli.inputs import check_replaceable, is_same_file
from kiwipete.cli.ui import grouped, is_terminal, several
from kiwipete.own_engine import SHIPPED
from kiwipete.perft import processors

if TYPE_CHECKING:
    from argparse import Namespace

    import numpy as np

    from kiwipete.cli.options import CommandParser
    from kiwipete.training.records import Filters

DESCRIPTION = """\
Inspect, convert, relabel and check training data.

FILEs have games (.kwg, from kiwipete selfplay) or records of positions (.kwr);
games become records as they are read. Positions in check, positions whose move
captures or promotes, and mate scores are left out unless --keep names them; the
random plies of a game always are. ACTION is one of:

  stats    scores, results, plies, piece counts and king squares as plots; without
           an ACTION this is what you get
  show     positions as boards, with their labels
  doctor   find illegal, duplicated, unshuffled, wrong-side and mislabelled records;
           games are expected to be in order, so that is not reported
  convert  games to a file of records
  merge    several files to one
  shuffle  records to random order, for trainers that need it; kiwipete train
           shuffles by itself, and wants games in order to validate with whole games
  split    records in two, for training and validation; do this before shuffling,
           so that no game is on both sides
  unique   drop all but the first record of a position
  relabel  give records the score and the move of a new search, by another network.
           Scores come from a search: a network trained on its own static values
           learns only its own mistakes (docs/network.md compares numbers of nodes)

Files are read into memory as 32 bytes a record. NumPy is needed: install
kiwipete[data]. Exit codes: 0 done, 1 the doctor found something wrong, 2 bad
usage or a file that cannot be used, 5 writing failed, 130 interrupted: an action
writes its file at its end, so nothing is left then."""

EXAMPLES = """\
examples:
  kiwipete data games/1.kwg
      what is in it, as plots

  kiwipete data show games/1.kwg --number 5
      five positions with score, move and result

  kiwipete data convert games/*.kwg --out all.kwr
      what kiwipete train reads

  kiwipete data split all.kwr --share 0.02 --out train.kwr --second valid.kwr
  kiwipete data shuffle train.kwr --out train.kwr
  kiwipete data doctor train.kwr
      for other trainers: shuffled, and other games to validate with

  kiwipete data doctor train.kwr --json
      {"records": 1752636, "findings": []}

  kiwipete data relabel train.kwr --network net.kwn --nodes 300 --out better.kwr
      old positions, scored by a better network"""

IN_SHORT = """\
  kiwipete data doctor train.kwr      what is wrong with training data
"""

_ACTIONS = (
    "stats",
    "show",
    "doctor",
    "convert",
    "merge",
    "shuffle",
    "split",
    "unique",
    "relabel",
)
_READING = ("stats", "show", "doctor")
# Options that only some actions use: their defaults, and these actions.
_SHARE, _NUMBER, _SEED, _NODES = 0.05, 3, 0, 300
_USED_BY: dict[str, tuple[object, tuple[str, ...]]] = {
    "second": (None, ("split",)),
    "share": (_SHARE, ("split",)),
    "number": (_NUMBER, ("show",)),
    "seed": (_SEED, ("show", "shuffle")),
    "network": (SHIPPED, ("relabel",)),
    "nodes": (_NODES, ("relabel",)),
    "threads": (processors(), ("relabel",)),
    "json": (False, ("stats", "doctor")),
}
_KEPT = ("checks", "captures", "mates")


def add_arguments(parser: CommandParser) -> None:
    """Add the action, the files and what actions need."""
    parser.usage = "kiwipete data [ACTION] FILE... [OPTIONS]"
    options.add_words(parser, "words", "ACTION FILE", "what to do, and files of games or records")
    add = parser.add_argument
    add("--out", metavar="FILE", help="the new file of records")
    add("--second", metavar="FILE", help="for split: the file of the second part")
    add(
        "--share",
        metavar="SHARE",
        type=_share,
        default=_SHARE,
        help="for split: share of the records that goes to the second file (default: 0.05)",
    )
    add(
        "--number",
        metavar="N",
        type=options.number("the number of positions", 1, 10_000),
        default=_NUMBER,
        help="for show: how many positions (default: 3)",
    )
    add(
        "--seed",
        metavar="N",
        type=options.number("the seed", 0, 2**63 - 1),
        default=_SEED,
        help="for show and shuffle: seed of the random choice or order (default: 0)",
    )
    add(
        "--keep",
        metavar="WHAT",
        type=_kept,
        default=(),
        help="positions of games to keep: checks, captures, mates, separated by commas",
    )
    options.add_network(parser)
    add(
        "--nodes",
        metavar="N",
        type=options.number("the number of nodes", 1, 2**32 - 1),
        default=_NODES,
        help="for relabel: begin no further iteration after this many nodes (default: 300)",
    )
    options.add_threads(parser, processors(), "all processors", what="for relabel: search")
    options.add_json(parser, "one JSON object for stats or doctor")


def run(arguments: Namespace) -> int:
    """Do what the action says."""
    from kiwipete.file_header import CannotWriteError, TrainingFileError
    from kiwipete.training import data
    from kiwipete.training.game_file import is_game_file

    action, files = _split(arguments.words)
    _check(action, arguments)
    results = [name for name in (arguments.out, arguments.second) if name is not None]
    try:
        _check_results(results)
        found = _read(files, results, arguments)
    except (TrainingFileError, data.MissingNumpyError) as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        raise UsageError(f"cannot read {error.filename}: {error.strerror}") from error
    if action == "doctor":
        return _doctor(found, in_order=all(map(is_game_file, files)), as_json=arguments.json)
    if not len(found):
        raise UsageError(f"no records in {', '.join(files)}")
    if action == "stats":
        _stats(found, json=arguments.json)
    elif action == "show":
        _show(found, arguments)
    else:
        try:
            _work(action, found, arguments)
        except CannotWriteError as error:
            complain(str(error))
            return CANNOT_WRITE
    return OK


def _split(words: list[str]) -> tuple[str, list[str]]:
    """Split the words into the action and the files."""
    from pathlib import Path

    action, files = (
        ("stats", words) if not words or words[0] not in _ACTIONS else (words[0], words[1:])
    )
    if not files:
        raise UsageError(f"no file for {action} (see kiwipete data --help)")
    if words[0] not in _ACTIONS and words[0].isalpha() and not Path(words[0]).exists():
        raise UsageError(f"{words[0]} is neither a file nor an action: {', '.join(_ACTIONS)}")
    return action, files


def _check(action: str, arguments: Namespace) -> None:
    """Refuse what an action lacks or cannot use, and results that would replace each other."""
    if action in _READING:
        if arguments.out is not None:
            raise UsageError(f"{action} writes no file: --out is for {', '.join(_ACTIONS[3:])}")
    elif arguments.out is None:
        raise UsageError(f"{action} needs --out FILE")
    for name, (default, actions) in _USED_BY.items():
        if action not in actions and getattr(arguments, name) != default:
            raise UsageError(f"--{name} is for {' and '.join(actions)}, not for {action}")
    if action == "split":
        if arguments.second is None:
            raise UsageError("split needs --second FILE")
        if is_same_file(str(arguments.out), arguments.second):
            raise UsageError(f"--out and --second are the same file: {arguments.out}")


def _check_results(results: list[str]) -> None:
    """Refuse results that cannot be written, or would replace games or a network."""
    from kiwipete.training.record_file import HEADER

    for out in results:
        check_replaceable(out)
        HEADER.refuse_other_kind(out)


def _read(files: list[str], results: list[str], arguments: Namespace) -> np.ndarray:
    """Read the records; a file that will be replaced is copied: Windows keeps mapped ones."""
    from kiwipete.training import data
    from kiwipete.training.game_file import is_game_file

    if arguments.keep and not any(map(is_game_file, files)):
        raise UsageError("--keep is for games: records have been chosen from games before")
    found = data.read(files, _filters(arguments))
    replaced = any(is_same_file(file, out) for file in files for out in results)
    return found.copy() if replaced else found


def _filters(arguments: Namespace) -> Filters:
    from kiwipete.training.records import Filters

    return Filters(**{name: name in arguments.keep for name in _KEPT})


def _stats(found: np.ndarray, *, json: bool) -> None:
    from kiwipete.cli.ui.data_view import statistics, statistics_as_json

    print(statistics_as_json(found) if json else "\n".join(statistics(found, sys.stdout)))


def _show(found: np.ndarray, arguments: Namespace) -> None:
    import random

    from kiwipete.cli.ui.data_view import position

    dice = random.Random(arguments.seed)
    numbers = sorted(dice.sample(range(len(found)), min(arguments.number, len(found))))
    for number in numbers:
        print("\n".join(position(number, found[number].tobytes(), sys.stdout)), end="\n\n")


def _doctor(found: np.ndarray, *, in_order: bool, as_json: bool) -> int:
    from kiwipete.training.doctor import examine

    findings = examine(found, in_order=in_order)
    if as_json:
        import json

        report = {"records": len(found), "findings": [each._asdict() for each in findings]}
        print(json.dumps(report))
        return UNSOUND if findings else OK
    for finding in findings:
        print(f"{finding.name}: {finding.text}")
    if findings:
        return UNSOUND
    print(f"{several(len(found), 'record')}: nothing wrong found")
    return OK


def _work(action: str, found: np.ndarray, arguments: Namespace) -> None:
    """Write what an action makes of the records."""
    from kiwipete.training import data

    made, parts = found, {}
    if action == "shuffle":
        made = data.shuffled(found, arguments.seed)
    elif action == "unique":
        made = found[data.first_of_each(found)]
    elif action == "split":
        made, second = data.split(found, arguments.share)
        if not len(made) or not len(second):
            raise UsageError(f"a share of {arguments.share:g} leaves one file without records")
        parts[arguments.second] = second
    elif action == "relabel":
        try:
            made, unusable = data.relabel(
                found,
                arguments.network,
                nodes=arguments.nodes,
                threads=arguments.threads,
                progress=_progress(len(found)),
            )
        except KeyboardInterrupt:
            if is_terminal(sys.stderr):
                print(file=sys.stderr)  # after the progress
            raise
        if unusable:
            complain(
                f"{several(unusable, 'record')} kept: an impossible position, or no legal move"
            )
    parts[arguments.out] = made
    data.write_all(parts)
    for name, part in parts.items():
        print(f"{several(len(part), 'record')} in {name}")


def _progress(total: int) -> Callable[[int], None]:
    """Return a function that shows on stderr how many records are done, if it is a terminal."""

    def show(done: int) -> None:
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r{grouped(done)} of {several(total, 'record')}{end}")
        sys.stderr.flush()

    return show if is_terminal(sys.stderr) else lambda _: None


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 < share < 1:
        raise UsageError(f"the share must be between 0 and 1, not {text!r}")
    return share


def _kept(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    for name in names:
        if name not in _KEPT:
            raise UsageError(f"--keep takes {', '.join(_KEPT)}, not {name!r}")
    return names
