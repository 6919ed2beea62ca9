"""Processes that engines have started and left behind, in any session.

On Linux a process can adopt the orphans among its descendants, and so kill them. Elsewhere
orphans become children of init, and only those in an engine's process group can be found.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
# How long killing descendants may take, in seconds: some start others meanwhile.
_PATIENCE = 3.0


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
    """End all children of this process, and theirs when they have become its own."""
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
