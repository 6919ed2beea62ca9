"""Files that appear when they are complete."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiwipete.new_file import new_file


def test_a_file_appears_at_the_end(tmp_path):
    path = tmp_path / "new"
    with new_file(path) as unfinished:
        unfinished.write_text("content")
        assert not path.exists()
    assert path.read_text() == "content"
    assert list(tmp_path.iterdir()) == [path]


def test_an_old_file_stays_if_something_fails(tmp_path):
    path = tmp_path / "new"
    path.write_text("old")
    with pytest.raises(FileNotFoundError), new_file(path):  # nothing was written
        pass
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_one(tmp_path):
    path, link = tmp_path / "old", tmp_path / "link"
    path.write_text("old")
    link.symlink_to(path)
    with new_file(link) as unfinished:
        unfinished.write_text("new")
    assert link.is_symlink()
    assert path.read_text() == "new"


@pytest.mark.parametrize("path", ["/dev/null", "/"])
def test_devices_and_folders_are_refused(path):
    with pytest.raises(ValueError, match="is not a regular file"), new_file(path):
        pass
    assert Path("/dev/null").is_char_device()
