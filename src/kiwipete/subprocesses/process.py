"""An external program: read line by line until a deadline, and always killed with its children."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future

from kiwipete.errors import EngineError
from kiwipete.subprocesses.output import STDERR, STDOUT, Output

# What is longer is noise: no line of a divide is, and it would only take memory and time.
_LONGEST_LINE = 1 << 10
_CHUNK = 1 << 16
# How often to read what a program has left behind; of one that writes without end not all of it.
_LAST_CHUNKS = 4
# How often to look whether the program still runs while it is silent, in seconds.
_SLICE = 0.1
# How long a program may take to end after its last word, in seconds.
_LAST_BREATH = 1.0


class Process:
    """A program in a process group of its own, so that its children end with it.

    Its stdout is read line by line until a deadline; stderr is only remembered.

    >>> with Process(["echo", "hello"]) as process:
    ...     process.read_line(time.monotonic() + 10)
    'hello'
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._output = Output(_LONGEST_LINE)
        self._lines: deque[str] = deque()
        self._selector = selectors.DefaultSelector()
        self._started: Future[subprocess.Popen[bytes]] = Future()
        try:
            # Ctrl-C interrupts only the main thread: in another one it cannot come between
            # the birth of a process and the moment from which its number is known.
            threading.Thread(target=_start, args=(command, self._started)).start()
            self._process = self._started.result()
            self._listen()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineError(f"cannot start {command[0]!r}: {reason}") from error
        except BaseException:
            self._started.add_done_callback(_end)  # at once, or as soon as it has started
            raise

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # Ctrl-C may come before anybody has taken hold of it.
        self._started.add_done_callback(_end)

    @property
    def pid(self) -> int:
        """The process's number, which is that of its group too."""
        return self._process.pid

    def send(self, *lines: str) -> None:
        """Write lines to the program; one that has ended is not surprised by them."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def end_input(self) -> None:
        """Tell the program that nothing more is going to be sent."""
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()

    def forget(self) -> None:
        """Forget what it has said so far, so that nothing of it is taken for an answer."""
        self._read_what_is_there()
        self._output.forget()
        self._lines.clear()

    def read_line(self, deadline: float) -> str | None:
        """Return the next line, None if there are no more; TimeoutError when time is up."""
        while not self._lines:
            if STDOUT not in self._open_streams():
                return None
            patience = deadline - time.monotonic()
            if patience <= 0:
                raise TimeoutError  # a flood of noise buys no time either
            # A child may keep the output open for longer than the program lives.
            ended = self._process.poll() is not None
            readable = self._read_what_is_there(0 if ended else min(patience, _SLICE))
            if ended and not readable:
                self._end_stream(STDOUT)
        return self._lines.popleft()

    def wait(self, deadline: float) -> int | None:
        """Return the exit code, None if the program runs on; negative numbers are signals."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(max(0.0, deadline - time.monotonic()))
        return None

    def ending(self) -> str:
        """Say how a program ended that has no more to say."""
        return f"it {ending(self.wait(time.monotonic() + _LAST_BREATH))}"

    def last_words(self) -> tuple[str, ...]:
        """Return what it said last; of one that has ended, what tells why it did."""
        for _ in range(_LAST_CHUNKS):
            self._read_what_is_there()
        return self._output.last_words()

    def kill(self) -> None:
        """End the program and all that it has started; whoever reads its output finds the end."""
        kill_group(self.pid)

    def close(self) -> None:
        """End the program, and let go of everything that belongs to it."""
        try:
            self.kill()
            self._process.wait()
        finally:
            self.kill()  # what was born while the others died
            self._selector.close()
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                assert stream is not None
                with contextlib.suppress(BrokenPipeError):
                    stream.close()

    def _listen(self) -> None:
        for number, stream in ((STDOUT, self._process.stdout), (STDERR, self._process.stderr)):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ, number)

    def _open_streams(self) -> dict[int, selectors.SelectorKey]:
        return {key.data: key for key in self._selector.get_map().values()}

    def _read_what_is_there(self, patience: float = 0) -> bool:
        """Read from the streams that have something to say, and tell whether any has."""
        readable = self._selector.select(patience)
        for key, _ in readable:
            self._read(key)
        return bool(readable)

    def _read(self, key: selectors.SelectorKey) -> None:
        """Read what a stream has, and add the lines that are complete."""
        chunk = os.read(key.fd, _CHUNK)
        if chunk:
            self._add_lines(key.data, self._output.add(key.data, chunk))
        else:
            self._end_stream(key.data)

    def _end_stream(self, number: int) -> None:
        """Read a stream no more; what is left of it is a line too."""
        self._selector.unregister(self._open_streams()[number].fileobj)
        self._add_lines(number, self._output.end(number))

    def _add_lines(self, number: int, lines: list[str]) -> None:
        if number == STDOUT:
            self._lines.extend(lines)


def _start(command: Sequence[str], started: Future[subprocess.Popen[bytes]]) -> None:
    try:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
    except Exception as error:
        started.set_exception(error)
    else:
        started.set_result(process)


def _end(started: Future[subprocess.Popen[bytes]]) -> None:
    """End a program that nobody has taken hold of."""
    if started.exception() is None and started.result().returncode is None:
        with started.result() as process:
            kill_group(process.pid)


def kill_group(pid: int) -> None:
    """End a program and all that it has started."""
    # macOS answers that there is no permission when only zombies are left.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM)


def ending(code: int | None) -> str:
    """Say how a program ended that has no more to say; its exit code is None if it runs on.

    >>> ending(3), ending(-11)
    ('ended with exit code 3', 'was killed by SIGSEGV')
    """
    if code is None:
        return "closed its output"
    if code >= 0:
        return f"ended with exit code {code}"
    names = {number.value: number.name for number in signal.Signals}
    return f"was killed by {names.get(-code, f'signal {-code}')}"
