"""The end of programs that were started in a session of their own: their children end too."""

from __future__ import annotations

import contextlib
import os
import signal


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
