"""Engines that die, hang or lie: the caller is told, and nothing is left behind."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kiwipete import Board, engine
from kiwipete.engine import EngineError, EngineTerminatedError, Limit, SimpleEngine
from kiwipete.engine.protocol import start
from tests.support.engine.sessions import command, engine_threads, session
from tests.support.engine.sessions import kiwipete as module
from tests.support.processes import ends


@pytest.fixture(autouse=True)
def _no_thread_is_left():
    yield
    gc.collect()
    deadline = time.monotonic() + 10  # it may be on its last lines
    while engine_threads() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert engine_threads() == []


@pytest.fixture
def log(tmp_path):
    return tmp_path / "log"


def pid_of(simple: SimpleEngine) -> int:
    return simple.transport.get_pid()


def test_an_engine_that_never_says_uciok(log):
    with pytest.raises(asyncio.TimeoutError):
        SimpleEngine.popen_uci(command({"uci": ["hello"]}, log), timeout=0.5)


def test_an_engine_that_dies_at_once(log):
    with pytest.raises(EngineTerminatedError, match="ended with exit code 7"):
        SimpleEngine.popen_uci(command({"uci": ["EXIT 7"]}, log))


def test_a_program_that_does_not_exist():
    with pytest.raises(FileNotFoundError):
        SimpleEngine.popen_uci("/no/such/engine")


@pytest.mark.parametrize("limit", [Limit(depth=3), Limit(time=0.1)], ids=str)
def test_an_engine_that_dies_at_go(log, limit):
    with session(module, {"go": ["info depth 1", "EXIT 3"]}, log) as simple:
        with pytest.raises(EngineTerminatedError, match="ended with exit code 3"):
            simple.play(Board(), limit)
        assert simple.returncode == 3
        with pytest.raises(EngineTerminatedError):
            simple.ping()
        with pytest.raises(EngineTerminatedError):
            simple.quit()


def test_an_engine_that_is_killed_in_the_middle(log):
    with session(module, {}, log) as simple, simple.analysis(Board()) as analysis:
        threading.Timer(0.2, os.kill, (pid_of(simple), signal.SIGKILL)).start()
        with pytest.raises(EngineTerminatedError, match="was killed by SIGKILL"):
            analysis.next()
        with pytest.raises(EngineTerminatedError):
            analysis.wait()


def test_an_engine_that_closes_its_output(log):
    with session(module, {"go": ["CLOSE"]}, log) as simple:
        with pytest.raises(EngineTerminatedError):
            simple.play(Board(), Limit(depth=3))
        assert ends(pid_of(simple))


@pytest.mark.parametrize("protocol", ["uci", "xboard"])
def test_an_engine_that_listens_no_more(log, protocol):
    with session(module, {"go": ["DEAF"]}, log, protocol) as simple:
        with pytest.raises(EngineTerminatedError, match="was killed by SIGKILL"):
            simple.play(Board(), Limit(depth=3))
        assert ends(pid_of(simple))


def test_an_xboard_engine_that_does_not_stop(log):
    with session(module, {"analyze": ["1 2 3 4 e4"]}, log, "xboard") as simple:
        simple.timeout = 0.5
        with pytest.raises(asyncio.TimeoutError):
            simple.play(Board(), Limit(time=0.1))
        with pytest.raises(asyncio.TimeoutError):
            simple.analyse(Board(), Limit(time=0.1))
        simple.ping()
    assert "?" in log.read_text().splitlines()
    assert ends(pid_of(simple))


def test_an_xboard_engine_that_ends_its_analysis_late(log):
    script = {"analyze": ["1 2 3 4 e4"], "exit": ["SLEEP 1"], "go": ["move e2e4"]}
    with session(module, script, log, "xboard") as simple:
        simple.timeout = 0.2
        with simple.analysis(Board()) as analysis:
            assert analysis.next()["depth"] == 1
            analysis.stop()
            with pytest.raises(asyncio.TimeoutError):
                analysis.wait()
        simple.timeout = 20
        assert simple.play(Board(), Limit(time=0.1)).move.uci() == "e2e4"


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([], "ping"),
        (["feature ping=1"], "setboard"),
        (["Error (unknown command): protover"], "prot"),
    ],
)
def test_an_xboard_engine_that_cannot_be_used(log, monkeypatch, lines, fault):
    monkeypatch.setattr("kiwipete.engine.xboard._FIRST_WORD", 0.5)
    monkeypatch.setattr("kiwipete.engine.xboard._GREETING", 0.1)
    with pytest.raises(EngineError, match=fault):
        SimpleEngine.popen_xboard(command({"protover": lines}, log))


def test_an_xboard_engine_that_takes_its_time(log, monkeypatch):
    monkeypatch.setattr("kiwipete.engine.xboard._GREETING", 0.1)
    wait = ["SLEEP 0.5", "feature done=0", "SLEEP 0.5", "feature ping=1 setboard=1 done=1"]
    with session(module, {"protover": wait, "go": ["move e2e4"]}, log, "xboard") as simple:
        assert simple.play(Board(), Limit(depth=1)).move.uci() == "e2e4"


def test_an_xboard_engine_that_never_says_done(log, monkeypatch):
    monkeypatch.setattr("kiwipete.engine.xboard._GREETING", 0.1)
    script = {"protover": ["feature ping=1 setboard=1"], "go": ["move e2e4"]}
    with session(module, script, log, "xboard") as simple:
        assert simple.play(Board(), Limit(depth=1)).move.uci() == "e2e4"


@pytest.mark.parametrize(
    "limit", [Limit(time=0.1), Limit(white_clock=0.1, black_clock=999)], ids=str
)
def test_an_engine_that_does_not_answer_go(log, limit):
    with session(module, {}, log) as simple:
        simple.timeout = 0.5
        with pytest.raises(asyncio.TimeoutError):
            simple.play(Board(), limit)
        # It ignores stop too, so that nothing can be asked any more.
        with pytest.raises(asyncio.TimeoutError):
            simple.analyse(Board(), Limit(time=0.1))
        simple.ping()
    assert "stop" in log.read_text()
    assert ends(pid_of(simple))


def test_a_search_without_an_end_does_not_begin_without_one(log):
    with session(module, {"isready": []}, log) as simple:
        simple.timeout = 0.3
        with pytest.raises(asyncio.TimeoutError):
            simple.play(Board(), Limit(depth=1))
        analysis = simple.analysis(Board())
        with pytest.raises(asyncio.TimeoutError):
            simple.play(Board(), Limit(depth=1))
        assert analysis.empty()


def test_an_engine_that_answers_late(log):
    script = {"go movetime 1": [], "stop": ["bestmove a2a3"], "go": ["bestmove e2e4"]}
    with session(module, script, log) as simple:
        simple.timeout = 0.5
        with pytest.raises(asyncio.TimeoutError):
            simple.play(Board(), Limit(time=0.001))
        simple.timeout = 20
        assert simple.play(Board(), Limit(depth=1)).move.uci() == "e2e4"


def test_an_analysis_that_ignores_stop(log):
    with session(module, {"go": ["info depth 1"]}, log) as simple:
        simple.timeout = 0.5
        with simple.analysis(Board()) as analysis:
            assert analysis.next() == {"depth": 1}
            analysis.stop()
            with pytest.raises(asyncio.TimeoutError):
                analysis.wait()
            with pytest.raises(asyncio.TimeoutError):
                analysis.next()


def test_a_late_readyok_answers_no_other_question(log):
    script = {"isready": ["SLEEP 1", "readyok"]}
    with session(module, script, log) as simple:
        simple.timeout = 0.2
        with pytest.raises(asyncio.TimeoutError):
            simple.ping()
        simple.timeout = 20
        started = time.monotonic()
        simple.ping()
        assert time.monotonic() - started > 1


def test_an_illegal_move_is_quoted(log):
    with session(module, {"go": ["bestmove e2e5 ponder e7e5"]}, log) as simple:
        for ask in (simple.play, simple.analyse):
            with pytest.raises(EngineError, match=r"'bestmove e2e5 ponder e7e5'.*e2e5 in rnbq"):
                ask(Board(), Limit(depth=1))


def test_a_flood(log):
    with session(module, {"go": ["FLOOD"]}, log) as simple:
        simple.timeout = 0.5
        with pytest.raises(asyncio.TimeoutError):
            simple.play(Board(), Limit(time=0.1))
    assert ends(pid_of(simple))


def test_garbage(log):
    noise = ["\xff\xfe\x00", "bestmove", "readyok", "uciok", "id", "option", "info pv", "x" * 99999]
    script = {"uci": [*noise, "option name X type zebra", "uciok"], "go": ["bestmove e2e4"]}
    with session(module, script, log) as simple:
        assert list(simple.options) == []
        assert simple.play(Board(), Limit(depth=1)).move.uci() == "e2e4"


def test_only_noise_after_the_greeting_is_worth_a_warning(log, caplog):
    script = {"uci": ["Scripted by Ada", "uciok"], "isready": ["noise", "readyok"]}
    with session(module, script, log) as simple:
        assert caplog.messages == []
        simple.ping()
    assert [message.partition(": ")[2] for message in caplog.messages] == [
        "unexpected line: 'noise'"
    ]


def test_ctrl_c_while_an_engine_starts(log):
    program = subprocess.Popen(
        [sys.executable, "-c", FORGETFUL, *command({"uci": []}, log)], stderr=subprocess.PIPE
    )
    with program:
        deadline = time.monotonic() + 20
        while not (log.exists() and "uci" in log.read_text()) and time.monotonic() < deadline:
            time.sleep(0.02)
        started = time.monotonic()
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=20)
    assert time.monotonic() - started < 5
    assert errors.rstrip().endswith(b"KeyboardInterrupt")


def test_a_start_that_is_cancelled_twice_leaves_nothing_open(log):
    transports = []

    class Remembering(engine.UciProtocol):
        def connection_made(self, transport):
            transports.append(transport)
            super().connection_made(transport)

    async def cancel_twice():
        task = asyncio.create_task(start(Remembering, command({"uci": []}, log)))
        while not (log.exists() and "uci" in log.read_text()):
            await asyncio.sleep(0.02)
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(asyncio.wait_for(cancel_twice(), 20))
    assert transports[0].is_closing()


def test_options_with_odd_defaults_do_not_keep_an_engine_out(log):
    options = ["option name A type combo default x var y", "option name B type spin min z"]
    with session(module, {"options": options}, log) as simple:
        assert [option.default for option in simple.options.values()] == ["x", ""]
        with pytest.raises(EngineError, match="expected an integer for spin option 'B', got: None"):
            simple.configure({"B": None})


def test_a_chess960_position_needs_the_option(log):
    with session(module, {"go": ["bestmove e2e4"]}, log) as simple:
        with pytest.raises(EngineError, match="no option UCI_Chess960"):
            simple.play(Board.from_chess960_pos(5), Limit(depth=1))
        with pytest.raises(EngineError, match="no option MultiPV"):
            simple.analyse(Board(), Limit(depth=1), multipv=2)
        assert simple.play(Board(), Limit(depth=1)).move.uci() == "e2e4"


def test_children_end_with_the_engine(log):
    with session(module, {"go": ["CHILD", "bestmove e2e4"]}, log) as simple:
        result = simple.play(Board(), Limit(depth=1), info=engine.INFO_ALL)
        child = int(re.fullmatch(r"child (\d+)", result.info["string"])[1])
    assert ends(pid_of(simple))
    assert ends(child)


def test_a_child_that_holds_the_output_open_hides_no_death(log):
    script = {"go": ["CHILD", "EXIT 3"]}
    dies = pytest.raises(EngineTerminatedError, match="ended with exit code 3")
    with session(module, script, log) as simple, dies:
        simple.play(Board(), Limit(depth=1))


def divide_by_nothing(simple):
    for info in simple.analysis(Board()):
        info["depth"] / 0


def test_an_exception_ends_the_engine(log):
    script = {"go": ["info depth 1"]}
    with pytest.raises(ZeroDivisionError), session(module, script, log) as simple:
        divide_by_nothing(simple)
    assert ends(pid_of(simple))


def test_an_engine_that_ignores_quit(log):
    with session(module, {"quit": []}, log) as simple:
        simple.timeout = 0.5
        with pytest.raises(asyncio.TimeoutError):
            simple.quit()
        assert ends(pid_of(simple))
        with pytest.raises(EngineTerminatedError, match="closed"):
            simple.play(Board(), Limit(depth=1))


def test_the_exit_code_is_not_lost(capfd):
    """A process that ends just when it is looked after used to have the code 255."""
    words = ["sh", "-c", "read word; echo uciok; read word"]
    for _ in range(100):
        with SimpleEngine.popen_uci(words) as simple:
            pass
        assert simple.returncode == -signal.SIGKILL
    assert capfd.readouterr().err == ""


def test_whoever_waits_is_told_when_another_thread_closes(log):
    simple = SimpleEngine.popen_uci(command({}, log), timeout=20)
    threading.Timer(0.3, simple.close).start()
    with pytest.raises(EngineTerminatedError):
        simple.play(Board(), Limit(depth=1))


def test_an_engine_that_is_forgotten_ends(log):
    simple = SimpleEngine.popen_uci(command({}, log), timeout=20)
    pid = pid_of(simple)
    del simple
    gc.collect()
    assert ends(pid)


FORGETFUL = """
import sys
from kiwipete.engine import Limit, SimpleEngine
from kiwipete import Board
engine = SimpleEngine.popen_uci(sys.argv[1:], timeout=None)
print(engine.transport.get_pid(), flush=True)
if "wait" in sys.argv[3]:
    engine.play(Board(), Limit(depth=1))
