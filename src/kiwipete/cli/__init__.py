"""The command line. `cli/commands/__init__.py` says how to add a command."""

from __future__ import annotations

import io
import os
import sys

from kiwipete.cli.exits import (
    CANNOT_WRITE,
    CHECK_FAILED,
    INTERNAL_ERROR,
    INTERRUPTED,
    OK,
    PIPE_CLOSED,
    USAGE,
    UsageError,
    complain,
)
from kiwipete.cli.options import parse
from kiwipete.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    ImpossiblePositionError,
    InconsistentPositionError,
    InvalidFenError,
    InvalidMoveError,
)

__all__ = ["main"]

_BAD_INPUT = (
    UsageError,
    InvalidFenError,
    InvalidMoveError,
    IllegalMoveError,
    AmbiguousMoveError,
    ImpossiblePositionError,
)


def main(argv: list[str] | None = None) -> int:
    """Run a command and return its exit code.

    >>> main(["perft", "3", "--divide", "--moves", "f2f3 e7e5 g2g4 d8h4"])
    <BLANKLINE>
    Nodes searched: 0
    0
    """
    if not _prepare_streams():
        complain("cannot write: standard output is closed")
        return CANNOT_WRITE
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except OSError as error:
        return _cannot_write(error)
    return code


def _prepare_streams() -> bool:
    """Make stdout and stderr accept any text: engines and files may contain any character.

    Return False if stdout is closed. If stderr is, messages are dropped.
    """
    if sys.stderr is None:
        from pathlib import Path

        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    return sys.stdout is not None


def _run(argv: list[str]) -> int:
    """Run a command; turn every expected error into one line on stderr and an exit code."""
    try:
        command, arguments = parse(argv)
        return command.run(arguments)
    except SystemExit:
        return OK  # after --help and --version
    except _BAD_INPUT as error:
        complain(str(error))
        return USAGE
    except MemoryError as error:
        complain(str(error) or "no memory left")
        return USAGE
    except InconsistentPositionError as error:
        complain(f"check failed: {error}")
        return CHECK_FAILED
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except OSError:
        raise  # the output cannot be written
    except Exception:
        import traceback

        traceback.print_exc()
        complain("this is a bug in kiwipete: please report it with the lines above")
        return INTERNAL_ERROR


def _cannot_write(error: OSError) -> int:
    """Exit quietly if the reader has gone (`| head`), with a message after other errors."""
    # The interpreter flushes stdout again when it exits: give it somewhere to write.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return PIPE_CLOSED
    complain(f"cannot write: {error.strerror}")
    return CANNOT_WRITE
