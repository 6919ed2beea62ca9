"""The ledger of generations."""

from __future__ import annotations

import errno

import pytest

from kiwipete.file_header import CannotWriteError, TrainingFileError
from kiwipete.training.ledger import add_generation, ledger_table, read_ledger

REPORT = {
    "network": "00c0ffee",
    "hidden": 256,
    "buckets": 8,
    "positions": 3_100_000,
    "data": [{"file": "a.kwr", "records": 10, "checksum": "12345678"}],
    "loss": 0.0035,
    "validation": 0.0041,
    "epochs": [{"loss": 1}],
}
GAMES = {
    "against": "piece-square",
    "nodes": 10_000,
    "games": 200,
    "elo": 246.4,
    "elo_error": 56.1,
    "verdict": "passed",
}


def test_generations_are_numbered_and_listed(tmp_path):
    path = tmp_path / "generations.jsonl"
    add_generation(path, REPORT, GAMES)
    add_generation(path, {"network": "0badf00d"}, {**GAMES, "elo": None, "verdict": "failed"})
    first, second = read_ledger(path)
    assert (first["generation"], second["generation"]) == (1, 2)
    assert "epochs" not in first
    table = ledger_table([first, second]).splitlines()
    assert table[2] == (
        "| 1 | 00c0ffee | 256 x 8 | 3,100,000 | 12345678 | 0.003500 | 0.004100 | piece-square "
        "| 10,000 | 200 | +246 ± 56 | passed |"
    )
    assert table[3].endswith("| 200 |  | failed |")


def test_a_ledger_that_cannot_be_written_stays(tmp_path, monkeypatch):
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "generations.jsonl"
    add_generation(path, REPORT, GAMES)
    before = path.read_bytes()
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(CannotWriteError, match=r"generations\.jsonl: No space left"):
        add_generation(path, REPORT, GAMES)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "{}",
        '{"network": ',
        "[" * 100_000,
        '{"network": 1, "elo": "x"}',
        '{"network": 1, "data": 5}',
        '{"network": 1, "loss": "low"}',
    ],
)
def test_damage_is_named(tmp_path, line):
    path = tmp_path / "generations.jsonl"
    add_generation(path, REPORT, GAMES)
    with path.open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(TrainingFileError, match=r"generations.jsonl:2 is"):
        read_ledger(path)
