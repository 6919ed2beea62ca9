"""`kiwipete board`: what it opens, how it ends, and what it refuses."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import webbrowser

import pytest

from kiwipete.web.server.running import RunningServer
from tests.support.processes import start
from tests.web.server.client import PATIENCE, Link, Page, request


def begin(*words: str) -> tuple[subprocess.Popen[str], Link]:
    process = start("board", "--no-open", *words)
    assert process.stdout is not None
    return process, Link(process.stdout.readline())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_and_its_engines(number):
    process, link = begin("--engine", f"{sys.executable} -m kiwipete uci")
    page = Page(link).listen()
    page.do("analyse", running=True, engines=[0, 1])
    page.wait("analysis", lambda event: all(engine["lines"] for engine in event["engines"]))
    children = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process.pid)], capture_output=True, text=True, check=True
    ).stdout.split()
    assert len(children) == 1
    process.send_signal(number)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    page.wait("closed", lambda closed: closed)
    gone = subprocess.run(["ps", "-p", children[0]], capture_output=True, check=False)
    assert gone.returncode == 1


@pytest.fixture
def opened(monkeypatch):
    """Run the command in this process up to the wait for its end; return what pages would see."""
    seen: dict[str, object] = {"links": []}

    def wait(self: RunningServer, *, until_closed: bool) -> None:
        page = Page(self).listen()
        seen.update(page.state, until_closed=until_closed)
        page.close()

    monkeypatch.setattr(RunningServer, "wait", wait)
    monkeypatch.setattr(webbrowser, "open", lambda link: seen["links"].append(link) or True)
    return seen


def test_the_start_position_in_a_browser(kiwipete, opened):
    ended = kiwipete("board")
    assert (ended.code, ended.err) == (0, "")
    assert opened["links"] == [Link(ended.out).link]
    assert opened["position"]["fen"].startswith("rnbqkbnr/pppppppp/8/")
    assert opened["until_closed"] is False


def test_positions_and_moves(kiwipete, opened):
    assert kiwipete("board", "kiwipete", "--no-open", "--level", "7").code == 0
    assert opened["links"] == []
    assert opened["position"]["fen"].startswith("r3k2r/")
    assert opened["play"]["level"] == "7"
    assert kiwipete("board", "--moves", "e4 e5").code == 0
    assert [node["san"] for node in opened["game"]["nodes"]] == [None, "e4", "e5"]
    assert kiwipete("board", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1").code == 0
    assert opened["position"]["fen"] == "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"


def test_a_file(kiwipete, opened, tmp_path):
    path = tmp_path / "gämes.pgn"
    path.write_bytes('[White "Grünfeld"]\r\n\r\n1. d4 Nf6 *\r\n'.encode("latin-1"))
    assert kiwipete("board", str(path), "--until-closed").code == 0
    assert opened["game"]["headers"]["White"] == "Grünfeld"
    assert opened["game"]["file"] == "gämes.pgn"
    assert opened["until_closed"] is True


def test_unsaved_changes_are_mentioned(kiwipete, monkeypatch, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("1. d4 *", encoding="utf-8")

    def wait(self: RunningServer, *, until_closed: bool) -> None:
        Page(self).do("move", san="e4")

    monkeypatch.setattr(RunningServer, "wait", wait)
    ended = kiwipete("board", str(path), "--no-open")
    assert (ended.code, ended.err.count("unsaved changes")) == (0, 1)
    assert path.read_text(encoding="utf-8") == "1. d4 *"


def test_no_browser(kiwipete, opened, monkeypatch):
    monkeypatch.setattr(webbrowser, "open", lambda link: False)
    ended = kiwipete("board")
    assert ended.code == 0
    assert "no browser could be opened" in ended.err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["x/8/8/8/8/8/8/8 w - - 0 1"], "FEN"),
        (["8/8/8/8/8/8/8/8 w - - 0 1"], "impossible position"),
        (["nonsense"], "unknown position"),
        (["missing.pgn"], "cannot read missing.pgn: No such file"),
        (["."], "cannot read .: Is a directory"),
        (["--moves", "e5"], "e5"),
        (["--port", "99999"], "the port"),
        (["--engine", ""], "empty"),
        (["--level", "11"], "the level"),
        (["startpos", "kiwipete"], "one position at a time"),
    ],
)
def test_bad_usage(kiwipete, words, reason):
    ended = kiwipete("board", "--no-open", *words)
    assert (ended.code, ended.out) == (2, "")
    assert reason in ended.err
    assert ended.err.count("\n") == 1


def test_files_without_usable_games(kiwipete, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("", encoding="utf-8")
    assert "there is no game in" in kiwipete("board", str(path)).err
    path.write_text('[Variant "Atomic"]\n\n1. e4 *', encoding="utf-8")
    ended = kiwipete("board", str(path))
    assert (ended.code, "not Atomic" in ended.err) == (2, True)
    path.write_text("1. e4 *", encoding="utf-8")
    assert kiwipete("board", str(path), "--moves", "e4").code == 2


@pytest.mark.parametrize("engine", ["no-such-engine", "cat", "true"])
def test_an_engine_that_cannot_be_started(kiwipete, monkeypatch, engine):
    monkeypatch.setattr("kiwipete.web.server.engines._TIMEOUT", 1.0)
    ended = kiwipete("board", "--no-open", "--engine", engine)
    assert (ended.code, ended.out) == (3, "")
    assert ended.err.count("\n") == 1
    assert engine in ended.err


def test_a_port_in_use(kiwipete):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = kiwipete("board", "--no-open", "--port", str(port))
    assert ended.code == 2
    assert f"cannot listen on port {port}: " in ended.err


def test_a_chosen_port(kiwipete, opened):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ended = kiwipete("board", "--no-open", "--port", str(port))
    assert f"http://127.0.0.1:{port}/" in ended.out


def test_the_link_works_once(kiwipete, monkeypatch):
    answers = []

    def wait(self: RunningServer, *, until_closed: bool) -> None:
        path = "/" + self.link.rpartition("/")[2]
        answers.extend(request(self.port, "GET", path).status for _ in range(2))

    monkeypatch.setattr(RunningServer, "wait", wait)
    kiwipete("board", "--no-open")
    assert answers == [303, 403]


def test_the_help_teaches(kiwipete):
    out = kiwipete("board", "--help").out
    for word in ("POSITION", "--engine", "--port", "--no-open", "--until-closed", "--level"):
        assert word in out
    assert "works once" in out
    assert "examples:" in out
