"""`kiwipete train`: train a network on positions, and play it against the old one."""

from __future__ import annotations

import json
import re
import shlex
import sys
from typing import TYPE_CHECKING, Any

from kiwipete.cli import options
from kiwipete.cli.exits import (
    CANNOT_WRITE,
    INTERRUPTED,
    OK,
    UsageError,
    complain,
    ended_like_ctrl_c,
    too_many_threads,
)
from kiwipete.cli.inputs import check_replaceable, is_same_file
from kiwipete.cli.ui import duration, several
from kiwipete.perft import processors

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from pathlib import Path

    from kiwipete.cli.options import CommandParser
    from kiwipete.training.train import Training, TrainingSettings

DESCRIPTION = """\
Train a network on positions from self-play.

DATA are files of training records (.kwr). The network learns the expected score
of each position: its evaluation in centipawns on a curve from 0 (lost) to 1 (won),
or partly the game's result with --result-share. The end of each file is kept for
validation: if its loss rises while that of the training falls, there is too
little data for this many neurons or epochs.

Besides the network, the command writes a plot of the losses (.svg) and a report
(.json). It saves its state after every epoch: after Ctrl-C or a power cut the same
command continues, and gives the same network. One seed and number of threads give
one network, bit by bit.

With --gate the new network plays the old one, at a fixed number of nodes, until a
sequential test decides whether it is stronger; --ledger keeps a list of all
generations. Without DATA, --gate tests the existing network --out, and --ledger
alone prints the ledger.
Exit codes: 0 trained, and passed the gate, 1 it failed there, 2 bad usage or a file
that cannot be used, 3 the engine cannot play, 4 too few games to decide, 5 writing
failed, 130 interrupted."""

EXAMPLES = """\
examples:
  kiwipete train games.kwr --out net.kwn
      128 neurons, 16 epochs: a row per epoch with losses, speed and time left

  kiwipete train a.kwr b.kwr --hidden 256 --buckets 8 --epochs 30 --out wide.kwn
      more neurons, and an output for each range of piece counts

  kiwipete train new.kwr --start net.kwn --rate 0.0002 --epochs 4 --out tuned.kwn
      train an existing network further

  kiwipete train new.kwr --out new.kwn --gate net.kwn --ledger generations.jsonl
      train, then play against net.kwn and record the generation

  kiwipete train --out net.kwn --gate none --nodes 20000
      is the network stronger than the piece-square values?

  kiwipete train --ledger generations.jsonl
      the generations as a table in Markdown"""

IN_SHORT = """\
  kiwipete train DATA --out net.kwn   train a network from self-play
"""

_MOST = 10**9
# Options of the gate, and their defaults.
_GATE: dict[str, Any] = {
    "nodes": 10_000,
    "sprt": (0.0, 10.0),
    "games": None,
    "jobs": processors(),
    "ledger": None,
}


def add_arguments(parser: CommandParser) -> None:
    """Add the data, the settings of the training, and the gate."""
    parser.usage = "kiwipete train [DATA ...] [OPTIONS]"
    options.add_words(parser, "data", "DATA", "files of training records (.kwr)")
    add = parser.add_argument
    add("--out", metavar="FILE", default="net.kwn", help="the network (default: net.kwn)")
    add(
        "--hidden",
        metavar="N",
        type=_hidden,
        default=128,
        help="neurons in the hidden layer, a multiple of 32 up to 1024 (default: 128)",
    )
    add(
        "--buckets",
        metavar="N",
        type=options.number("the number of buckets", 1, 8),
        default=1,
        help="output layers, chosen by the number of pieces, up to 8 (default: 1)",
    )
    add(
        "--epochs",
        metavar="N",
        type=options.number("the number of epochs", 1, 10_000),
        default=16,
        help="how often each position is seen (default: 16)",
    )
    add(
        "--batch",
        metavar="N",
        type=options.number("the size of a batch", 1, 1 << 24),
        default=4096,
        help="positions between two changes of the network (default: 4096)",
    )
    add(
        "--rate",
        metavar="X",
        type=_rate,
        default=0.001,
        help="the learning rate at its highest; it rises over 200 batches or a tenth of "
        "the training, then falls to a hundredth along a cosine (default: 0.001)",
    )
    add(
        "--decay",
        metavar="X",
        type=_fraction("the weight decay", 1),
        default=0.01,
        help="weight decay: how fast weights shrink towards zero (default: 0.01)",
    )
    add(
        "--result-share",
        metavar="X",
        type=_fraction("the share of the result", 1),
        default=0.0,
        help="how much of the target is the game's result, from 0 to 1 (default: 0; a fifth "
        "cost 100 Elo and more with up to ten million positions)",
    )
    add(
        "--validation",
        metavar="X",
        type=_fraction("the share for validation", 0.5),
        default=0.03,
        help="the share of each file that is kept for validation (default: 0.03)",
    )
    add(
        "--start",
        metavar="NET",
        default="random",
        help="begin with this network (it may have fewer neurons; shipped is the one in the "
        "package), with piece-square values for piece-square, or with random values (default)",
    )
    add(
        "--seed",
        metavar="N",
        type=options.number("the seed", 0, _MOST),
        default=1,
        help="the random start and order (default: 1)",
    )
    add(
        "--threads",
        metavar="N",
        type=options.number("the number of threads", 1, 256),
        default=processors(),
        help="train on this many threads (default: all processors)",
    )
    _add_gate(parser)


