"""Train a network on records: epochs, losses, checkpoints, and the integers at the end."""

from __future__ import annotations

import math
import os
import time
from array import array
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from kiwipete._core.trainer import Trainer
from kiwipete.file_header import TrainingFileError
from kiwipete.own_engine.network_file import HIDDEN_STEP, MAX_BUCKETS, MAX_HIDDEN, SCALE, Network
from kiwipete.own_engine.networks import find_network
from kiwipete.training.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from kiwipete.training.parameters import (
    network_parameters,
    piece_square_parameters,
    quantised,
    random_parameters,
    widened_parameters,
    with_bias_moved,
)
from kiwipete.training.training_data import TrainingData

# Seconds of work between two looks at the clock and at signals.
_INTERVAL = 0.2
# The learning rate ends at this share of its beginning.
_LAST_RATE = 0.01
# It rises over so many steps, or over a tenth of a short training.
_WARM_UP = 200

RANDOM = "random"
PIECE_SQUARE = "piece-square"


# The least and the most of each setting that is a number.
_BOUNDS = {
    "hidden": (HIDDEN_STEP, MAX_HIDDEN),
    "buckets": (1, MAX_BUCKETS),
    "epochs": (1, math.inf),
    "batch": (1, math.inf),
    "rate": (0, 1),
    "decay": (0, 1),
    "result_share": (0, 1),
    "validation": (0, 1),
    "threads": (1, math.inf),
}


@dataclass(frozen=True)
class TrainingSettings:
    """What decides, with the data, which network comes out. Raises ValueError for impossible ones.

    >>> TrainingSettings(result_share=1.5)
    Traceback (most recent call last):
    ValueError: result_share is 0 to 1, not 1.5
    """

    hidden: int = 128
    buckets: int = 1
    epochs: int = 16
    batch: int = 4096
    rate: float = 0.001
    decay: float = 0.01
    result_share: float = 0.0
    validation: float = 0.03
    seed: int = 1
    threads: int = 1
    start: str = RANDOM  # or PIECE_SQUARE, or a network by its name

    def __post_init__(self) -> None:
        for name, (least, most) in _BOUNDS.items():
            value = getattr(self, name)
            if not least <= value <= most:
                raise ValueError(f"{name} is {least} to {most}, not {value}")
        if self.hidden % HIDDEN_STEP:
            raise ValueError(f"hidden is a multiple of {HIDDEN_STEP}, not {self.hidden}")


@dataclass(frozen=True)
class Epoch:
    """An epoch that is done; losses are mean squared errors of the expected score."""

    number: int
    loss: float
    validation: float
    by_score: float  # the validation's, had the target been the score alone
    by_result: float  # and the result alone
    positions: int
    seconds: float


@dataclass(frozen=True)
class Quantisation:
    """What the rounding to integers costs on the validation set."""

    loss: float
    centipawns: float  # mean difference of the evaluation


@dataclass(frozen=True)
class Progress:
    """How far an epoch is; `loss` is that of the positions since it began."""

    epoch: int
    positions: int
    loss: float
    seconds: float


