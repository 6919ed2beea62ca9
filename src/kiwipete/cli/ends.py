"""How a command ends: exit codes, and one line on stderr if it ends badly."""

from __future__ import annotations

import sys

from kiwipete.cli.terminal import fitted

OK = 0
WRONG_COUNT = 1  # a count is not the known one
DIFFERENCE = 1  # an engine does not know the rules
H0_ACCEPTED = 1  # a test of two engines found no gain
UNSOLVED = 1  # a test position has another answer
USAGE = 2  # bad input
CHECK_FAILED = 3
ENGINE_FAILED = 3  # it cannot be started, or does not count
CLUSTER_FAILED = 3  # it was lost while it counted
UNDECIDED = 4  # a test of two engines ran out of games
CANNOT_WRITE = 5  # an answer is there, but it could not be written or saved
INTERNAL_ERROR = 70  # as sysexits.h has it; Python's own 1 would read as an answer
INTERRUPTED = 130  # as shells say it: 128 + SIGINT
PIPE_CLOSED = 141  # 128 + SIGPIPE


class UsageError(Exception):
    """Bad input, described in one line."""


def complain(message: str, quoted: str = "") -> None:
    """Print one line on stderr, whatever the message was made from, and what it is about below."""
    line, indent = f"kiwipete: {' '.join(message.splitlines())}", " " * 4
    print(fitted(line, sys.stderr, indent), file=sys.stderr)
    if quoted:
        print(f"{indent}{quoted}", file=sys.stderr)
