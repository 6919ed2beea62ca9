"""A program that answers UCI commands as a script in its arguments says, and logs them.

The script maps a command, or the first word of one, to the lines to answer with. Some lines
are deeds: EXIT, CLOSE (the output), FLOOD, CHILD (one that holds the output open).
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

script = json.loads(sys.argv[1])
log = Path(sys.argv[2]).open("a", encoding="utf-8")  # noqa: SIM115
answers = {
    "uci": ["id name Scripted 1.0", "id author Ada B", *script.get("options", []), "uciok"],
    "isready": ["readyok"],
    "quit": ["EXIT 0"],
    **script,
}


def flood():
    while True:
        os.write(1, b"info depth 1 score cp 1 pv e2e4\n" * 500 + b"x" * 9999)


def act(line):
    word, _, rest = line.partition(" ")
    if word == "EXIT":
        sys.exit(int(rest))
    elif word == "CLOSE":
        os.close(1)
    elif word == "FLOOD":
        flood()
    elif word == "SLEEP":
        time.sleep(float(rest))
    elif word == "CHILD":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        print(f"info string child {child.pid}", flush=True)
    else:
        sys.stdout.buffer.write(line.encode("latin-1") + b"\n")
        sys.stdout.flush()


for command in sys.stdin:
    command = command.strip()
    log.write(command + "\n")
    log.flush()
    for answer in answers.get(command, answers.get(command.partition(" ")[0], [])):
        act(answer)