"""


@pytest.mark.parametrize("waits", [True, False])
def test_the_end_of_a_program_and_ctrl_c_end_the_engine(log, waits):
    words = command({"wait": []} if waits else {}, log)
    program = subprocess.Popen(
        [sys.executable, "-c", FORGETFUL, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with program:
        pid = int(program.stdout.readline())
        started = time.monotonic()
        if waits:
            deadline = time.monotonic() + 20
            while "go depth" not in log.read_text() and time.monotonic() < deadline:
                time.sleep(0.02)
            started = time.monotonic()
            program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=20)
    assert time.monotonic() - started < 5
    assert ends(pid)
    assert (b"KeyboardInterrupt" in errors) == waits
    assert b"never retrieved" not in errors


FORK = """
import os, sys
from kiwipete.engine import SimpleEngine
engine = SimpleEngine.popen_uci(sys.argv[1:])
child = os.fork()
if child == 0:
    sys.exit()
assert os.waitpid(child, 0)[1] == 0
engine.ping()
print(engine.id["name"])
engine.quit()
"""


def test_a_fork_leaves_its_parents_engine_alone(log):
    done = subprocess.run(
        [sys.executable, "-c", FORK, *command({}, log)], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.returncode) == ("Scripted 1.0\n", 0), done.stderr


def test_a_path_is_a_command():
    with pytest.raises(FileNotFoundError):
        SimpleEngine.popen_uci(Path("/no/such/engine"))
