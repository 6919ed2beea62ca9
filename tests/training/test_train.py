"""Training from files: the network, its validation, and going on after an interruption."""

from __future__ import annotations

import os
import subprocess
import sys
from array import array
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from kiwipete._core.trainer import Records, Trainer
from kiwipete.file_header import HEADER_BYTES, TrainingFileError
from kiwipete.own_engine.network_file import FEATURES, read_network, write_network
from kiwipete.training.loss_plot import loss_plot
from kiwipete.training.parameters import (
    network_parameters,
    parameter_count,
    piece_square_parameters,
    quantised,
    random_parameters,
)
from kiwipete.training.record_file import RecordWriter
from kiwipete.training.train import PIECE_SQUARE, Epoch, Training, TrainingSettings
from kiwipete.training.training_data import TrainingData
from tests.support.reference_network import random_records, record

RECORDS = random_records(3000)
SETTINGS = TrainingSettings(hidden=32, epochs=6, batch=100, rate=0.01, threads=2)


def write(path, records=RECORDS):
    with RecordWriter(path) as writer:
        writer.write(records)
    return path


@pytest.fixture
def data(tmp_path):
    return TrainingData([write(tmp_path / "some.kwr")], 0.1)


def trained(data, settings=SETTINGS, checkpoint=None):
    training = Training(data, settings, checkpoint)
    for _ in training.run():
        pass
    return training


def test_a_tiny_network_learns_material(data):
    """Scores are material with noise; from piece-square values, the unseen part is known soon."""
    training = trained(data, replace(SETTINGS, epochs=12))
    losses = [epoch.validation for epoch in training.epochs]
    assert losses[-1] < 0.6 * losses[0]
    assert training.epochs[-1].loss < 0.001
    ahead = trained(data, replace(SETTINGS, rate=0.003, start=PIECE_SQUARE))
    assert ahead.epochs[-1].validation < 0.001
    assert all(epoch.positions == 100 * (data.learned // 100) for epoch in training.epochs)


def test_the_rate_of_a_short_training_rises_soon(data):
    training = trained(data, replace(SETTINGS, batch=500, epochs=20))
    assert training.epochs[-1].loss < 0.005


def test_two_runs_give_one_network(data):
    assert trained(data).network() == trained(data).network()
    assert trained(data, replace(SETTINGS, seed=2)).network() != trained(data).network()


def test_an_interrupted_training_goes_on_to_the_same_network(data, tmp_path):
    checkpoint = tmp_path / "net.checkpoint"
    stopped = Training(data, SETTINGS, checkpoint)
    for event in stopped.run():
        if not isinstance(event, Epoch) and event.epoch == 4:
            break  # in the middle of an epoch
    resumed = trained(data, SETTINGS, checkpoint)
    whole = trained(data)
    assert [epoch.number for epoch in resumed.epochs] == [1, 2, 3, 4, 5, 6]
    assert resumed.network() == whole.network()
    assert [e.validation for e in resumed.epochs] == [e.validation for e in whole.epochs]


KILLED = """
import sys
from tests.training.test_train import SETTINGS
from kiwipete.training.train import Training
from kiwipete.training.training_data import TrainingData
for event in Training(TrainingData([sys.argv[1]], 0.1), SETTINGS, sys.argv[2]).run():
    print(event, flush=True)
"""


def test_a_killed_training_goes_on_to_the_same_network(data, tmp_path):
    checkpoint = tmp_path / "net.checkpoint"
    command = [sys.executable, "-c", KILLED, str(data.files[0].path), str(checkpoint)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": "."}
    )
    for line in process.stdout:
        if b"epoch=3" in line:
            process.kill()
            break
    process.wait(60)
    process.stdout.close()
    resumed = Training(data, SETTINGS, checkpoint)
    assert 2 <= len(resumed.epochs) < 6
    for _ in resumed.run():
        pass
    assert resumed.network() == trained(data).network()


def test_a_checkpoint_of_another_training_is_refused(data, tmp_path):
    checkpoint = tmp_path / "net.checkpoint"
    trained(data, replace(SETTINGS, epochs=1), checkpoint)
    with pytest.raises(TrainingFileError, match=r"with epochs 1: train as then, or remove it"):
        Training(data, SETTINGS, checkpoint)
    other = TrainingData([write(tmp_path / "other.kwr", RECORDS[: 32 * 500])], 0.1)
    with pytest.raises(TrainingFileError, match=r"with other data: train as then"):
        Training(other, replace(SETTINGS, epochs=1), checkpoint)
    content = checkpoint.read_bytes()
    checkpoint.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(TrainingFileError, match="is damaged"):
        Training(data, replace(SETTINGS, epochs=1), checkpoint)


def test_a_network_is_trained_further(data, tmp_path):
    path = tmp_path / "first.kwn"
    first = trained(data)
    write_network(path, first.network())
    settings = replace(SETTINGS, epochs=1, rate=0.0001, start=str(path))
    second = Training(data, settings)
    assert second.network() == first.network()
    assert second.validate()[0] == pytest.approx(first.quantisation(first.network()).loss)
    with pytest.raises(TrainingFileError, match="has 32 neurons and 1 buckets: it cannot become"):
        Training(data, replace(settings, buckets=2))


def test_a_wider_network_begins_with_the_values_of_the_narrow_one(data, tmp_path):
    narrow, wide = tmp_path / "narrow.kwn", tmp_path / "wide.kwn"
    first = trained(data, replace(SETTINGS, buckets=3))
    write_network(narrow, first.network())
    settings = replace(SETTINGS, hidden=96, buckets=3, start=str(narrow))
    assert Training(data, settings).validate()[0] == pytest.approx(
        first.quantisation(first.network()).loss
    )
    network = trained(data, settings).network()
    write_network(wide, network)
    output = network_parameters(network)[(FEATURES + 1) * 96 : -3]
    assert all(any(output[row * 96 + 32 : (row + 1) * 96]) for row in range(6))
    with pytest.raises(TrainingFileError, match="has 96 neurons and 3 buckets: it cannot become"):
        Training(data, replace(settings, hidden=64, start=str(wide)))


@pytest.mark.parametrize(
    ("name", "value"),
    [("hidden", 33), ("hidden", 2048), ("rate", float("nan")), ("epochs", 0), ("validation", -1)],
)
def test_impossible_settings_are_named(name, value):
    with pytest.raises(ValueError, match=f"^{name} is "):
        TrainingSettings(**{name: value})


def test_quantisation_costs_little(data, tmp_path):
    training = trained(data)
    before = training.validate()
    lost = training.quantisation(training.network())
    assert training.validate() == before
    assert lost.loss == pytest.approx(before[0], rel=0.02)
    assert 0 < lost.centipawns < 10
    write_network(tmp_path / "net.kwn", training.network())
    assert read_network(tmp_path / "net.kwn") == training.network()


def test_rounding_moves_no_mean(data):
    """The integers evaluate all positions of a bucket neither higher nor lower on average."""
    training = trained(data, replace(SETTINGS, buckets=3, epochs=2))
    exact = training._mean_outputs()
    training._trainer.parameters = network_parameters(training.network()).tobytes()
    assert training._mean_outputs() == pytest.approx(exact, abs=2 / (255 * 64))


@pytest.mark.parametrize("buckets", [1, 4])
def test_integers_are_the_nearest(buckets):
    parameters = random_parameters(32, buckets, 5)
    assert len(parameters) == parameter_count(32, buckets)
    back = network_parameters(quantised(parameters, 32, buckets))
    assert max(abs(a - b) for a, b in zip(parameters, back, strict=True)) <= 0.5 / 64


def test_the_piece_square_start_knows_who_is_ahead():
    import kiwipete

    fens = (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    )
    trainer = Trainer(128, 2)
    trainer.parameters = piece_square_parameters(128, 2, 1).tobytes()
    records = Records(b"".join(record(kiwipete.Board(fen), 0, 1) for fen in fens))
    behind, even, ahead = (400 * x for x in array("f", trainer.outputs(records)))
    # The other neurons are random.
    assert behind < -500 < even - 300 < even + 300 < 500 < ahead


def test_validation_begins_with_a_game(tmp_path):
    data = TrainingData([write(tmp_path / "some.kwr")], 0.25)
    file = data.files[0]
    assert file.records.starts_game(file.validation)
    assert 2250 <= file.validation < 2400
    assert data.learned + data.validating == 3000
    one_game = TrainingData([write(tmp_path / "game.kwr", _game())], 0.25)
    assert one_game.files[0].validation == 30


def _game():
    """Return forty positions of one game."""
    positions = []
    for ply in range(40):
        position = bytearray(RECORDS[:32])
        position[28:30] = ply.to_bytes(2, "little")
        positions.append(bytes(position))
    return b"".join(positions)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"GIF89a" + bytes(100), "is not a file of training records"),
        (b"", "is not a file of training records"),
    ],
)
def test_other_files_are_refused(tmp_path, content, message):
    path = tmp_path / "some.kwr"
    path.write_bytes(content)
    with pytest.raises(TrainingFileError, match=message):
        TrainingData([path], 0.1)


