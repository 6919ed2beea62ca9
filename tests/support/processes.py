"""Processes: commands in the background, code in a Python of its own, and who is alive."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

# The command line, with a word once everything is imported and a signal meets the program itself.
PROGRAM = """\
import sys
from kiwipete.cli import main
from kiwipete.cli.commands import perft_long
print("ready", file=sys.stderr, flush=True)
sys.exit(main(sys.argv[1:]))
"""


# The same on a disk that is full when a file has some bytes.
FULL_DISK = """\
import resource, signal, sys
from kiwipete.cli import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
sys.exit(main(sys.argv[2:]))
"""


def wait_for(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


def exists(pid: int) -> bool:
    """Return True if a process runs, or has ended and its exit code has not been asked for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def is_alive(pid: int) -> bool:
    """Return True if a process runs. Of a grandchild that was killed its exit code may be left."""
    if not exists(pid):
        return False
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True  # there is no /proc, or it has ended just now
    return state != "Z"


def start(*words: str, start_new_session: bool = False) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=start_new_session,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "ready\n"
    return process


def ends(*pids: int, seconds: float = 20) -> bool:
    """Return True if processes end soon."""
    deadline = time.monotonic() + seconds
    while any(map(is_alive, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def with_full_disk(size: int, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a command that cannot write files of more bytes; not on Windows."""
    return subprocess.run(
        [sys.executable, "-B", "-c", FULL_DISK, str(size), *words],  # no bytecode that is cut short
        capture_output=True,
        text=True,
        timeout=60,
    )


def run_python(code: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter, isolated from the user's settings."""
    return subprocess.run(
        [sys.executable, "-I", *options, "-c", code], capture_output=True, text=True
    )


def printed(code: str, *options: str) -> str:
    """Run code in a Python of its own and return what it prints."""
    process = run_python(code, *options)
    assert process.returncode == 0, process.stderr
    assert process.stderr == ""
    return process.stdout.strip()


def error_of(code: str) -> str:
    """Run code that fails in a Python of its own and return the last line of its traceback."""
    process = run_python(code)
    assert process.returncode == 1
    return process.stderr.splitlines()[-1]
