"""The gate: what the trainer says is what the engine plays, and the games are recorded."""

from __future__ import annotations

import json
from array import array

import pytest

from kiwipete import Board
from kiwipete._core.network import NetworkWeights
from kiwipete._core.trainer import Records, Trainer
from kiwipete.file_header import TrainingFileError
from kiwipete.match import Match, Sprt
from kiwipete.own_engine.network_file import write_network
from kiwipete.training.gate import Player, gate_entry, gate_plan
from kiwipete.training.parameters import (
    network_parameters,
    piece_square_parameters,
    quantised,
    random_parameters,
)
from tests.support.perft_data import STANDARD
from tests.support.reference_network import record

GOOD = quantised(piece_square_parameters(32, 2, 1), 32, 2)
POOR = quantised(random_parameters(32, 1, 1), 32, 1)


@pytest.fixture
def networks(tmp_path):
    write_network(tmp_path / "good.kwn", GOOD)
    write_network(tmp_path / "poor.kwn", POOR)
    return str(tmp_path / "good.kwn"), str(tmp_path / "poor.kwn")


@pytest.mark.parametrize("network", [GOOD, POOR], ids=["good", "poor"])
def test_the_engine_evaluates_as_the_trainer(network):
    boards = [Board(known.fen) for known in STANDARD]
    boards = [board for board in boards if board.is_valid()]
    trainer = Trainer(network.hidden, network.buckets)
    trainer.parameters = network_parameters(network).tobytes()
    records = Records(b"".join(record(board, 0, 1) for board in boards))
    expected = [400 * output for output in array("f", trainer.outputs(records))]
    weights = NetworkWeights(network)
    found = [weights.evaluate(board) for board in boards]
    assert len(boards) > 20
    assert found == pytest.approx(expected, abs=1.1)


def test_a_better_network_passes(networks):
    good, poor = (Player.of(name) for name in networks)
    plan = gate_plan(good, poor, nodes=100, sprt=Sprt(0, 300), games=40)
    match = Match(plan, jobs=2)
    for _ in match.run():
        pass
    entry = gate_entry(match, poor, 100)
    assert entry["verdict"] == "passed"
    assert entry["against"] == f"{POOR.checksum:08x}"
    assert entry["wins"] > entry["losses"]
    json.dumps(entry, allow_nan=False)


def test_networks_must_differ(networks):
    with pytest.raises(ValueError, match="is the same network as"):
        gate_plan(Player.of(networks[0]), Player.of(networks[0]), nodes=1, sprt=Sprt(0, 10))
    with pytest.raises(TrainingFileError, match="is not a network"):
        Player.of(__file__)


def test_the_shipped_network_and_none_have_names():
    assert Player.of("none").key == "piece-square"
    assert Player.of("shipped").network is not None
    assert Player.of("shipped") == Player.of("<shipped>")
    plan = gate_plan(Player.of("shipped"), Player.of("none"), nodes=1, sprt=Sprt(0, 10))
    assert dict(plan.engines[1].options) == {"EvalFile": "none"}
