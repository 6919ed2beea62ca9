"""`kiwipete run`: run a program written for python-chess on Kiwipete."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from kiwipete.cli.exits import UsageError
from kiwipete_launcher import WITH_PYTHON_CHESS, fault, run_python

if TYPE_CHECKING:
    from argparse import Namespace

    from kiwipete.cli.options import CommandParser

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


def add_arguments(parser: CommandParser) -> None:
    """Add the options before the program."""
    parser.usage = "kiwipete run [--with-python-chess] PROGRAM.py | -m MODULE | -c CODE [ARGUMENTS]"
    parser.own_options = (WITH_PYTHON_CHESS,)
    parser.add_argument(
        WITH_PYTHON_CHESS,
        action="store_true",
        help="take submodules that Kiwipete lacks, such as chess.gaviota, from an installed "
        "python-chess; they run on Kiwipete's boards",
    )


def run(arguments: Namespace) -> NoReturn:
    """Replace this process by `python PROGRAM ARGUMENTS`, with the switch on."""
    if reason := fault(arguments.rest):
        raise UsageError(f"{reason} (see kiwipete run --help)")
    run_python(arguments.rest, with_python_chess=arguments.with_python_chess)
