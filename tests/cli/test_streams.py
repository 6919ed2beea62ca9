"""Streams that are closed, or speak another encoding; files of any bytes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from kiwipete.cli.exits import UsageError
from kiwipete.cli.inputs import check_writable
from tests.support.buggy import BUGGY

KINGS = "8/8/8/2k5/8/2K5/8/8 w - -"
BOM, LATIN = b"\xef\xbb\xbf", "# café\n".encode("latin-1")


def run(redirection, *words, stdin=b"", **environment):
    """Run a command in a shell that redirects its streams."""
    shell = ["sh", "-c", f'exec "$@" {redirection}', "sh"]
    done = subprocess.run(
        [*shell, sys.executable, "-m", "kiwipete", *words],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "positions.epd"
    path.write_text(f"# caf\u00e9 \u265e\n{KINGS} ;D1 6\n", encoding="utf-8")
    return str(path)


def test_signs_that_the_encoding_does_not_know(file):
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    code, out, err = run("", "suite", file, **ascii_only)
    assert (code, err) == (1, "")
    assert out.startswith("wrong    caf\\xe9 \\u265e, depth 1: ")
    code, out, err = run("", "hunt", "--epd", file, "--", "/no/\u265e", **ascii_only)
    assert (code, out) == (3, "")
    assert "cannot start '/no/\\u265e'" in err


@pytest.mark.parametrize("before", [b"", BOM, LATIN, BOM + LATIN])
def test_stdin_of_any_bytes(before):
    text = before + f"{KINGS} ;D1 5\r\n".encode()
    strict = {"PYTHONIOENCODING": "utf-8"}
    code, out, err = run("", "suite", "-", stdin=text, **strict)
    assert (code, err) == (0, "")
    assert "depth 1: 5 nodes" in out
    words = ["hunt", "--epd", "-", "--depth", "1", "--", *BUGGY]
    code, out, err = run("", *words, stdin=text, **strict)
    assert (code, err) == (0, "")
    assert "no difference in 1 position, 5 nodes" in out


@pytest.mark.parametrize("words", [["suite", "-"], ["hunt", "--epd", "-", "--", "x"]])
def test_no_stdin(words):
    assert run("<&-", *words) == (2, "", "kiwipete: there is no stdin to read\n")


@pytest.mark.parametrize(
    "words",
    [
        ["hunt", "--fen", "kiwipete", "--depth", "1", "--", *BUGGY],
        ["suite", "--depth", "1"],
        ["perft", "3"],
        ["perft", "3", "--resume", "run.db"],
        ["show"],
        ["why", "e2e4"],
        ["bench"],
        ["--help"],
    ],
)
def test_no_stdout(words, tmp_path, monkeypatch):
    """Nothing is done whose result nobody could see."""
    monkeypatch.chdir(tmp_path)
    message = "kiwipete: cannot write: standard output is closed\n"
    assert run(">&-", *words) == (5, "", message)
    assert list(tmp_path.iterdir()) == []


def test_no_streams_at_all():
    assert run(">&- 2>&-", "perft", "3") == (5, "", "")


def test_no_stderr():
    """What would be said there is not said on stdout."""
    assert run("2>&-", "perft", "six") == (2, "", "")


def test_whether_a_file_can_be_written(tmp_path):
    path = tmp_path / "report.xml"
    check_writable(str(path))
    assert not path.exists()
    path.write_text("of yesterday")
    check_writable(str(path))
    assert path.read_text() == "of yesterday"
    with pytest.raises(UsageError, match="Is a directory"):
        check_writable(str(tmp_path))