class Training:
    """A training in progress; `epochs` are those done.

    With a checkpoint file, which is written after each epoch, a training that was interrupted
    goes on after the last epoch that was done, and gives the network that it would have given.
    """

    def __init__(
        self,
        data: TrainingData,
        settings: TrainingSettings,
        checkpoint: str | os.PathLike[str] | None = None,
    ) -> None:
        self.data = data
        self.settings = settings
        self.epochs: list[Epoch] = []
        self._checkpoint = Path(checkpoint) if checkpoint is not None else None
        self._trainer = Trainer(settings.hidden, settings.buckets, settings.threads)
        self._trainer.learn_from(
            [(file.records, file.validation) for file in data.files], settings.batch
        )
        steps = settings.epochs * self._trainer.steps_in_epoch
        self._trainer.plan(
            steps=steps,
            rate=settings.rate,
            last_rate=settings.rate * _LAST_RATE,
            warm_up=min(_WARM_UP, steps // 10),
            decay=settings.decay,
            result_share=settings.result_share,
        )
        self._start, self._start_name = _start_parameters(settings)
        self._trainer.parameters = self._start.tobytes()
        if self._checkpoint is not None and self._checkpoint.exists():
            self._go_on(read_checkpoint(self._checkpoint))

    @property
    def is_done(self) -> bool:
        """Whether all epochs are done."""
        return len(self.epochs) == self.settings.epochs

    @property
    def positions_in_epoch(self) -> int:
        """The number of positions learned in an epoch: whole batches."""
        trainer = self._trainer
        return trainer.steps_in_epoch * min(self.settings.batch, self.data.learned)

    def run(self) -> Generator[Progress | Epoch, None, None]:
        """Train to the end; yield the progress several times a second, and each epoch."""
        while not self.is_done:
            yield from self._run_epoch(len(self.epochs) + 1)

    def validate(self) -> tuple[float, float, float]:
        """Return the mean losses on the validation set: by the target, by scores, by results."""
        sums = [0.0, 0.0, 0.0]
        for file in self.data.files:
            for i, loss in enumerate(self._trainer.check(file.records, file.validation)):
                sums[i] += loss
        loss, by_score, by_result = (each / self.data.validating for each in sums)
        return loss, by_score, by_result

    def network(self) -> Network:
        """Return the network as it is now, in integers.

        What the rounding of many output weights adds to all positions alike, some centipawns, is
        taken off the output biases again.
        """
        exact = self._trainer.parameters
        network = quantised(array("f", exact), self.settings.hidden, self.settings.buckets)
        before = self._mean_outputs()
        try:
            self._trainer.parameters = network_parameters(network).tobytes()
            after = self._mean_outputs()
        finally:
            self._trainer.parameters = exact
        return with_bias_moved(network, [a - b for a, b in zip(before, after, strict=True)])

    def quantisation(self, network: Network) -> Quantisation:
        """Measure what the rounding to the integers of `network()` costs."""
        exact = self._trainer.parameters
        outputs = list(self._outputs())
        try:
            self._trainer.parameters = network_parameters(network).tobytes()
            differences = (
                abs(mine - rounded)
                for one, other in zip(outputs, self._outputs(), strict=True)
                for mine, rounded in zip(one, other, strict=True)
            )
            mean = sum(differences) * SCALE / self.data.validating
            return Quantisation(self.validate()[0], mean)
        finally:
            self._trainer.parameters = exact

    def _mean_outputs(self) -> list[float]:
        """Return the mean output on the validation set for each bucket; 0 without positions."""
        sums, counts = [0.0] * self.settings.buckets, [0] * self.settings.buckets
        for file in self.data.files:
            found = self._trainer.output_sums(file.records, file.validation)
            for bucket, (total, count) in enumerate(found):
                sums[bucket] += total
                counts[bucket] += count
        return [total / max(count, 1) for total, count in zip(sums, counts, strict=True)]

    def _outputs(self) -> Iterator[array[float]]:
        """Return the outputs on the validation set, file by file."""
        for file in self.data.files:
            yield array("f", self._trainer.outputs(file.records, file.validation))

    def _run_epoch(self, number: int) -> Iterator[Progress | Epoch]:
        trainer, begun = self._trainer, time.monotonic()
        in_epoch = trainer.steps_in_epoch
        size = self.positions_in_epoch // in_epoch
        # A sequence of its own for each epoch: nothing to remember in a checkpoint.
        trainer.shuffle(self.settings.seed * 1_000_003 + number)
        done, loss, steps = 0, 0.0, 1
        while done < in_epoch:
            steps = min(steps, in_epoch - done)
            before = time.monotonic()
            loss += trainer.take_steps(steps)[0]
            done += steps
            yield Progress(number, done * size, loss / (done * size), time.monotonic() - begun)
            steps = max(1, int(steps * min(_INTERVAL / max(time.monotonic() - before, 1e-6), 8)))
        epoch = Epoch(
            number,
            loss / (in_epoch * size),
            *self.validate(),
            in_epoch * size,
            time.monotonic() - begun,
        )
        if not math.isfinite(epoch.loss + epoch.validation):
            raise ArithmeticError("the loss isn't a number any more: try a lower rate")
        self.epochs.append(epoch)
        self._save()
        yield epoch

    def _subject(self) -> dict[str, Any]:
        """Return what must be the same to go on: file names may change, their content not."""
        data = [[len(file.records), file.checksum] for file in self.data.files]
        return {**asdict(self.settings), "start": self._start_name, "data": data}

    def _save(self) -> None:
        if self._checkpoint is None:
            return
        trainer = self._trainer
        progress = {"step": trainer.step, "epochs": [asdict(epoch) for epoch in self.epochs]}
        write_checkpoint(
            self._checkpoint,
            Checkpoint(
                self._subject(), progress, trainer.parameters, trainer.means, trainer.squares
            ),
        )

    def _go_on(self, found: Checkpoint) -> None:
        """Take over the state of a checkpoint of this very training."""
        for name, value in self._subject().items():
            if found.subject.get(name) != value:
                what = "other data" if name == "data" else f"{name} {found.subject.get(name)}"
                raise TrainingFileError(
                    f"{self._checkpoint} is a checkpoint with {what}: "
                    "train as then, or remove it to begin again"
                )
        self.epochs = [
            Epoch(**{field.name: epoch[field.name] for field in fields(Epoch)})
            for epoch in found.progress["epochs"]
        ]
        self._trainer.parameters = found.parameters
        self._trainer.means = found.means
        self._trainer.squares = found.squares
        self._trainer.step = found.progress["step"]


def _start_parameters(settings: TrainingSettings) -> tuple[array[float], str]:
    """Return the parameters to start from, and a name for them that doesn't depend on paths."""
    hidden, buckets, start = settings.hidden, settings.buckets, settings.start
    if start == RANDOM:
        return random_parameters(hidden, buckets, settings.seed), start
    network = None if start == PIECE_SQUARE else find_network(start)
    if network is None:
        return piece_square_parameters(hidden, buckets, settings.seed), PIECE_SQUARE
    if network.hidden > hidden or network.buckets != buckets:
        raise TrainingFileError(
            f"{start} has {network.hidden} neurons and {network.buckets} buckets:"
            f" it cannot become a network with {hidden} and {buckets}"
        )
    return widened_parameters(network, hidden, settings.seed), f"{network.checksum:08x}"
