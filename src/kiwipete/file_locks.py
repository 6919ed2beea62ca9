"""Lock files, so that two processes don't write to the same one."""

from __future__ import annotations

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt

    # Windows lets nobody else read what is locked: a byte that no file of ours reaches.
    _LOCKED = (1 << 31) - 2

    def lock(file: IO[bytes]) -> None:
        """Lock a file until it is closed; OSError if another process has."""
        file.seek(_LOCKED)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock(file: IO[bytes]) -> None:
        """Lock a file until it is closed; OSError if another process has."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
