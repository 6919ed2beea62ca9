"""Files that take the place of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiwipete.file_header import CannotWriteError, Replacement, replace_file


def test_ctrl_c_at_the_end_leaves_the_old_file_alone(tmp_path, monkeypatch):
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "some.file"
    path.write_bytes(b"old")
    monkeypatch.setattr("os.fsync", interrupt)
    with pytest.raises(KeyboardInterrupt), Replacement(path) as new:
        new.write(b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_other_files_stay(tmp_path):
    path = tmp_path / "some.file"
    other = tmp_path / "some.file.new"
    other.write_bytes(b"other")
    replace_file(path, b"new")
    assert (path.read_bytes(), other.read_bytes()) == (b"new", b"other")


def test_a_link_stays_one(tmp_path):
    path, link = tmp_path / "old", tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to(path)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("path", ["/dev/null", "/"])
def test_devices_and_folders_are_refused(path):
    with pytest.raises(CannotWriteError, match=f"cannot write {path}: it is not a regular file"):
        replace_file(path, b"new")
    assert Path("/dev/null").is_char_device()
