"""The `kiwipete` command: starts `kiwipete run` without importing Kiwipete, and the rest with it.

`kiwipete run` replaces itself by Python, so anything it loads is loaded for nothing. A module
inside the package would bring the package along.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # type checkers know the name; importing typing takes long
if TYPE_CHECKING:
    from typing import NoReturn

WITH_PYTHON_CHESS = "--with-python-chess"

_STARTUP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kiwipete", "cli", "startup")
_WITH_VALUE = "WX"  # Python's options whose value may be a separate word
_LAST = "cm"  # those that the program follows
_WITHOUT_STARTUP = "EIS"  # those that make Python ignore its environment or its startup files


def main() -> int:
    """Run the command line of this process."""
    words = sys.argv[1:]
    if words[:1] == ["run"]:
        program = words[1:]
        while program[:1] == [WITH_PYTHON_CHESS]:
            del program[0]
        if fault(program) is None:
            run_python(program, with_python_chess=WITH_PYTHON_CHESS in words[: -len(program)])
    try:
        from kiwipete.cli import main

        return main()
    except KeyboardInterrupt:  # Ctrl-C before the command line was there to take it
        print("kiwipete: interrupted", file=sys.stderr)
        return 130


def run_python(program: list[str], *, with_python_chess: bool) -> NoReturn:
    """Replace this process by `python PROGRAM ARGUMENTS`, with the switch on in its environment."""
    environment = {**os.environ, "KIWIPETE_AS_CHESS": os.path.realpath(sys.prefix)}
    earlier = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = _STARTUP + (os.pathsep + earlier if earlier else "")
    environment.pop("KIWIPETE_WITH_PYTHON_CHESS", None)
    if with_python_chess:
        environment["KIWIPETE_WITH_PYTHON_CHESS"] = "1"
    os.execve(sys.executable, [sys.executable, *program], environment)


def fault(words: list[str]) -> str | None:
    """Return why Python cannot run these words with the switch on, or None if it can.

    >>> fault(["bot.py", "--depth", "4"])
    >>> fault(["-I", "bot.py"])
    'python -I would not see the switch'
    """
    options = iter(words)
    for word in options:
        if word.startswith("--"):
            continue
        if word == "-" or not word.startswith("-"):
            return None
        for place, letter in enumerate(word[1:], 2):
            if letter in _LAST:
                return None
            if letter in _WITHOUT_STARTUP:
                return f"python -{letter} would not see the switch"
            if letter in _WITH_VALUE:
                if place == len(word):
                    next(options, None)
                break
    return "no program to run"
