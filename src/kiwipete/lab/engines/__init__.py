"""Engines as move generators: open one by its command, or connect a generator by an adapter.

Adapters are template programs for generators without a protocol, the files of `adapters/`. An
author saves one next to the engine and fills in the calls of the generator. Adapters in languages
that start fast run as scripts, the others speak UCI.

>>> with open_engine(["true"]) as engine:  # a poor engine
...     engine.divide(kiwipete.STARTING_FEN, [], 1)
Traceback (most recent call last):
...
kiwipete.errors.UnusableEngineError: it does not speak UCI: it ended with exit code 0 (try...
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from kiwipete.lab.engines.process_engine import ScriptEngine
from kiwipete.lab.engines.uci_engine import NAME_WIDTH, UciEngine
from kiwipete.untrusted_text import in_short

# The defaults of `open_engine`; the timeout is in seconds.
PERFT_COMMAND = "go perft {depth}"
TIMEOUT = 10.0

# The file name of each adapter, which is also the best name to save it under.
ADAPTERS = {
    "python": "adapter.py",
    "c": "adapter.c",
    "cpp": "adapter.cpp",
    "rust": "adapter.rs",
    "java": "Adapter.java",
    "go": "adapter.go",
    "js": "adapter.mjs",
}


def open_engine(
    command: Sequence[str | os.PathLike[str]],
    *,
    script: bool = False,
    chess960: bool = False,
    perft_command: str = PERFT_COMMAND,
    timeout: float = TIMEOUT,
) -> UciEngine | ScriptEngine:
    """Return an engine that runs as a process; close it, or use it in a `with` statement.

    `command` is a UCI engine and its arguments, or with `script` a program that is called as
    `PROGRAM DEPTH FEN "MOVES"`. `perft_command` is the command for a divide, with `{depth}` in
    place of the depth. An engine that does not answer within `timeout` seconds is killed and,
    as after a crash, started again for the next question.

    >>> from shutil import which
    >>> with open_engine([which("true")], timeout=1) as engine:
    ...     engine.name
    'true'
    """
    words = _words(command)
    if "{depth}" not in perft_command:
        raise ValueError(f"the perft command has no {{depth}}: {perft_command!r}")
    if not timeout > 0:
        raise ValueError(f"the timeout is a number of seconds greater than 0, not {timeout!r}")
    name = in_short(Path(words[0]).name, NAME_WIDTH) or "engine"
    if script:
        return ScriptEngine(words, name, chess960=chess960, timeout=timeout)
    return UciEngine(words, name, chess960=chess960, perft_command=perft_command, timeout=timeout)


def _words(command: Sequence[str | os.PathLike[str]]) -> list[str]:
    """Return the words of a command; a str is refused, since it is a sequence of letters."""
    if isinstance(command, str | bytes):
        raise TypeError(f"the command is a list of words, as in ['stockfish'], not {command!r}")
    if not command:
        raise ValueError("the command is empty")
    return [os.fspath(word) for word in command]


def adapter(language: str) -> str:
    """Return the text of the adapter for a language: python, c, cpp, rust, java, go or js.

    >>> print(adapter("rust").splitlines()[0])
    //! An adapter: it answers Kiwipete's questions with your move generator in Rust.
    >>> adapter("perl")
    Traceback (most recent call last):
    ...
    ValueError: no adapter for 'perl', only for python, c, cpp, rust, java, go and js
    """
    if language not in ADAPTERS:
        *most, last = ADAPTERS
        raise ValueError(f"no adapter for {language!r}, only for {', '.join(most)} and {last}")
    path = files("kiwipete.lab.engines") / "adapters" / ADAPTERS[language]
    return path.read_text("utf-8")