def _add_gate(parser: CommandParser) -> None:
    add = parser.add_argument
    add(
        "--gate",
        metavar="OLD",
        help="play the network against this one; shipped stands for the one in the package, none "
        "for the piece-square values",
    )
    add(
        "--nodes",
        metavar="N",
        type=options.number("the number of nodes", 1, _MOST),
        default=_GATE["nodes"],
        help="nodes for each move at the gate (default: 10,000)",
    )
    add(
        "--sprt",
        metavar="ELO0,ELO1",
        type=options.sprt_bounds,
        default=_GATE["sprt"],
        help="the hypotheses of the test: the network is stronger by ELO1, or only by ELO0 "
        "(default: 0,10)",
    )
    add(
        "--games",
        metavar="N",
        type=_even_games,
        help="stop the gate after this many games, an even number (default: when the test decides)",
    )
    add(
        "--jobs",
        metavar="N",
        type=options.number("the number of games at once", 1, 512),
        default=_GATE["jobs"],
        help="games at once at the gate (default: one per processor)",
    )
    add(
        "--ledger",
        metavar="FILE",
        help="add the generation to this file after the gate; without --gate, print the file",
    )


def run(arguments: Namespace) -> int:
    """Train, then play at the gate; or print the ledger."""
    from kiwipete.file_header import CannotWriteError, TrainingFileError

    try:
        if not arguments.data and arguments.gate is None:
            return _print_ledger(arguments)
        _check_used(arguments)
        with ended_like_ctrl_c():
            if arguments.gate is not None:
                from kiwipete.cli.commands.train_gate import check_gate, play_gate

                check_gate(arguments)  # better to fail now than after the training
            code = _train(arguments) if arguments.data else OK
            if code == OK and arguments.gate is not None:
                code = play_gate(arguments)
        return code
    except CannotWriteError as error:
        complain(str(error))
        return CANNOT_WRITE
    except TrainingFileError as error:
        raise UsageError(str(error)) from error
    except OSError as error:
        if error.filename is None:
            raise  # stdout cannot be written
        raise UsageError(f"cannot read {error.filename}: {error.strerror}") from error


def _check_used(arguments: Namespace) -> None:
    """Refuse options of the gate without one."""
    if arguments.gate is None:
        for name, default in _GATE.items():
            if getattr(arguments, name) != default:
                raise UsageError(f"--{name} is for the gate: name an opponent with --gate")


def _print_ledger(arguments: Namespace) -> int:
    from pathlib import Path

    from kiwipete.training.ledger import ledger_table, read_ledger

    if arguments.ledger is None:
        raise UsageError("no file to learn from (see kiwipete train --help)")
    print(ledger_table(read_ledger(Path(arguments.ledger))))
    return OK


def _train(arguments: Namespace) -> int:
    from pathlib import Path

    from kiwipete.training.game_file import is_game_file
    from kiwipete.training.train import Training
    from kiwipete.training.training_data import TrainingData

    out = Path(arguments.out)
    _check_names(out, arguments)
    checkpoint = Path(f"{out}.checkpoint")
    for name in filter(is_game_file, arguments.data):
        raise UsageError(f"{name} has games: kiwipete data convert makes records of them")
    data = TrainingData(arguments.data, arguments.validation)
    training = Training(data, _settings(arguments), checkpoint)
    _print_beginning(training, checkpoint)
    try:
        _show_epochs(training)
    except KeyboardInterrupt:
        complain(_interrupted(training, checkpoint))
        return INTERRUPTED
    except RuntimeError as error:
        raise too_many_threads(error, arguments.threads) from error
    except ArithmeticError as error:
        raise UsageError(str(error)) from error
    _finish(training, out)
    checkpoint.unlink(missing_ok=True)
    return OK


