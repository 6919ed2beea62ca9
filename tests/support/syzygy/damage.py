"""Damaged tables, and what is said of them."""

from __future__ import annotations

from kiwipete.syzygy import Tablebase

DISTANCES = range(2 * 65535 + 1)


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
