"""Ctrl-C: exit code 130 and what is known so far, without a traceback."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time

import pytest

from kiwipete import Board
from tests.support.processes import start


@pytest.fixture
def stop_after(monkeypatch):
    """Make a count end by Ctrl-C after so many parts."""

    def set_up(parts):
        def run(count, **_):
            for _ in range(parts):
                assert count.step()
            count.stop()
            raise KeyboardInterrupt

        monkeypatch.setattr("kiwipete.perft.Count.run", run)

    return set_up


@pytest.mark.parametrize("options", [(), ("--check",), ("--method", "pseudo", "--stats")])
def test_ctrl_c_ends_a_long_count(options):
    process = start("perft", "9", *options)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    known = r"kiwipete: interrupted after [\d.]+ s: [\d,]+ nodes? counted, [\d,]+ of 400 parts done"
    seen = r", [\d,]+ moves? of the last ply seen" if "--stats" in options else ""
    assert re.fullmatch(rf"{known}{seen}\n", err)
    assert ("captures" in out) == ("--stats" in options)


IMPORTING = """
import sys, kiwipete_launcher
class Interrupted:
    def find_spec(self, name, *_):
        if name == "kiwipete.cli.options":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
sys.argv[1:] = ["perft", "1"]
sys.exit(kiwipete_launcher.main())
"""


def test_ctrl_c_at_the_start():
    ended = subprocess.run([sys.executable, "-c", IMPORTING], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (130, "kiwipete: interrupted\n")


def test_ctrl_c_in_a_terminal_takes_the_bar_away(terminal):
    screen = terminal("perft", "9")
    screen.wait_for("perft 9")
    screen.press_ctrl_c()
    assert screen.wait() == 130
    assert "Traceback" not in screen.text
    last = screen.text.splitlines()[-1]
    assert "kiwipete: interrupted after " in last
    # The bar's line is erased before anything else is written.
    assert "\033[2K" in last


def test_divide_tells_the_moves_that_are_complete(kiwipete, stop_after):
    counts = {move.uci(): nodes for move, nodes in Board().divide(5).items()}
    stop_after(45)  # of 400: each first move has 20 answers
    code, out, err = kiwipete("perft", "5", "--divide")
    lines = out.splitlines()
    assert code == 130
    assert len(lines) == 2
    for line in lines:
        move, nodes = line.split(": ")
        assert int(nodes) == counts[move]
    assert err.endswith(", 45 of 400 parts done, 2 of 20 moves complete\n")


def test_json_tells_what_is_known(kiwipete, stop_after):
    stop_after(45)
    code, out, err = kiwipete("perft", "5", "--json", "--divide", "--stats")
    report = json.loads(out)
    assert (code, err) == (130, "")
    assert report["interrupted"] == {"parts_done": 45, "parts_total": 400}
    assert 0 < report["nodes"] < 4_865_609
    assert 0 < sum(report["divide"].values()) < report["nodes"]
    assert 0 < report["stats"]["captures"] < 82_719


def test_stats_are_those_of_the_parts_that_are_done(kiwipete, stop_after):
    stop_after(45)
    code, out, _ = kiwipete("perft", "5", "--stats")
    (captures,) = re.findall(r"captures +│ +([\d,]+) │ +([\d.]+)%", out)
    assert code == 130
    assert 0 < int(captures[0].replace(",", "")) < 82_719
    assert 0 < float(captures[1]) < 100


def test_no_stats_are_better_than_zeros(kiwipete, stop_after):
    stop_after(0)
    code, out, err = kiwipete("perft", "5", "--stats")
    assert (code, out) == (130, "")
    assert err.endswith(": 0 nodes counted, 0 of 400 parts done, 0 moves of the last ply seen\n")
    code, out, _ = kiwipete("perft", "5", "--stats", "--json")
    assert (code, json.loads(out)["stats"]) == (130, None)


# In a terminal of 60 columns.


def plain(text: str) -> list[str]:
    """Return what was written line by line, without escape codes."""
    erased = re.sub(r"\x1b\[[0-9]*[AK]", "\n", text)
    return re.split(r"[\r\n]+", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", erased))


@pytest.mark.parametrize("options", [(), ("--divide",)])
def test_ctrl_c_in_a_narrow_terminal(terminal, options):
    screen = terminal("perft", "9", *options, COLUMNS="60")
    screen.wait_for("counting")
    screen.press_ctrl_c()
    assert screen.wait() == 130
    lines = plain(screen.text)
    bars = [line for line in lines if line.startswith("perft 9")]
    assert bars
    assert max(map(len, bars)) <= 57  # room for the ^C that a terminal echoes
    assert max(map(len, lines)) <= 60
    message = " ".join(" ".join(lines[len(bars) :]).split())
    assert re.search(r"kiwipete: interrupted after .* nodes? counted, .* parts done", message)


def test_ctrl_c_of_a_suite_in_a_narrow_terminal(terminal, tmp_path):
    path = tmp_path / "start.epd"
    fen = Board().fen()
    path.write_text(
        f"# the start of every game of chess there is\n{fen} ;D1 20\n# nine\n{fen} ;D9 1\n"
    )
    screen = terminal("suite", str(path), COLUMNS="60")
    screen.wait_for("20 nodes")
    screen.press_ctrl_c()
    assert screen.wait() == 130
    lines = plain(screen.text)
    assert max(map(len, lines)) <= 60
    assert "right    the start of every game of chess there is, depth 1:" in lines
    assert lines[1].startswith("         20 nodes, ")
    assert lines[-2] == "kiwipete: interrupted: 1 of 2 counts done"


def test_ctrl_c_before_anything_is_counted(kiwipete, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("kiwipete.cli.commands.show.read_position", interrupted)
    assert kiwipete("show") == (130, "", "kiwipete: interrupted\n")
