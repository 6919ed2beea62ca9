"""A program of somebody else's: talked to line by line, and never left behind."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Sequence

from kiwipete.lab.failures import EngineError

# How many lines are kept for the report on a failure.
_TAIL = 10
# A longer line is noise, and would only fill the memory.
_LONGEST_LINE = 1 << 16
_CHUNK = 1 << 16
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
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineError(f"cannot start {command[0]!r}: {reason}") from error
        self.tail: deque[str] = deque(maxlen=_TAIL)
        self._lines: deque[str] = deque()
        self._partial = {"stdout": b"", "stderr": b""}
        self._selector = selectors.DefaultSelector()
        for name in self._partial:
            stream = getattr(self._process, name)
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ, name)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

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

    def read_line(self, deadline: float) -> str | None:
        """Return the next line, None if there are no more; TimeoutError when time is up."""
        while not self._lines:
            if "stdout" not in self._open_streams():
                return None
            patience = deadline - time.monotonic()
            if patience <= 0:
                raise TimeoutError  # a flood of noise buys no time either
            for key, _ in self._selector.select(patience):
                self._read(key)
        return self._lines.popleft()

    def wait(self, deadline: float) -> int | None:
        """Return the exit code, None if the program runs on; negative numbers are signals."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(max(0.0, deadline - time.monotonic()))
        return None

    def ending(self) -> str:
        """Say how a program ended that has no more to say."""
        code = self.wait(time.monotonic() + _LAST_BREATH)
        if code is None:
            return "it closed its output"
        if code >= 0:
            return f"it ended with exit code {code}"
        names = {number.value: number.name for number in signal.Signals}
        return f"it was killed by {names.get(-code, f'signal {-code}')}"

    def kill(self) -> None:
        """End the program and all that it has started; whoever reads its output finds the end."""
        # macOS answers that there is no permission when only zombies are left.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

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

    def _open_streams(self) -> set[str]:
        return {key.data for key in self._selector.get_map().values()}

    def _read(self, key: selectors.SelectorKey) -> None:
        """Read what a stream has; at its end the rest is a line too."""
        chunk = os.read(key.fd, _CHUNK)
        *lines, rest = (self._partial[key.data] + chunk).split(b"\n")
        if not chunk:
            self._selector.unregister(key.fileobj)
            lines, rest = ([rest] if rest else []), b""
        self._partial[key.data] = rest[:_LONGEST_LINE]
        texts = [line.decode("utf-8", "replace").rstrip() for line in lines]
        self.tail.extend(text for text in texts if text)
        if key.data == "stdout":
            self._lines.extend(texts)
