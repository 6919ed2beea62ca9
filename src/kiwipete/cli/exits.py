"""How a command ends: exit codes, error messages, and signals that work like Ctrl-C."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from kiwipete.cli.ui import fitted

OK = 0
WRONG_COUNT = 1  # a count differs from the known one
DIFFERENCE = 1  # an engine breaks the rules
ILLEGAL = 1  # the move in question is illegal
H0_ACCEPTED = 1  # an SPRT accepted H0
UNSOLVED = 1  # a test position isn't solved
UNSOUND = 1  # the doctor found something wrong with training data
USAGE = 2  # bad input
CHECK_FAILED = 3
ENGINE_FAILED = 3  # the engine cannot be started, or doesn't count
CLUSTER_FAILED = 3  # the cluster was lost during the work
UNDECIDED = 4  # an SPRT ran out of games
CANNOT_WRITE = 5  # the result could not be written or saved
INTERNAL_ERROR = 70  # the number of sysexits.h; Python's own 1 would look like a result
INTERRUPTED = 130  # the shells' convention: 128 + SIGINT
PIPE_CLOSED = 141  # 128 + SIGPIPE

_LIKE_CTRL_C = ("SIGTERM", "SIGHUP")


class UsageError(Exception):
    """Bad input, described in one line."""


def complain(message: str, quoted: str = "") -> None:
    """Print a message as one line on stderr, and the text it quotes on the next."""
    line, indent = f"kiwipete: {' '.join(message.splitlines())}", " " * 4
    print(fitted(line, sys.stderr, indent), file=sys.stderr)
    if quoted:
        print(f"{indent}{quoted}", file=sys.stderr)


def too_many_threads(error: RuntimeError, threads: int) -> UsageError:
    """Return the error to raise if the system refuses to start a thread."""
    return UsageError(f"{error}: try fewer --threads than {threads}")


@contextmanager
def ended_like_ctrl_c() -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into KeyboardInterrupt, so that commands clean up and report."""
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set handlers
        return
    numbers = [getattr(signal, name) for name in _LIKE_CTRL_C if hasattr(signal, name)]
    before = {number: signal.signal(number, _interrupt) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt
