"""What a network was trained on and how well: JSON beside the network, for the ledger."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kiwipete.file_header import TrainingFileError
from kiwipete.own_engine.network_file import Network
from kiwipete.training.train import Quantisation, Training


def training_report(training: Training, network: Network, lost: Quantisation) -> dict[str, Any]:
    """Return what there is to know about a finished training."""
    last = training.epochs[-1]
    return {
        "network": f"{network.checksum:08x}",
        "hidden": network.hidden,
        "buckets": network.buckets,
        "positions": training.data.learned,
        "data": training.data.described(),
        "settings": asdict(training.settings),
        "loss": last.loss,
        "validation": last.validation,
        "quantised": lost.loss,
        "quantisation_error": lost.centipawns,
        "epochs": [asdict(epoch) for epoch in training.epochs],
    }


def report_path(network: Path) -> Path:
    """Return where the report on a network is.

    >>> report_path(Path("net.kwn")).name, report_path(Path("gen.1")).name
    ('net.json', 'gen.1.json')
    """
    return _beside(network, ".json")


def plot_path(network: Path) -> Path:
    """Return where the plot of a network's losses is."""
    return _beside(network, ".svg")


def refuse_other_files(network: Path) -> None:
    """Raise TrainingFileError if something other than a report and a plot is in their places."""
    for path, sign in ((report_path(network), b'"network": '), (plot_path(network), b">Loss of ")):
        if path.exists() and path.stat().st_size and sign not in path.read_bytes():
            raise TrainingFileError(f"{path} is not from a training, and would be lost")


def _beside(network: Path, suffix: str) -> Path:
    stem = network.stem if network.suffix == ".kwn" else network.name
    return network.with_name(stem + suffix)


def read_report(path: Path, network: Network) -> dict[str, Any]:
    """Return the report on a network; nothing if it has none, or the report is on another."""
    try:
        found = json.loads(report_path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError) as error:
        raise TrainingFileError(f"{report_path(path)} isn't a report: {error}") from error
    mine = isinstance(found, dict) and found.get("network") == f"{network.checksum:08x}"
    return found if mine else {}
