"""The compiled trainer: its gradients are right, and it is deterministic."""

from __future__ import annotations

import random
import threading
import time
from array import array

import numpy as np
import pytest

from kiwipete._core.trainer import Records, Trainer, piece_square_values
from tests.support.reference_network import ReferenceNetwork, random_records

RECORDS = random_records(600)


def filled(hidden: int, buckets: int = 1, threads: int = 1, seed: int = 1) -> Trainer:
    """Return a trainer with random parameters, large enough that some neurons saturate."""
    trainer = Trainer(hidden, buckets, threads)
    source = random.Random(seed)
    count = len(trainer.parameters) // 4
    trainer.parameters = array("f", [source.uniform(-0.4, 0.4) for _ in range(count)]).tobytes()
    return trainer


def plan(trainer: Trainer, batch: int = 100, steps: int = 100, **settings: float) -> None:
    records = Records(RECORDS)
    trainer.learn_from([(records, len(records))], batch)
    trainer.plan(steps=steps, rate=0.01, last_rate=0.0001, warm_up=5, **settings)


def floats(data: bytes) -> np.ndarray:
    return np.frombuffer(data, "<f4").astype(float)


@pytest.mark.parametrize(("hidden", "buckets"), [(32, 1), (64, 8), (96, 3), (128, 1), (256, 1)])
def test_outputs_are_those_of_the_reference(hidden, buckets):
    trainer = filled(hidden, buckets)
    reference = ReferenceNetwork(trainer.parameters, hidden, buckets)
    outputs = floats(trainer.outputs(Records(RECORDS[: 32 * 60])))
    expected = [reference.output(RECORDS[32 * i : 32 * i + 32]) for i in range(60)]
    assert np.allclose(outputs, expected, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(("hidden", "buckets"), [(32, 1), (64, 8), (96, 3), (128, 1), (512, 1)])
@pytest.mark.parametrize("share", [0, 0.3])
def test_gradients_are_those_of_the_reference(hidden, buckets, share):
    trainer = filled(hidden, buckets)
    plan(trainer, result_share=share)
    reference = ReferenceNetwork(trainer.parameters, hidden, buckets)
    found = floats(trainer.gradients(Records(RECORDS[: 32 * 20])))
    expected = sum(reference.gradient(RECORDS[32 * i : 32 * i + 32], share) for i in range(20))
    assert np.allclose(found, expected, rtol=1e-3, atol=1e-5)
    assert np.abs(expected).max() > 0.01


def test_the_gradient_of_the_reference_agrees_with_finite_differences():
    data, step = RECORDS[32 * 30 : 32 * 31], 1e-6
    reference = ReferenceNetwork(filled(32, 2).parameters, 32, 2)
    gradient = reference.gradient(data, 0.3)
    source = np.random.default_rng(1)
    for index in [*np.flatnonzero(gradient)[:200], *source.integers(len(gradient), size=50)]:
        values = reference.values.copy()
        values[index] += step
        above = reference.loss(data, 0.3, values)
        values[index] -= 2 * step
        slope = (above - reference.loss(data, 0.3, values)) / (2 * step)
        assert slope == pytest.approx(gradient[index], rel=1e-4, abs=1e-9)


def test_a_step_is_adam_with_decay():
    trainer = filled(32)
    records = Records(RECORDS)
    trainer.learn_from([(records, 50)], 50)
    trainer.plan(steps=10, rate=0.02, last_rate=0.01, warm_up=0, decay=0.1)
    before = floats(trainer.parameters)
    gradient = floats(trainer.gradients(Records(RECORDS[: 32 * 50]))) / 50
    trainer.take_steps(1)
    rate = 0.01 + 0.01 * 0.5 * (1 + np.cos(np.pi / 10))
    moved = before * (1 - rate * 0.1) - rate * gradient / (np.abs(gradient) + 1e-8)
    # Where the gradient is about as small as epsilon, rounding decides.
    clear = (np.abs(gradient) > 1e-5) | (gradient == 0)
    assert np.allclose(floats(trainer.parameters)[clear], moved[clear], atol=1e-5)
    assert np.allclose(floats(trainer.means), 0.1 * gradient, rtol=1e-3, atol=1e-8)
    assert np.allclose(floats(trainer.squares), 0.001 * gradient**2, rtol=1e-2, atol=1e-12)


def test_a_tiny_set_is_learned_to_the_end():
    trainer = filled(32)
    tiny = Records(RECORDS[: 32 * 40])
    trainer.learn_from([(tiny, 40)], 40)
    trainer.plan(steps=1000, rate=0.01, last_rate=0.0001, warm_up=200, decay=0)
    first = trainer.check(tiny)[0] / 40
    trainer.take_steps(1000)
    assert first > 0.02
    assert trainer.check(tiny)[0] / 40 < 1e-6


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_two_runs_give_one_network_however_they_are_cut(threads):
    found = []
    for cuts in [(30,), (30,), (1, 9, 20)]:
        trainer = filled(64, 2, threads)
        plan(trainer)
        for steps in cuts:
            trainer.take_steps(steps)
        found.append((trainer.parameters, trainer.means, trainer.squares, trainer.step))
    assert found[0] == found[1] == found[2]


def test_the_number_of_threads_changes_only_rounding():
    found = []
    for threads in (1, 2, 5):
        trainer = filled(64, 2, threads)
        plan(trainer)
        losses = trainer.take_steps(12)
        found.append((floats(trainer.parameters), losses, trainer.check(Records(RECORDS), 100)))
    for parameters, losses, checked in found[1:]:
        assert np.abs(parameters - found[0][0]).mean() < 1e-5
        assert losses == pytest.approx(found[0][1], rel=1e-3)
        assert checked == pytest.approx(found[0][2], rel=1e-3)


def test_losses_count_each_record_once():
    trainer = filled(32)
    records = Records(RECORDS)
    plan(trainer, batch=600)
    assert trainer.check(records, 600) == (0, 0, 0)
    before = trainer.check(records)
    assert trainer.take_steps(1) == pytest.approx(before, rel=1e-6)  # of the network before
    whole = sum(trainer.check(Records(RECORDS[32 * i : 32 * i + 32]))[0] for i in range(600))
    assert trainer.check(records)[0] == pytest.approx(whole, rel=1e-6)


def test_an_epoch_sees_every_record_of_every_file_once():
    """The loss of one batch of all records is that of the records."""
    trainer = filled(32)
    parts = [Records(RECORDS[32 * i : 32 * (i + 60)]) for i in range(0, 600, 60)]
    trainer.learn_from([(part, len(part)) for part in parts], 600)
    trainer.plan(steps=10, rate=1e-9, last_rate=0, warm_up=0)
    trainer.shuffle(7)
    assert trainer.steps_in_epoch == 1
    whole = trainer.check(Records(RECORDS))[0]
    assert trainer.take_steps(1)[0] == pytest.approx(whole, rel=1e-6)


def test_orders_depend_on_the_seed():
    losses = []
    for seed in (1, 1, 2):
        trainer = filled(32)
        plan(trainer, batch=10)
        trainer.shuffle(seed)
        losses.append(trainer.take_steps(1)[0])
    assert losses[0] == losses[1] != losses[2]


@pytest.mark.parametrize(
    "call",
    [
        lambda: Trainer(33),
        lambda: Trainer(0),
        lambda: Trainer(2048),
        lambda: Trainer(32, 9),
        lambda: Trainer(32, 1, 0),
        lambda: Records(bytes(31)),
        lambda: Records(memoryview(bytes(65))[1:]),
        lambda: Trainer(32).learn_from([], 10),
        lambda: Trainer(32).learn_from([(Records(RECORDS), 601)], 10),
        lambda: Trainer(32).learn_from([(Records(RECORDS), 600)], 0),
        lambda: Trainer(32).take_steps(1),
        lambda: Trainer(32).plan(steps=0, rate=1, last_rate=1, warm_up=0),
        lambda: Trainer(32).check(Records(RECORDS), 601),
        lambda: setattr(Trainer(32), "parameters", bytes(8)),
        lambda: setattr(Trainer(32), "step", -1),
    ],
)
def test_impossible_calls_are_refused(call):
    with pytest.raises(ValueError, match=r"expected|cannot|there are|bytes|multiple|first"):
        call()


def test_records_without_sense_are_found():
    assert Records(RECORDS).first_fault() is None
    assert Records(b"").first_fault() is None
    for damage in (bytes(32), b"\xff" * 32, RECORDS[:31] + b"\x03"):
        assert Records(RECORDS[:64] + damage).first_fault() == 2


def test_games_begin_where_plies_start_again():
    starts = [i for i in range(600) if Records(RECORDS).starts_game(i)]
    assert starts[0] == 0
    plies = np.frombuffer(RECORDS, "<u2").reshape(-1, 16)[:, 14]
    assert starts[1:] == list(np.flatnonzero(np.diff(plies.astype(int)) <= 0) + 1)


def test_piece_square_values_are_those_of_the_kernel():
    middle, end = piece_square_values()
    assert len(middle) == len(end) == 6
    assert middle[5][4] == 14
    assert all(len(row) == 64 for row in middle + end)


def test_a_trainer_at_work_refuses_other_calls():
    trainer = filled(256)
    plan(trainer, steps=10**6)
    thread = threading.Thread(target=trainer.take_steps, args=(1000,))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            trainer.step = 0
        except RuntimeError:
            refused += 1
        time.sleep(0.001)
    thread.join()
    assert refused
    assert trainer.step >= 1000
