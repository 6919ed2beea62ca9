"""`kiwipete run`: a program for python-chess, run on Kiwipete."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from kiwipete.cli.ends import UsageError

if TYPE_CHECKING:
    from argparse import Namespace

_STARTUP = Path(__file__).parent / "startup"
_WITH_VALUE = "WX"  # Python's options whose value may be a word of its own
_LAST = "cm"  # those behind which the program begins
_WITHOUT_STARTUP = "EIS"  # those that make Python ignore its environment or its startup files


def run(arguments: Namespace) -> NoReturn:
    """Become `python PROGRAM ARGUMENTS`, in an environment that turns the switch on."""
    _check(arguments.program)
    environment = {**os.environ, "KIWIPETE_AS_CHESS": str(Path(sys.prefix).resolve())}
    earlier = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = os.pathsep.join([str(_STARTUP), *([earlier] if earlier else [])])
    environment.pop("KIWIPETE_WITH_PYTHON_CHESS", None)
    if arguments.with_python_chess:
        environment["KIWIPETE_WITH_PYTHON_CHESS"] = "1"
    os.execve(sys.executable, [sys.executable, *arguments.program], environment)


def _check(words: list[str]) -> None:
    """Raise a UsageError if there is no program, or if Python would not read what we set up."""
    options = iter(words)
    for word in options:
        if word.startswith("--"):
            continue
        if word == "-" or not word.startswith("-"):
            return
        for place, letter in enumerate(word[1:], 2):
            if letter in _LAST:
                return
            if letter in _WITHOUT_STARTUP:
                raise UsageError(
                    f"python -{letter} would not see the switch (see kiwipete run --help)"
                )
            if letter in _WITH_VALUE:
                if place == len(word):
                    next(options, None)
                break
    raise UsageError("no program to run (see kiwipete run --help)")
