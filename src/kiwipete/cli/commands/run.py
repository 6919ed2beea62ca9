"""`kiwipete run`: run a program written for python-chess on Kiwipete."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from kiwipete.cli.exits import UsageError

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.parser import CommandParser

DESCRIPTION = """\
Run a program written for python-chess on Kiwipete, unchanged.

`import chess`, `import chess.engine` and so on load Kiwipete's modules, in the
program and in every process of the same Python that it starts. Everything else
is as with `python PROGRAM.py`: the words after the options of `kiwipete run` go
to Python as they are. Importing a submodule that Kiwipete lacks raises an error
that names it."""

EXAMPLES = """\
examples:
  kiwipete run bot.py --depth 4
      like python bot.py --depth 4, on Kiwipete

  kiwipete run -m pytest tests
      the tests of a project that uses python-chess

  kiwipete run -c "import chess; print(chess.Board().legal_moves.count())"
      20

  kiwipete run $(which bot)
      a program that was installed as a command, if it is written in Python

  kiwipete run --with-python-chess probe.py
      with python-chess's own modules where Kiwipete has none

  Python's other options work too (kiwipete run -O bot.py), except -E, -I and -S:
  with these Python would not see the switch.
  From inside a program: import kiwipete; kiwipete.use_as_chess()"""

IN_SHORT = """\
  kiwipete run PROGRAM.py             a program that imports chess, at native speed
"""

_STARTUP = Path(__file__).parent.parent / "startup"
_WITH_VALUE = "WX"  # Python's options whose value may be a separate word
_LAST = "cm"  # those that the program follows
_WITHOUT_STARTUP = "EIS"  # those that make Python ignore its environment or its startup files


def add_arguments(parser: CommandParser) -> None:
    """Add the options before the program."""
    parser.usage = "kiwipete run [--with-python-chess] PROGRAM.py | -m MODULE | -c CODE [ARGUMENTS]"
    parser.own_options = ("--with-python-chess",)
    parser.add_argument(
        "--with-python-chess",
        action="store_true",
        help="take submodules that Kiwipete lacks, such as chess.gaviota, from an installed "
        "python-chess; they run on Kiwipete's boards",
    )


def run(arguments: Namespace) -> NoReturn:
    """Replace this process by `python PROGRAM ARGUMENTS`, with the switch on in its environment."""
    _check(arguments.rest)
    environment = {**os.environ, "KIWIPETE_AS_CHESS": str(Path(sys.prefix).resolve())}
    earlier = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = os.pathsep.join([str(_STARTUP), *([earlier] if earlier else [])])
    environment.pop("KIWIPETE_WITH_PYTHON_CHESS", None)
    if arguments.with_python_chess:
        environment["KIWIPETE_WITH_PYTHON_CHESS"] = "1"
    os.execve(sys.executable, [sys.executable, *arguments.rest], environment)


def _check(words: list[str]) -> None:
    """Raise a UsageError if there is no program, or if Python would ignore the switch."""
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
