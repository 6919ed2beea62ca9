"""External programs: read line by line until a deadline, and always killed with their children.

On Linux a process can adopt the orphans among its descendants, and so kill them. Elsewhere
orphans become children of init, and only those in a program's process group can be found.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from kiwipete.errors import UnusableEngineError
from kiwipete.subprocesses.output import STDERR, STDOUT, Output
from kiwipete.subprocesses.pipes import Pipes

# Longer lines are noise: no line of a divide is that long, and they cost memory and time.
_LONGEST_LINE = 1 << 10
# How many chunks to read from a program that has ended; its children may write without end.
_LAST_CHUNKS = 4
# How often to check whether a silent program still runs, in seconds.
_SLICE = 0.1
# How long a program may take to exit after it has closed its output, in seconds.
_LAST_BREATH = 1.0
# What writing to a program that has ended raises; Windows is not so precise.
_BROKEN_PIPE = OSError if sys.platform == "win32" else BrokenPipeError

_PR_SET_CHILD_SUBREAPER = 36
# How long killing descendants may take, in seconds: some start others meanwhile.
_PATIENCE = 3.0

_starting = threading.Lock()
_is_ending = False  # this process; it starts no more programs


class Process:
    """A program in a process group of its own, so that its children are killed with it.

    Its stdout is read line by line until a deadline; its stderr is kept for `last_words`.

    >>> with Process(["echo", "hello"]) as process:
    ...     process.read_line(time.monotonic() + 10)
    'hello'
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._output = Output(_LONGEST_LINE)
        self._lines: deque[str] = deque()
        self._started: Future[subprocess.Popen[bytes]] = Future()
        try:
            # Ctrl-C interrupts only the main thread. In another thread it cannot come between
            # the start of a process and the moment its pid is known.
            threading.Thread(target=_start, args=(command, self._started)).start()
            self._process = self._started.result()
            assert self._process.stdout is not None
            assert self._process.stderr is not None
            streams = {STDOUT: self._process.stdout, STDERR: self._process.stderr}
            self._pipes = Pipes(streams)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UnusableEngineError(f"cannot start {command[0]!r}: {reason}") from error
        except BaseException:
            self._started.add_done_callback(_end)  # at once, or as soon as it has started
            raise

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # Ctrl-C may come before the caller holds a reference.
        self._started.add_done_callback(_end)

    @property
    def pid(self) -> int:
        """The pid, which is also the id of the process group."""
        return self._process.pid

    def send(self, *lines: str) -> None:
        """Write lines to the program; they are dropped if it has ended."""
        assert self._process.stdin is not None
        with contextlib.suppress(_BROKEN_PIPE):
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def end_input(self) -> None:
        """Close the program's input."""
        assert self._process.stdin is not None
        with contextlib.suppress(_BROKEN_PIPE):
            self._process.stdin.close()

    def forget(self) -> None:
        """Discard the output so far, so that none of it is taken for an answer."""
        self._read_what_is_there()
        self._output.forget()
        self._lines.clear()

    def read_line(self, deadline: float) -> str | None:
        """Return the next line, or None after the last one; raise TimeoutError at the deadline."""
        while not self._lines:
            if STDOUT not in self._pipes.open:
                return None
            patience = deadline - time.monotonic()
            if patience <= 0:
                raise TimeoutError  # even if the program floods its stderr
            # A child may keep the output open after the program has exited.
            ended = self._process.poll() is not None
            readable = self._read_what_is_there(
                self._pipes.delay if ended else min(patience, _SLICE)
            )
            if ended and not readable:
                self._end_stream(STDOUT)
        return self._lines.popleft()

    def wait(self, deadline: float) -> int | None:
        """Return the exit code, or None if the program still runs; negative codes are signals."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(max(0.0, deadline - time.monotonic()))
        return None

    def ending(self) -> str:
        """Say how the program ended, once it has closed its output."""
        return f"it {ending(self.wait(time.monotonic() + _LAST_BREATH))}"

    def last_words(self) -> tuple[str, ...]:
        """Return the lines that explain why the program ended, or else its last lines."""
        for _ in range(_LAST_CHUNKS):
            if self._pipes.open:
                self._read_what_is_there(self._pipes.delay)
        return self._output.last_words()

    def kill(self) -> None:
        """Kill the program and its children; readers then reach the end of its output."""
        kill_group(self.pid)

    def close(self) -> None:
        """Kill the program, and release its pipes."""
        try:
            self.kill()
            self._process.wait()
        finally:
            self.kill()  # children started in the meantime
            self._pipes.close()
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                assert stream is not None
                with contextlib.suppress(_BROKEN_PIPE):
                    stream.close()

    def _read_what_is_there(self, patience: float = 0) -> bool:
        """Read from the streams that are readable; return whether any was."""
        chunks = self._pipes.read(patience)
        for number, chunk in chunks:
            if chunk:
                self._add_lines(number, self._output.add(number, chunk))
            else:
                self._end_stream(number)
        return bool(chunks)

    def _end_stream(self, number: int) -> None:
        """Stop reading a stream; unfinished text becomes its last line."""
        self._pipes.drop(number)
        self._add_lines(number, self._output.end(number))

    def _add_lines(self, number: int, lines: list[str]) -> None:
        if number == STDOUT:
            self._lines.extend(lines)


def _start(command: Sequence[str], started: Future[subprocess.Popen[bytes]]) -> None:
    try:
        with _starting:
            if _is_ending:
                raise OSError("this process is ending")
            process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                **in_own_group(),
            )
    except Exception as error:
        started.set_exception(error)
    else:
        started.set_result(process)


def _end(started: Future[subprocess.Popen[bytes]]) -> None:
    """Kill a program that has no owner."""
    if started.exception() is None and started.result().returncode is None:
        with started.result() as process:
            kill_group(process.pid)


def in_own_group(creationflags: int = 0) -> dict[str, Any]:
    """Return the arguments of Popen for a program that Ctrl-C does not reach."""
    if sys.platform == "win32":
        return {"creationflags": creationflags | subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True, "creationflags": creationflags}


def kill_group(pid: int) -> None:
    """Kill a program that leads a process group, and its children."""
    # macOS raises PermissionError when only zombies are left.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            # It ends the program alone; one that has ended already is an error without a name.
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGTERM)
        else:
            os.killpg(pid, signal.SIGKILL)


def ending(code: int | None) -> str:
    """Say how a program ended after it closed its output; the code is None if it still runs.

    >>> ending(3), ending(-11)
    ('ended with exit code 3', 'was killed by SIGSEGV')
    """
    if code is None:
        return "closed its output"
    if code >= 0:
        return f"ended with exit code {code}"
    names = {number.value: number.name for number in signal.Signals}
    return f"was killed by {names.get(-code, f'signal {-code}')}"


def adopt_orphans() -> bool:
    """Make this process adopt its orphaned descendants; return False if the system cannot."""
    if sys.platform != "linux":
        return False
    import ctypes

    try:
        return bool(ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def bury_orphans(own: Collection[int]) -> None:
    """Take note of orphans that have ended, or they stay in the system's table; not of `own`."""
    if sys.platform == "win32":
        return
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitid(os.P_ALL, 0, flags)) and ended.si_pid not in own:
            os.waitpid(ended.si_pid, 0)


def end_children() -> None:
    """End all children of this process, and theirs when they have become its own.

    For the end of this process: no `Process` can be started any more, in any thread.
    """
    global _is_ending
    with _starting:
        _is_ending = True
    if sys.platform == "win32":
        return
    deadline = time.monotonic() + _PATIENCE
    while (children := list(_children())) and time.monotonic() < deadline:
        for pid in children:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.002)
        for pid in children:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


def _children() -> Iterator[int]:
    """Yield the ids of this process's children, from Linux's /proc."""
    mine = str(os.getpid()).encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            # The name in brackets may contain anything, even brackets; state and parent follow.
            if (folder / "stat").read_bytes().rpartition(b")")[2].split()[1] == mine:
                yield int(folder.name)
