"""The engine as a process, with python-chess as the client."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import chess
import chess.engine
import pytest

COMMAND = [sys.executable, "-m", "kiwipete", "uci"]


@pytest.fixture(scope="module")
def engine():
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as engine:
        yield engine


def test_it_introduces_itself(engine):
    assert engine.id["name"].startswith("Kiwipete ")
    assert {"Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960"} <= set(engine.options)
    engine.ping()


def test_it_plays_and_analyses(engine):
    result = engine.play(chess.Board(), chess.engine.Limit(nodes=2000), info=chess.engine.INFO_ALL)
    assert result.move in chess.Board().legal_moves
    infos = engine.analyse(chess.Board(), chess.engine.Limit(depth=6), multipv=3)
    assert [info["multipv"] for info in infos] == [1, 2, 3]
    assert infos[0]["depth"] == 6
    mate = engine.analyse(
        chess.Board("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"), chess.engine.Limit(depth=4)
    )
    assert mate["score"].relative == chess.engine.Mate(1)


def test_it_tells_the_chances(engine):
    limit = chess.engine.Limit(depth=4)
    assert "wdl" not in engine.analyse(chess.Board(), limit)
    engine.configure({"UCI_ShowWDL": True})
    wdl = engine.analyse(chess.Board(), limit)["wdl"]
    assert wdl.relative.total() == 1000
    assert wdl.relative.draws > 200
    lost = chess.Board("6k1/5ppp/8/8/8/8/5PPP/Q3R1K1 b - - 0 1")
    assert engine.analyse(lost, limit)["wdl"].white().wins > 950
    engine.configure({"UCI_ShowWDL": False})


def test_it_can_be_configured(engine):
    engine.configure({"Hash": 32, "Threads": 2})
    engine.play(chess.Board(), chess.engine.Limit(depth=5))
    engine.configure({"Hash": 16, "Threads": 1})


def test_it_ponders_and_stops():
    """With an engine of its own: python-chess analyses without stopping the pondering search.

    So one answer more than it waits for may arrive, and would be taken for that of the next test.
    """
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60) as engine:
        board = chess.Board()
        for _ in range(3):
            result = engine.play(board, chess.engine.Limit(time=0.05), ponder=True)
            board.push(result.move)
            board.push(next(iter(board.legal_moves)) if result.ponder is None else result.ponder)
        with engine.analysis(board) as analysis:
            for info in analysis:
                if info.get("depth", 0) > 4:
                    break


def test_games_at_speed(engine):
    """A hundred games, standard and Chess960, without a fault."""
    for number in range(100):
        board = chess.Board.from_chess960_pos(number * 9 % 960) if number % 2 else chess.Board()
        for _ in range(30):
            if board.is_game_over():
                break
            board.push(engine.play(board, chess.engine.Limit(nodes=200), game=number).move)
        assert board.is_valid()


def test_it_loads_no_more_than_it_needs():
    program = (
        "import sys; from kiwipete.cli import main; known = set(sys.modules); "
        "main(['uci']); print(*set(sys.modules) - known)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        input="uci\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    loaded = set(ended.stdout.splitlines()[-1].split())
    assert "kiwipete.own_engine.uci_engine" in loaded
    unneeded = {"dataclasses", "random", "kiwipete.cli.commands.bench", "kiwipete.engine"}
    assert not loaded & (unneeded | {"kiwipete.polyglot"})


def test_it_quotes_what_its_output_cannot_hold():
    ended = subprocess.run(
        COMMAND,
        input="♔\nisready\n".encode(),
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=60,
    )
    assert ended.stdout.splitlines() == [b"info string unknown command: ?", b"readyok"]
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_it_starts_quickly_and_ends_with_its_input():
    start = time.perf_counter()
    command = [sys.executable, "-m", "kiwipete"]
    talk = "uci\ngo depth 3\n"
    ended = subprocess.run(
        command, input=talk, capture_output=True, text=True, timeout=60, check=True
    )
    assert "uciok" in ended.stdout
    assert "bestmove" in ended.stdout
    assert time.perf_counter() - start < 30


@pytest.mark.parametrize(
    "limit", ["", "infinite", "btime 1000", "movestogo 3", "depth 0", "mate 1"]
)
def test_a_search_without_end_ends_with_the_input(limit):
    talk = f"go {limit}\n".encode()
    ended = subprocess.run(COMMAND, input=talk, capture_output=True, timeout=60, check=True)
    assert ended.stdout.splitlines()[-1].startswith(b"bestmove ")


def started(**how) -> subprocess.Popen:
    return subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stderr=subprocess.PIPE, **how)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is always full")
@pytest.mark.parametrize("talk", [b"uci\n", b"go infinite\n", b"go perft 3\n", b"nonsense\n"])
def test_a_full_output_ends_it(talk):
    """Its input stays open: it is not the end of that which ends it."""
    with Path("/dev/full").open("wb") as full, started(stdout=full) as process:
        process.stdin.write(talk)
        process.stdin.flush()
        assert process.wait(timeout=60) == 5
        message = process.stderr.read().decode()
    assert message.startswith("kiwipete: cannot write: ")
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize("talk", [b"uci\n", b"go infinite\n", b"go ponder\nisready\n"])
def test_a_closed_output_ends_it(talk):
    with started(stdout=subprocess.PIPE) as process:
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdout.close()
        process.stdin.write(talk)
        process.stdin.flush()
        assert process.wait(timeout=60) not in (0, -6, -11)
        assert process.stderr.read() == b""


@pytest.mark.parametrize("end", [b"quit\n", b""])
def test_it_ends_whatever_runs_or_waits(end):
    talk = b"go infinite\ngo ponder\nposition startpos moves e2e4\ngo\ngo perft 14\nbench 99\n"
    if not end:  # then what ends by itself does so
        talk = talk.partition(b"go perft")[0] + b"go depth 3\n"
    ended = subprocess.run(COMMAND, input=talk + end, capture_output=True, timeout=60, check=True)
    moves = [line for line in ended.stdout.splitlines() if line.startswith(b"bestmove ")]
    assert len(moves) == (3 if end else 4)
    assert ended.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise")
@pytest.mark.parametrize("talk", [b"isready\n", b"go infinite\nisready\n"])
def test_it_hears_an_interrupt(talk):
    with started(stdout=subprocess.PIPE) as process:
        process.stdin.write(talk)
        process.stdin.flush()
        while process.stdout.readline() != b"readyok\n":
            pass
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == b"kiwipete: interrupted\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the input")
def test_a_closed_input_ends_it():
    command = ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND]
    ended = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="limits of processes are Unix's")
def test_it_searches_on_one_thread_if_the_system_refuses_more():
    program = """
import os, resource
from kiwipete.cli import main
from kiwipete.own_engine import uci_engine
used = int(open("/proc/self/statm").read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
resource.setrlimit(resource.RLIMIT_AS, (used + (400 << 20), resource.RLIM_INFINITY))
main(["uci"])
"""
    talk = "setoption name Hash value 1\nsetoption name Threads value 128\ngo depth 3\n"
    ended = subprocess.run(
        [sys.executable, "-c", program], input=talk, capture_output=True, text=True, timeout=60
    )
    said = ended.stdout.splitlines()
    assert said[0].startswith("info string cannot start 128 threads: ")
    assert said[0].endswith("; searching on one thread")
    assert any(line.startswith("info depth 3 ") for line in said)
    assert chess.Move.from_uci(said[-1].split()[1]) in chess.Board().legal_moves
