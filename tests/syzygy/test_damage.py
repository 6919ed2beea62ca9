"""Damaged tables never end the process: they raise, or say something within bounds."""

from __future__ import annotations

import random

import pytest

from kiwipete.syzygy import Tablebase
from tests.support.syzygy.invented_tables import MAPPED, WIDE, boards, dtz_table, wdl_table

NAMES = ("KRvK", "KRRvK", "KNvKN", "KPvK", "KPvKP", "KPPvK")
DISTANCES = range(2 * 65535 + 1)


def tables_of(name):
    yield ".rtbw", wdl_table(name)
    yield ".rtbw", wdl_table(name, single=True)
    yield ".rtbz", dtz_table(name, 0)
    yield ".rtbz", dtz_table(name, MAPPED)
    yield ".rtbz", dtz_table(name, MAPPED | WIDE)


def ask(path, positions):
    """Ask a damaged table, and return how many answers were errors, all of which name it."""
    errors = []
    with Tablebase() as tables:
        assert tables.add_file(path) == 1
        for board in positions:
            try:
                if path.suffix == ".rtbw":
                    assert tables.probe_wdl_table(board) in range(-2, 3)
                else:
                    assert tables.probe_dtz_table(board, 2)[0] in DISTANCES
            except OSError as error:
                errors.append(str(error))
    assert all(str(path) in error for error in errors)
    return len(errors)


def damaged(rng, table):
    """Return a table with a few wrong bytes, most of them in the front, where it is described."""
    content = bytearray(table)
    for _ in range(rng.choice((1, 1, 2, 4))):
        reach = len(content) if rng.random() < 0.3 else min(len(content), 400)
        place = rng.randrange(4 if rng.random() < 0.95 else 0, reach)
        content[place] = rng.choice(
            (0, 255, rng.randrange(256), content[place] ^ 1 << rng.randrange(8))
        )
    return bytes(content)


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
