"""Kiwipete's own engine among threads, forks and references: nothing hangs or is left over."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time

import pytest

from kiwipete import Board, Move
from kiwipete.engine import Engine, EngineTerminatedError, Limit

MATE_IN_ONE = Board("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")


@pytest.fixture
def engine():
    with Engine(hash_mb=1) as engine:
        yield engine


def run_all(*functions):
    """Call functions on threads of their own and wait for all of them."""
    threads = [threading.Thread(target=function, daemon=True) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
        assert not thread.is_alive()


def wait_for(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_calls_of_many_threads_queue(engine):
    played = []

    def play():
        for _ in range(30):
            played.append(engine.play(MATE_IN_ONE, Limit(depth=3)).move)

    run_all(*[play] * 8)
    assert played == [Move.from_uci("e1e8")] * 240


def test_every_method_may_be_called_from_every_thread(engine):
    seen = []

    def analyse():
        for _ in range(10):
            seen.append(engine.analyse(MATE_IN_ONE, Limit(depth=3))["pv"][0])

    def leave_analyses():
        for _ in range(10):
            seen.append(engine.analysis(MATE_IN_ONE, Limit(depth=3)).wait().move)

    def ponder():
        for _ in range(10):
            engine.play(Board(), Limit(depth=3), ponder=True)

    def configure():
        for size in range(1, 11):
            engine.configure({"Hash": size})
            engine.ping()

    run_all(analyse, leave_analyses, ponder, configure)
    assert len(seen) == 20
    assert set(seen) <= {Move.from_uci("e1e8"), *MATE_IN_ONE.legal_moves}


def test_close_ends_the_calls_of_other_threads():
    engine = Engine(hash_mb=1)
    raised = []

    def play():
        with pytest.raises(EngineTerminatedError):
            engine.play(Board(), Limit())
        raised.append(True)

    closing = threading.Timer(0.3, engine.close)
    closing.start()
    run_all(play, play, play)
    assert len(raised) == 3


def test_an_analysis_that_has_ended_does_not_stop_the_next(engine):
    first = engine.analysis(Board(), Limit(depth=2))
    first.wait()
    second = engine.analysis(Board(), Limit(depth=8))
    first.stop()
    with first:
        pass
    second.wait()
    assert second.info["depth"] == 8


def test_options_of_a_search_hold_for_it_alone(engine):
    engine.play(Board(), Limit(depth=2), options={"UCI_LimitStrength": True, "Threads": 2})
    session = engine._sessions.current()
    with session.turn() as engine:
        assert engine["uci_limitstrength"] is False
        assert engine._searcher.threads == 1


def test_an_engine_without_references_stops():
    before = threading.active_count()
    for _ in range(5):
        Engine(hash_mb=1).analysis(Board())
    gc.collect()
    wait_for(lambda: threading.active_count() <= before)


def test_an_analysis_keeps_its_engine():
    infos = []
    for info in Engine(hash_mb=1).analysis(Board()):
        infos.append(info)
        if info["depth"] >= 4:
            break
    assert infos[-1]["depth"] == 4


def run_program(program, given=""):
    """Run a program of its own and return the words that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="forks are Unix's")

FORK = """
import os, signal
from kiwipete import Board
from kiwipete.engine import Engine, EngineError, Limit

engine = Engine(hash_mb=1)
engine.configure({"UCI_Elo": 1900})
analysis = engine.analysis(Board())
analysis.get()
child = os.fork()
if child == 0:
    signal.alarm(60)
    %s
    os._exit(0)
_, status = os.waitpid(child, 0)
assert not analysis.would_block() or analysis.next()
analysis.stop()
print(os.waitstatus_to_exitcode(status), analysis.wait().move in Board().legal_moves)
engine.close()
"""


@needs_fork
@pytest.mark.parametrize(
    "deed",
    [
        "engine.close()",
        "engine.play(Board(), Limit(depth=3)); engine.close()",
        "engine.configure({'Hash': 2}); engine.close(); engine.close()",
        "analysis.stop(); analysis.__exit__(None, None, None); del analysis, engine",
        "assert engine._sessions.current()._engine['uci_elo'] == 1900",
    ],
)
def test_a_fork_starts_afresh(deed):
    assert run_program(FORK % deed) == ["0", "True"]


@needs_fork
def test_an_analysis_in_a_fork_says_where_it_runs():
    deed = """
    for method in (analysis.wait, lambda: list(analysis)):
        try:
            method()
        except EngineError as error:
            assert f"process {os.getppid()}" in str(error)
        else:
            os._exit(3)
    """
    assert run_program(FORK % deed) == ["0", "True"]


def test_small_stacks_are_enough():
    program = """
import threading
from kiwipete import Board
from kiwipete.engine import Engine, Limit
threading.stack_size(64 * 1024)
with Engine(hash_mb=1) as engine:
    print(engine.analyse(Board(), Limit(depth=10))["depth"])
"""
    assert run_program(program) == ["10"]


def test_a_conversation_needs_no_large_stack():
    program = """
import threading
from kiwipete.cli import main
threading.stack_size(128 * 1024)
main(["uci"])
"""
    assert "bestmove" in run_program(program, "go depth 10\n")
