from __future__ import annotations

import io
import sys

import pytest

from kiwipete import Board
from kiwipete._core.perft_job import PerftJob
from kiwipete.cli import ui
from kiwipete.cli.ui import ProgressBar


@pytest.fixture
def job():
    return PerftJob(Board(), 4)


class Terminal(io.StringIO):
    """A terminal that keeps what is written to it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def watch(monkeypatch):
    """Make stderr such a terminal, when called: pytest puts its own there before each test."""

    def replace_stderr() -> Terminal:
        stderr = Terminal()
        monkeypatch.setattr(sys, "stderr", stderr)
        return stderr

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    return replace_stderr


def test_says_nothing_at_first(job, watch):
    stderr = watch()
    bar = ProgressBar("perft 4")
    bar(job)
    bar.close()
    assert stderr.getvalue() == ""


def test_pulses_until_a_part_is_done_and_then_tells_how_far(job, watch, monkeypatch):
    monkeypatch.setattr(ui, "DELAY", 0)
    stderr = watch()
    bar = ProgressBar("perft 4")
    bar(job)
    assert "counting" in stderr.getvalue()
    for _ in range(5):
        job.step()
    bar(job)
    bar.close()
    assert " 25 %" in stderr.getvalue()
    assert "nodes, " in stderr.getvalue()
    assert "left" in stderr.getvalue()


def test_is_narrow_enough_for_a_ctrl_c_behind_it(job, watch, monkeypatch):
    monkeypatch.setattr(ui, "DELAY", 0)
    monkeypatch.setenv("NO_COLOR", "1")
    stderr = watch()
    bar = ProgressBar("perft 60")
    job.step()
    bar(job)
    bar.close()
    lines = stderr.getvalue().replace("\r", "\n").splitlines()
    assert max(len(line.rstrip()) for line in lines if "perft 60" in line) < 78
