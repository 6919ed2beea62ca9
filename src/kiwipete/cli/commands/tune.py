"""`kiwipete tune`: find better margins for the search by playing games."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from kiwipete.cli import options
from kiwipete.cli.exits import (
    CANNOT_WRITE,
    ENGINE_FAILED,
    INTERRUPTED,
    OK,
    UsageError,
    complain,
    ended_like_ctrl_c,
)
from kiwipete.cli.inputs import check_replaceable
from kiwipete.cli.ui import several
from kiwipete.perft import processors

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from kiwipete.cli.options import CommandParser
    from kiwipete.own_engine.networks import NetworkSource
    from kiwipete.training.spsa import Margin
    from kiwipete.training.tuning import Tuning

DESCRIPTION = """\
Tune the margins of the search by games.

SPSA: each iteration moves all margins a little up or down at random, plays pairs
of games between this setting and its opposite, and moves the margins towards the
winner. It takes thousands of games; fewer margins need fewer. STATE keeps the
values; after Ctrl-C or a power cut the same command continues. The result is a
proposal: write it to _core/search/techniques.pxd and verify it with kiwipete match
--sprt against the old engine.

Margins are constants in a normal build. For tuning, install from the sources with
pip install -Csetup-args=-Dtuning=true . and see kiwipete tune --list.
Exit codes: 0 done, 2 bad usage or a build without tuning, 3 a game failed, 5 STATE
cannot be written, 130 interrupted."""

EXAMPLES = """\
examples:
  kiwipete tune --list
      the margins with their defaults and ranges

  kiwipete tune state.json --margins futility_base,futility_margin --iterations 2000
      a row per iteration, then the values found

  kiwipete tune state.json --margins razoring,probcut --nodes 10000 --pairs 16
      all margins of two techniques, with longer and more games"""

IN_SHORT = """\
  kiwipete tune --list                the margins of the search that can be tuned
