"""Damaged tables never end the process: they raise, or say something within bounds."""

from __future__ import annotations

import random

import pytest

from tests.support.syzygy.damage import ask, damaged
from tests.support.syzygy.invented_tables import MAPPED, WIDE, boards, dtz_table, wdl_table

NAMES = ("KRvK", "KRRvK", "KNvKN", "KPvK", "KPvKP", "KPPvK")


def tables_of(name):
    yield ".rtbw", wdl_table(name)
    yield ".rtbw", wdl_table(name, single=True)
    yield ".rtbz", dtz_table(name, 0)
    yield ".rtbz", dtz_table(name, MAPPED)
    yield ".rtbz", dtz_table(name, MAPPED | WIDE)


@pytest.mark.parametrize("name", NAMES)
def test_wrong_bytes(name, tmp_path):
    rng = random.Random(name)
    positions = [board for board, _ in boards(name, 30)]
    errors = answers = 0
    for suffix, table in tables_of(name):
        path = tmp_path / f"{name}{suffix}"
        for _ in range(150):
            path.write_bytes(damaged(rng, table))
            wrong = ask(path, positions)
            errors += wrong
            answers += len(positions) - wrong
    assert min(errors, answers) > 1000


@pytest.mark.parametrize("name", NAMES)
def test_tables_that_are_cut_short(name, tmp_path):
    positions = [board for board, _ in boards(name, 3)]
    for suffix, table in tables_of(name):
        path = tmp_path / f"{name}{suffix}"
        whole = len(table)
        for length in {
            *range(1, min(whole, 200), 13),
            *range(16, min(whole, 2000), 64),
            whole - 64,
        }:
            path.write_bytes(table[:length])
            assert ask(path, positions) == len(positions)


def test_random_bytes(tmp_path):
    rng = random.Random(5)
    path = tmp_path / "KRvK.rtbw"
    positions = [board for board, _ in boards("KRvK", 3)]
    start = wdl_table("KRvK")[:10]
    for _ in range(300):
        path.write_bytes(start + rng.randbytes(64 * rng.randrange(20) + 70))
        ask(path, positions)
