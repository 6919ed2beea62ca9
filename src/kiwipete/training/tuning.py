"""A tuning of the search's margins: iterations of SPSA with games, and its state in a file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kiwipete.file_header import TrainingFileError, replace_file
from kiwipete.own_engine.network_file import Network
from kiwipete.training.spsa import Margin, Spsa, Trial

_FORMAT = "kiwipete tuning 1"

# Plays the pairs of an iteration; returns the share of `plus`, from -1 to 1.
Play = Callable[[Trial, int], float]


@dataclass(frozen=True)
class TuningSettings:
    """What decides, with the margins, how a tuning goes."""

    iterations: int = 1000
    pairs: int = 8
    nodes: int = 5000
    rate: float = 0.1
    seed: int = 1
    network: str = ""  # its checksum, or empty for piece-square values


class Tuning:
    """A tuning in progress; it goes on from its state file, which is written at every iteration."""

    def __init__(
        self, margins: Sequence[Margin], settings: TuningSettings, path: str | os.PathLike[str]
    ) -> None:
        self.settings = settings
        self.spsa = Spsa(
            margins, iterations=settings.iterations, rate=settings.rate, seed=settings.seed
        )
        self._path = Path(path)
        if self._path.exists():
            self._go_on(read_state(self._path))

    def run(self, play: Play) -> Generator[float, None, None]:
        """Run the remaining iterations; yield each result when it has been saved."""
        while not self.spsa.is_done:
            trial = self.spsa.trial()
            result = play(trial, self.spsa.iteration)
            self.spsa.learn(trial, result)
            self._save()
            yield result

    def _subject(self) -> dict[str, Any]:
        return {
            "format": _FORMAT,
            "pairs": self.settings.pairs,
            "nodes": self.settings.nodes,
            "rate": self.settings.rate,
            "seed": self.settings.seed,
            "iterations": self.settings.iterations,
            "network": self.settings.network,
            "margins": [
                [margin.name, margin.default, margin.minimum, margin.maximum]
                for margin in self.spsa.margins
            ],
        }

    def _save(self) -> None:
        state = {**self._subject(), "iteration": self.spsa.iteration, "values": self.spsa.values}
        replace_file(self._path, json.dumps(state, indent=1).encode())

    def _go_on(self, state: dict[str, Any]) -> None:
        for name, value in self._subject().items():
            if state.get(name) != value:
                what = "other margins" if name == "margins" else f"{name} {state.get(name)}"
                raise TrainingFileError(
                    f"{self._path} is the state of a tuning with {what}: "
                    "tune as then, or name another file"
                )
        try:
            self.spsa.restore(int(state["iteration"]), state["values"])
        except (KeyError, TypeError, ValueError) as error:
            raise TrainingFileError(f"{self._path} is damaged: {error!r}") from error


def read_state(path: Path) -> dict[str, Any]:
    """Read a state file; TrainingFileError if it is something else."""
    try:
        state = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise TrainingFileError(f"{path} isn't the state of a tuning: {error}") from error
    if not isinstance(state, dict) or state.get("format") != _FORMAT:
        raise TrainingFileError(f"{path} isn't the state of a tuning")
    return state


class GamesPlayer:
    """Plays the pairs of each iteration on the processes of a pool, with a network."""

    def __init__(
        self, settings: TuningSettings, pool: Executor, network: Network | str | None
    ) -> None:
        self._settings = settings
        self._pool = pool
        self._network = network

    def __call__(self, trial: Trial, iteration: int) -> float:
        """Return the mean result of the iteration's pairs, in a fixed order."""
        from kiwipete.training.tuning_games import play_pair

        settings = self._settings
        first = iteration * settings.pairs
        sides = trial.plus, trial.minus
        played = [
            self._pool.submit(
                play_pair, settings.seed, first + i, *sides, settings.nodes, self._network
            )
            for i in range(settings.pairs)
        ]
        return sum(each.result() for each in played) / settings.pairs