"""

_MOST = 10**9


def add_arguments(parser: CommandParser) -> None:
    """Add the state file, the margins and the games."""
    parser.usage = "kiwipete tune STATE [OPTIONS]"
    options.add_words(parser, "state", "STATE", "the file that keeps the values")
    add = parser.add_argument
    add("--list", action="store_true", help="print all margins instead")
    add(
        "--margins",
        metavar="NAMES",
        help="margins or whole techniques to tune, with commas (default: all margins)",
    )
    for name, default, most, about in (
        ("iterations", 1000, _MOST, "moves of the margins"),
        ("pairs", 8, 10_000, "pairs of games in each iteration"),
        ("nodes", 5000, _MOST, "nodes for each move"),
        ("seed", 1, _MOST, "the random moves and openings"),
    ):
        add(
            f"--{name}",
            metavar="N",
            type=options.number(f"--{name}", 0 if name == "seed" else 1, most),
            default=default,
            help=f"{about} (default: {default})",
        )
    add(
        "--rate",
        metavar="X",
        type=_rate,
        default=0.1,
        help="the step after a decisive iteration at the end, in perturbations (default: 0.1)",
    )
    options.add_network(parser)
    add(
        "--jobs",
        metavar="N",
        type=options.number("the number of games at once", 1, 512),
        default=processors(),
        help="games at once (default: one per processor)",
    )


def run(arguments: Namespace) -> int:
    """Tune until all iterations are done, and print the values."""
    from kiwipete.file_header import TrainingFileError
    from kiwipete.training.tuning_games import CAN_TUNE, NO_TUNING

    if arguments.list:
        return _print_margins()
    if len(arguments.state) != 1:
        raise UsageError("name one file that keeps the values (see kiwipete tune --help)")
    margins = _margins(arguments.margins)
    if not CAN_TUNE:
        raise UsageError(NO_TUNING)
    check_replaceable(arguments.state[0])
    try:
        with ended_like_ctrl_c():
            return _tune(margins, arguments)
    except TrainingFileError as error:
        raise UsageError(str(error)) from error


def _tune(margins: Sequence[Margin], arguments: Namespace) -> int:
    from pathlib import Path

    from kiwipete.file_header import CannotWriteError
    from kiwipete.training.tuning import Tuning, TuningSettings

    path = Path(arguments.state[0])
    names = ("iterations", "pairs", "nodes", "rate", "seed")
    settings = TuningSettings(
        **{name: getattr(arguments, name) for name in names}, network=_checksum(arguments.network)
    )
    tuning = Tuning(margins, settings, path)
    if tuning.spsa.iteration:
        print(f"continuing after iteration {tuning.spsa.iteration} ({path})", flush=True)
    try:
        _show_iterations(tuning, arguments)
    except KeyboardInterrupt:
        done = f"{tuning.spsa.iteration} of {several(settings.iterations, 'iteration')} done"
        complain(f"interrupted: {done}, saved in {path}; the same command continues")
        return INTERRUPTED
    except RuntimeError as error:  # a process of the pool was killed
        complain(f"a game failed: {error}")
        return ENGINE_FAILED
    except CannotWriteError as error:
        complain(str(error))
        return CANNOT_WRITE
    _print_values(tuning)
    return OK


def _show_iterations(tuning: Tuning, arguments: Namespace) -> None:
    """Play, and show the values: a line for each iteration."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    from kiwipete.training.tuning import GamesPlayer

    pool = ProcessPoolExecutor(
        arguments.jobs, mp_context=get_context("spawn"), initializer=_ignore_ctrl_c
    )
    try:
        for result in tuning.run(GamesPlayer(tuning.settings, pool, arguments.network)):
            spsa = tuning.spsa
            values = ", ".join(f"{name} {value:.1f}" for name, value in spsa.values.items())
            print(f"{spsa.iteration} of {spsa.iterations}: {result:+.3f}; {values}", flush=True)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _ignore_ctrl_c() -> None:
    """Leave Ctrl-C to the process that waits for the games."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _print_values(tuning: Tuning) -> None:
    from rich.table import Table

    from kiwipete.cli.ui import console

    table = Table("margin", "default", "tuned", "range", box=None, pad_edge=False)
    for margin in tuning.spsa.margins:
        tuned = tuning.spsa.values[margin.name]
        bounds = f"{margin.minimum} to {margin.maximum}"
        table.add_row(margin.name, str(margin.default), f"{tuned:.1f}", bounds)
    console(sys.stdout).print(table)


def _print_margins() -> int:
    from kiwipete.own_engine.options import TECHNIQUE_TABLE

    for _, _, technique, text, margins in TECHNIQUE_TABLE:
        if margins:
            print(f"{technique}: {text}")
        for name, default, minimum, maximum in margins:
            print(f"  {name:<28} {default:>5}  ({minimum} to {maximum})")
    return OK


def _margins(names: str | None) -> list[Margin]:
    """Return the margins that a list names, each once; a technique stands for all of its own."""
    from kiwipete.own_engine.options import TECHNIQUE_TABLE
    from kiwipete.training.tuning_games import known_margins

    known = known_margins()
    if names is None:
        return list(known.values())
    techniques = {name: [row[0] for row in rows] for _, _, name, _, rows in TECHNIQUE_TABLE}
    chosen: dict[str, Margin] = {}
    for name in filter(None, map(str.strip, names.split(","))):
        if name not in known and not techniques.get(name):
            raise UsageError(f"no margin {name!r} (see kiwipete tune --list)")
        for each in techniques.get(name, [name]):
            chosen[each] = known[each]
    if not chosen:
        raise UsageError("--margins names no margin (see kiwipete tune --list)")
    return list(chosen.values())


def _checksum(source: NetworkSource) -> str:
    """Return the checksum of a network, empty for piece-square values."""
    from kiwipete.own_engine.networks import find_network

    network = find_network(source)
    return "" if network is None else f"{network.checksum:08x}"


def _rate(text: str) -> float:
    if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,9})?", text) and float(text) > 0:
        return float(text)
    raise UsageError(f"the rate must be a number such as 0.1, not {text!r}")
