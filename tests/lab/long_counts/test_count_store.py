"""The store of a long count: what it keeps, whom it refuses, and that it overwrites nothing."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from kiwipete import Board
from kiwipete.lab.long_counts.count_store import (
    CountStore,
    CountStoreError,
    CountStoreWriteError,
    Subject,
)

SUBJECT = Subject(Board().epd(), False, 6)
PARTS = {
    "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -": 5_723_523,
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -": 2**64 - 1,
}

# Hold a store open until somebody ends this process.
HOLD = """
import sys
from kiwipete.lab.long_counts.count_store import CountStore
with CountStore(sys.argv[1]):
    print("open", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "run.db"


@pytest.fixture
def written(path) -> Path:
    """A store with two parts."""
    with CountStore(path) as store:
        store.begin(SUBJECT, plies=1)
        store.record(PARTS.items())
    return path


def change(path: Path, statement: str) -> None:
    database = sqlite3.connect(path)
    with database:
        assert database.execute(statement).rowcount != 0
    database.close()


def read(path: Path, subject: Subject) -> dict[str, int]:
    with CountStore(path) as store:
        store.plies_of(subject)
        return store.parts()


def refuses(path: Path, message: str, subject: Subject = SUBJECT) -> None:
    """See that a file is refused for a reason, and left as it is."""
    before = path.read_bytes()
    with pytest.raises(CountStoreError) as refusal:
        read(path, subject)
    assert message in str(refusal.value)
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert path.read_bytes() == before


def test_keeps_what_it_is_given(written):
    with CountStore(written) as store:
        assert store.plies_of(SUBJECT) == 1
        assert store.parts() == PARTS


def test_is_one_file_when_it_is_closed(written):
    assert [file.name for file in written.parent.iterdir()] == ["run.db"]


def test_a_new_file_knows_nothing(path):
    with CountStore(path) as store:
        assert store.plies_of(SUBJECT) is None
        assert store.parts() == {}


def test_a_file_that_was_not_begun_goes_if_it_was_made_here(path):
    with CountStore(path):
        assert path.read_bytes() == b""
    assert not path.exists()
    path.touch()
    with CountStore(path) as store:
        assert store.plies_of(SUBJECT) is None
    assert path.read_bytes() == b""


def test_parts_are_recorded_all_or_none(written):
    new = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -"
    with CountStore(written) as store:
        with pytest.raises(CountStoreWriteError, match="cannot write"):
            store.record([(new, 1), *PARTS.items()])
        assert store.parts() == PARTS
        store.record([(new, 1)])
        assert store.parts() == {**PARTS, new: 1}


@pytest.mark.parametrize(
    ("subject", "message"),
    [
        (SUBJECT._replace(depth=7), "is from another count: depth is 6, not 7"),
        (SUBJECT._replace(chess960=True), "chess960 is no, not yes"),
        (SUBJECT._replace(position="8/8/8/8/8/k7/8/K7 w - -"), f"position is {SUBJECT.position},"),
        (
            Subject("8/8/8/8/8/k7/8/K7 w - -", True, 9),
            "not 8/8/8/8/8/k7/8/K7 w - -; chess960 is no, not yes; depth is 6, not 9",
        ),
    ],
)
def test_another_count_is_refused_by_what_differs(written, subject, message):
    refuses(written, message, subject)


def test_another_kiwipete_is_refused(written):
    change(written, "UPDATE subject SET value = '0.0.9' WHERE name = 'kiwipete'")
    refuses(written, "is from another count: kiwipete is 0.0.9, not ")


def test_another_format_is_refused(written):
    change(written, "PRAGMA user_version = 2")
    refuses(written, "has format 2; this kiwipete writes 1")


def test_another_database_is_refused(path):
    change(path, "CREATE TABLE games (pgn TEXT)")
    refuses(path, "is a database, but not a count store")


@pytest.mark.parametrize("content", [b"1. e4 e5\n" * 1000, b"x", b"\0" * 8192])
def test_another_file_is_refused(path, content):
    path.write_bytes(content)
    refuses(path, "is not a count store")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE part SET leaves = '5723524' WHERE leaves = '5723523'",
        "UPDATE part SET position = replace(position, '4P3', '3P4') WHERE position LIKE '%4P3%'",
        "UPDATE part SET leaves = x'00ff'",
        "UPDATE part SET checksum = checksum + 1",
    ],
)
def test_a_changed_part_is_found(written, statement):
    change(written, statement)
    refuses(written, "is damaged: the count of rnbqkbnr/pppppppp/8/8/")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM subject WHERE name = 'depth'",
        "UPDATE subject SET value = '7' WHERE name = 'plies'",
        "UPDATE subject SET value = 'one' WHERE name = 'plies'",
    ],
)
def test_a_changed_subject_is_found(written, statement):
    change(written, statement)
    refuses(written, "is damaged: it ")


def test_a_lost_table_is_found(written):
    change(written, "DROP TABLE part")
    refuses(written, "no such table: part")


@pytest.mark.parametrize("page", [1, 2])
def test_a_page_of_rubbish_is_found(written, page):
    content = bytearray(written.read_bytes())
    content[4096 * page : 4096 * page + 100] = b"\xa5" * 100
    written.write_bytes(content)
    refuses(written, "is damaged: ")


@pytest.mark.parametrize("size", [50, 1000, 4096, 8192])
def test_a_cut_file_is_found(written, size):
    written.write_bytes(written.read_bytes()[:size])
    refuses(written, "run.db ")


def test_a_directory_is_refused(tmp_path):
    with pytest.raises(CountStoreError, match="is not a file"):
        CountStore(tmp_path)


def test_a_device_is_refused():
    with pytest.raises(CountStoreError, match="/dev/null is not a file"):
        CountStore("/dev/null")


def test_a_missing_directory_is_named(tmp_path):
    with pytest.raises(CountStoreError, match=r"cannot read .*/away/run.db: unable to open"):
        CountStore(tmp_path / "away" / "run.db")


def test_memory_is_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with CountStore(":memory:") as store:
        store.begin(SUBJECT, plies=1)
    assert (tmp_path / ":memory:").stat().st_size > 0


def test_a_second_count_in_this_process_is_refused(path):
    with CountStore(path) as first:
        first.begin(SUBJECT, plies=1)
        with pytest.raises(CountStoreError, match="is in use by another count"):
            CountStore(path)
        first.record(PARTS.items())
    with CountStore(path) as store:
        assert store.parts() == PARTS


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGTERM])
def test_a_second_process_is_refused_until_the_first_has_died(written, signal_number):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(written)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(CountStoreError, match="is in use by another count"):
            CountStore(written)
        os.kill(holder.pid, signal_number)
        holder.wait()
        with CountStore(written) as store:
            assert store.parts() == PARTS


def test_a_full_disk_loses_nothing(written):
    with CountStore(written) as store:
        # As much as there is: SQLite says the same when the disk has no more.
        store._database.execute("PRAGMA max_page_count = 1")
        more = [(f"{number}", number) for number in range(1000)]
        with pytest.raises(
            CountStoreWriteError, match=r"cannot write .*: database or disk is full"
        ):
            store.record(more)
    with CountStore(written) as store:
        assert store.parts() == PARTS
