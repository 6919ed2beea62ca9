"""A command in the background, which a signal may meet."""

from __future__ import annotations

import subprocess
import sys

# The command line, with a word once everything is imported and a signal meets the program itself.
PROGRAM = """\
import sys
from kiwipete.cli import main
from kiwipete.cli.commands import perft_long
print("ready", file=sys.stderr, flush=True)
sys.exit(main(sys.argv[1:]))
"""


def start(*words: str, start_new_session: bool = False) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=start_new_session,
    )
    assert process.stderr is not None
    assert process.stderr.readline() == "ready\n"
    return process
