"""Other people's programs: read with a deadline, and ended with all their children."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from kiwipete.lab.engines.divider import EngineError
from kiwipete.subprocesses.pipes import SelectedPipes, ThreadedPipes
from kiwipete.subprocesses.process import Process
from tests.support.processes import exists, is_alive, printed, wait_for

CHILD_PID = """\
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""


def soon() -> float:
    return time.monotonic() + 30


@pytest.fixture(params=[SelectedPipes, ThreadedPipes], autouse=True)
def _either_way_to_read(request, monkeypatch):
    """Run each test with both ways to read pipes: Windows has only threads."""
    monkeypatch.setattr("kiwipete.subprocesses.process.Pipes", request.param)


def python(program: str) -> Process:
    return Process([sys.executable, "-S", "-E", "-c", program])


def test_lines():
    with python("print('one\\n\\ntwo', end='')") as process:
        lines = [process.read_line(soon()) for _ in range(4)]
    assert lines == ["one", "", "two", None]


def test_a_conversation():
    with python("print(input()[::-1])") as process:
        process.send("hello")
        assert process.read_line(soon()) == "olleh"


def test_stderr_is_remembered_but_not_read():
    with python("import sys; print('oops', file=sys.stderr); print('out')") as process:
        assert process.read_line(soon()) == "out"
        assert process.read_line(soon()) is None
        process.wait(soon())
        assert sorted(process.last_words()) == ["oops", "out"]


def test_the_exception_is_found_above_a_long_stack_trace():
    program = """\
import os, sys
print("java.lang.StackOverflowError", file=sys.stderr)
for depth in range(1024):
    print(f"\\tat Search.negamax(Search.java:{depth})", file=sys.stderr)
os._exit(1)
"""
    with python(program) as process:
        assert process.read_line(soon()) is None
        assert process.ending() == "it ended with exit code 1"
        assert process.last_words() == ("java.lang.StackOverflowError",)


def test_a_deadline():
    with python("import time; time.sleep(600)") as process:
        start = time.monotonic()
        with pytest.raises(TimeoutError):
            process.read_line(start + 0.2)
        assert time.monotonic() - start < 5


@pytest.mark.parametrize("end", ["\\n", ""])
def test_a_flood_does_not_move_the_deadline(end):
    with python(f"while True: print('x' * 100, end='{end}')") as process:
        deadline = time.monotonic() + 0.3
        with pytest.raises(TimeoutError):
            list(iter(lambda: process.read_line(deadline), None))
        assert time.monotonic() - deadline < 5
        assert max(map(len, process.last_words()), default=0) <= 200


def test_bytes_that_are_no_text():
    with python("import os; os.write(1, b'\\xff\\xfe\\n')") as process:
        assert process.read_line(soon()) == "\ufffd\ufffd"


def test_last_words_do_a_terminal_no_harm():
    program = "print('\\x1b[31mred\\talert\\a', '\\x1b\\x07', 'x' * 1_000_000, sep='\\n', end='')"
    with python(program) as process:
        while process.read_line(soon()) is not None:
            pass
        assert list(process.last_words()) == ["[31mred alert", "x" * 199 + "\u2026"]


def test_forget():
    with python("print('one\\ntwo\\nthree', flush=True); input(); print('four')") as process:
        assert process.read_line(soon()) == "one"
        process.forget()
        process.send("go on")
        assert process.read_line(soon()) == "four"
        assert list(process.last_words()) == ["four"]


def test_a_program_that_does_not_listen_any_more():
    with python("import sys; sys.stdin.close(); print('deaf', flush=True)") as process:
        assert process.read_line(soon()) == "deaf"
        assert process.read_line(soon()) is None
        process.wait(soon())
        process.send("hello?")
        process.end_input()


@pytest.mark.parametrize(
    ("program", "ending"),
    [
        ("pass", "it ended with exit code 0"),
        ("raise SystemExit(7)", "it ended with exit code 7"),
        ("import os; os.kill(os.getpid(), 11)", "it was killed by SIGSEGV"),
        ("import os, time; os.close(1); time.sleep(600)", "it closed its output"),
    ],
)
def test_endings(program, ending):
    with python(program) as process:
        assert process.read_line(soon()) is None
        assert process.ending() == ending


def test_the_end_of_a_program_whose_child_holds_its_output():
    program = f"""\
{CHILD_PID.rpartition("time.sleep")[0]}
sys.stdout.write("the last")
sys.stdout.flush()
__import__("os")._exit(3)
"""
    with python(program) as process:
        child = process.read_line(soon())
        assert child is not None
        assert process.read_line(soon()) == "the last"
        assert process.read_line(soon()) is None
        assert process.ending() == "it ended with exit code 3"
        assert is_alive(int(child))
    wait_for(lambda: not is_alive(int(child)))


@pytest.mark.parametrize("command", [["/no/such/program"], ["/"], [""], ["a\0b"]])
def test_what_cannot_be_started(command):
    with pytest.raises(EngineError, match="cannot start"):
        Process(command)


def test_nothing_is_left_behind():
    with python("import time; time.sleep(600)") as process:
        pid = process.pid
        os.kill(pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_children_are_not_left_behind():
    with python(CHILD_PID) as process:
        line = process.read_line(soon())
        assert line is not None
        os.kill(int(line), 0)
    wait_for(lambda: not is_alive(int(line)))


def test_children_of_a_program_that_has_ended_are_not_left_behind():
    with python(CHILD_PID) as process:
        line = process.read_line(soon())
        assert line is not None
        os.kill(process.pid, 9)
        process.wait(soon())
    wait_for(lambda: not is_alive(int(line)))


def test_ctrl_c_during_the_start_leaves_nothing_behind(monkeypatch):
    pids = []

    class Interrupted(subprocess.Popen):
        def __init__(self, *words, **options):
            super().__init__(*words, **options)
            pids.append(self.pid)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
            time.sleep(0.2)

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            python("import time; time.sleep(600)")
        wait_for(lambda: not is_alive(pids[0]))
    finally:
        signal.signal(signal.SIGINT, before)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pids[0], signal.SIGKILL)


def test_a_process_that_nobody_holds_is_ended():
    process = python("import time; time.sleep(600)")
    pid = process.pid
    assert is_alive(pid)
    del process
    wait_for(lambda: not is_alive(pid))


STARTS_PROGRAMS = """\
import sys, threading, time
from kiwipete.subprocesses.process import Process, UnusableEngineError, end_children

started, refused = [], []

def start():
    try:
        while len(started) < 10_000:
            started.append(Process([sys.executable, "-c", "import time; time.sleep(600)"]))
    except UnusableEngineError as error:
        refused.append(str(error))

threads = [threading.Thread(target=start) for _ in range(4)]
for thread in threads:
    thread.start()
while len(started) < 8:
    time.sleep(0.01)
end_children()
for thread in threads:
    thread.join()
print(*(process.pid for process in started))
print(*refused, sep="\\n")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists children")
def test_no_program_is_started_once_all_are_ended():
    started, *refused = printed(STARTS_PROGRAMS).splitlines()
    assert not any(map(exists, map(int, started.split())))
    assert len(refused) == 4
    assert all(line.endswith(": this process is ending") for line in refused)
