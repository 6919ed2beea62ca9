"""Other people's programs: read with a deadline, and ended with all their children."""

from __future__ import annotations

import os
import sys
import time

import pytest

from kiwipete.lab.failures import EngineError
from kiwipete.lab.process import Process

from .processes import is_alive, wait_for

CHILD_PID = """\
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""


def soon() -> float:
    return time.monotonic() + 30


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
        assert sorted(process.tail) == ["oops", "out"]


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
        assert max(map(len, process.tail), default=0) < 100_000


def test_bytes_that_are_no_text():
    with python("import os; os.write(1, b'\\xff\\xfe\\n')") as process:
        assert process.read_line(soon()) == "\ufffd\ufffd"


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