def _check_names(out: Path, arguments: Namespace) -> None:
    """Raise a UsageError if a result cannot be written, or would replace what is read."""
    from kiwipete.own_engine.network_file import HEADER
    from kiwipete.own_engine.networks import SHIPPED_PATH, is_file, is_shipped
    from kiwipete.training.train import PIECE_SQUARE, RANDOM
    from kiwipete.training.training_report import plot_path, refuse_other_files, report_path

    check_replaceable(arguments.out)
    start = None if arguments.start in (RANDOM, PIECE_SQUARE) else arguments.start
    networks = (SHIPPED_PATH if is_shipped(name) else name for name in (start, arguments.gate))
    used = (*arguments.data, *filter(is_file, networks), arguments.ledger)
    for path in (out, plot_path(out), report_path(out)):
        if any(is_same_file(path, name) for name in used if name):
            raise UsageError(f"{path} is used here: write to another file with --out")
        check_replaceable(str(path))
    HEADER.refuse_other_kind(out)
    refuse_other_files(out)


def _settings(arguments: Namespace) -> TrainingSettings:
    from dataclasses import fields

    from kiwipete.training.train import TrainingSettings

    names = (field.name for field in fields(TrainingSettings))
    return TrainingSettings(**{name: getattr(arguments, name) for name in names})


def _print_beginning(training: Training, checkpoint: Path) -> None:
    data, settings = training.data, training.settings
    layers = f"{settings.hidden} neurons, {several(settings.buckets, 'bucket')}"
    print(
        f"{several(data.learned, 'position')} to learn, {data.validating:,} to validate; "
        f"{layers}, {several(settings.threads, 'thread')}"
    )
    if training.epochs:
        print(f"continuing after epoch {len(training.epochs)} ({checkpoint})")
    sys.stdout.flush()


def _show_epochs(training: Training) -> None:
    from contextlib import closing

    from kiwipete.cli.ui.train_view import open_view
    from kiwipete.training.train import Epoch

    with open_view(training) as view, closing(training.run()) as events:
        for event in events:
            if isinstance(event, Epoch):
                view.add(event)
            else:
                view.progress(event)


def _finish(training: Training, out: Path) -> None:
    """Write the network, the plot and the report, and print what was gained."""
    from kiwipete.file_header import CannotWriteError, TrainingFileError, replace_file
    from kiwipete.own_engine.network_file import write_network
    from kiwipete.training.loss_plot import loss_plot
    from kiwipete.training.training_report import plot_path, report_path, training_report

    network = training.network()
    lost = training.quantisation(network)
    try:
        write_network(out, network)
    except CannotWriteError:
        raise
    except TrainingFileError as error:  # integers that could overflow
        raise UsageError(f"{error}: try a lower rate, or more decay") from error
    replace_file(plot_path(out), loss_plot(training.epochs, out.name).encode())
    report = training_report(training, network, lost)
    replace_file(report_path(out), (json.dumps(report, indent=1) + "\n").encode())
    seconds = duration(sum(epoch.seconds for epoch in training.epochs))
    print(
        f"{out}: network {network.checksum:08x}, validation {training.epochs[-1].validation:.6f} "
        f"by score {training.epochs[-1].by_score:.6f}, by result "
        f"{training.epochs[-1].by_result:.6f}, trained in {seconds}"
    )
    print(
        f"as integers: validation {lost.loss:.6f}, evaluations differ by "
        f"{lost.centipawns:.2f} centipawns on average"
    )
    print(f"losses: {plot_path(out)}, report: {report_path(out)}")


def _interrupted(training: Training, checkpoint: Path) -> str:
    done = f"{len(training.epochs)} of {several(training.settings.epochs, 'epoch')} done"
    if not training.epochs:
        return f"interrupted: {done}; nothing to continue from"
    return (
        f"interrupted: {done}, saved in {shlex.quote(str(checkpoint))}; the same command continues"
    )


def _hidden(text: str) -> int:
    count = options.number("the number of neurons", 32, 1024)(text)
    if count % 32:
        raise UsageError(f"the number of neurons must be a multiple of 32, not {count}")
    return count


def _even_games(text: str) -> int:
    count = options.number("the number of games", 2, _MOST)(text)
    if count % 2:
        raise UsageError(f"the number of games must be even, not {count}")
    return count


def _rate(text: str) -> float:
    rate = _fraction("the learning rate", 1)(text)
    if not rate:
        raise UsageError("the learning rate must be above 0")
    return rate


def _fraction(what: str, high: float) -> Callable[[str], float]:
    """Return a function that reads a number from 0 to some bound."""

    def read(text: str) -> float:
        if re.fullmatch(r"[0-9]{0,3}(\.[0-9]{1,12})?([eE]-[0-9]{1,2})?", text, re.ASCII):
            try:
                if 0 <= float(text) <= high:
                    return float(text)
            except ValueError:
                pass
        raise UsageError(f"{what} must be a number from 0 to {high:g}, not {text!r}")

    return read
