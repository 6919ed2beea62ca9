"""End by a signal as by Ctrl-C: nothing is left running, and what is known is told."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_ENDS = ("SIGTERM", "SIGHUP")


@contextmanager
def ended_like_ctrl_c() -> Iterator[None]:
    """Turn the signals that end a program into KeyboardInterrupt for a while."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals are the main thread's affair
        return
    numbers = [getattr(signal, name) for name in _ENDS if hasattr(signal, name)]
    before = {number: signal.signal(number, _interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
