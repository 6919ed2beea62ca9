"""A terminal with a program in it and nobody before it."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time

ESCAPE = "\033"
_PATIENCE = 120


class PseudoTerminal:
    """A process whose stdout and stderr are both the same terminal."""

    def __init__(self, words: tuple[str, ...], environment: dict[str, str]) -> None:
        self._near, far = pty.openpty()
        # What a user may have set must not decide what the tests see.
        inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
        defaults = {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kiwipete", *words],
            stdin=far,
            stdout=far,
            stderr=far,
            env={**inherited, **defaults, **environment},
        )
        os.close(far)
        self._seen = b""

    @property
    def text(self) -> str:
        """Everything printed so far, escape codes and all."""
        return self._seen.decode("utf-8", "replace").replace("\r\n", "\n")

    def wait_for(self, words: str) -> None:
        """Read until these words have been printed."""
        deadline = time.monotonic() + _PATIENCE
        while words not in self.text:
            assert time.monotonic() < deadline, f"no {words!r} in {self.text!r}"
            assert self._read(), f"ended without {words!r}: {self.text!r}"

    def press_ctrl_c(self) -> None:
        self._process.send_signal(signal.SIGINT)

    def wait(self) -> int:
        """Read to the end and return the exit code."""
        deadline = time.monotonic() + _PATIENCE
        while self._read():
            assert time.monotonic() < deadline, f"no end: {self.text!r}"
        return self._process.wait(_PATIENCE)

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._near)

    def _read(self) -> bool:
        """Read what has been printed in the meantime; False at the end."""
        ready, _, _ = select.select([self._near], [], [], 0.1)
        if not ready:
            return True
        try:
            more = os.read(self._near, 65536)
        except OSError:  # how Linux says that nobody is left to write
            return False
        self._seen += more
        return bool(more)