def test_damaged_files_are_refused(tmp_path):
    path = write(tmp_path / "some.kwr")
    content = bytearray(path.read_bytes())
    content[HEADER_BYTES + 24] ^= 1
    path.write_bytes(content)
    with pytest.raises(TrainingFileError, match=r"some.kwr is damaged: its checksum is wrong"):
        TrainingData([path], 0.1)
    with pytest.raises(TrainingFileError, match=r"record 3001 isn't a position"):
        TrainingData([write(path, RECORDS + bytes(32))], 0.1)
    with pytest.raises(TrainingFileError, match=r"has no records"):
        TrainingData([write(path, RECORDS[:32])], 0.1)
    with pytest.raises(TrainingFileError, match=r"has the same records as"):
        TrainingData([write(path), write(tmp_path / "copy.kwr")], 0.1)
    with pytest.raises(TrainingFileError, match="no file to learn from"):
        TrainingData([], 0.1)


@pytest.mark.parametrize("count", [1, 2, 16, 300])
def test_the_plot_is_a_picture_of_all_epochs(count):
    epochs = [Epoch(i, 0.02 / i, 0.015 / i, 0, 0, 1, 1) for i in range(1, count + 1)]
    root = ElementTree.fromstring(loss_plot(epochs, "a<b&c"))
    lines = root.findall("{*}polyline")
    assert [line.get("points").count(",") for line in lines] == [count, count]
    heights = [float(point.split(",")[1]) for point in lines[0].get("points").split()]
    assert all(one <= other for one, other in pairwise(heights))
    assert any("a<b&c" in text.text for text in root.findall("{*}text"))
