"""Pipe ends that a child process inherits: by file descriptor, on Windows by handle.

A child is started with `inheriting(numbers)`, and finds the numbers among its arguments.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import connection
from typing import Any

if sys.platform == "win32":
    import msvcrt

    def number_of(descriptor: int) -> int:
        """Return the number by which a child knows a file descriptor of this process."""
        return msvcrt.get_osfhandle(descriptor)

    def descriptor_of(number: int) -> int:
        """Return a file descriptor for an inherited number."""
        return msvcrt.open_osfhandle(number, os.O_RDONLY)

    def connection_of(number: int) -> Any:
        """Return the connection with an inherited number."""
        return connection.PipeConnection(number)

    def inheriting(numbers: Sequence[int]) -> dict[str, Any]:
        """Return the arguments of Popen for a child that inherits these numbers and no others."""
        for number in numbers:
            os.set_handle_inheritable(number, True)
        handles = {"handle_list": list(numbers)}
        return {"startupinfo": subprocess.STARTUPINFO(lpAttributeList=handles)}

    def in_own_group(creationflags: int = 0) -> dict[str, Any]:
        """Return the arguments of Popen for a program that Ctrl-C does not reach."""
        return {"creationflags": creationflags | subprocess.CREATE_NEW_PROCESS_GROUP}

else:

    def number_of(descriptor: int) -> int:
        """Return the number by which a child knows a file descriptor of this process."""
        return descriptor

    def descriptor_of(number: int) -> int:
        """Return a file descriptor for an inherited number."""
        return number

    def connection_of(number: int) -> connection.Connection:
        """Return the connection with an inherited number."""
        return connection.Connection(number)

    def inheriting(numbers: Sequence[int]) -> dict[str, Any]:
        """Return the arguments of Popen for a child that inherits these numbers and no others."""
        return {"pass_fds": tuple(numbers)}

    def in_own_group(creationflags: int = 0) -> dict[str, Any]:
        """Return the arguments of Popen for a program that Ctrl-C does not reach."""
        return {"start_new_session": True, "creationflags": creationflags}
