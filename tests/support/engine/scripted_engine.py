"""A program that answers commands as a script in its arguments says, and logs them.

The script maps a command, or the first word of one, to the lines to answer with. Some lines
are deeds: EXIT, CLOSE (the output), DEAF (closes its input, and lives on), FLOOD, SPILL (bytes
without an end of line), SLEEP, CHILD (one that holds the output open). With `dies_at` it ends
when it has read so many commands.
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
    "protover": ['feature ping=1 setboard=1 myname="Scripted 1.0" done=1'],
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
    elif word == "DEAF":
        os.close(0)
        time.sleep(60)
    elif word == "FLOOD":
        flood()
    elif word == "SPILL":
        for _ in range(int(rest)):
            os.write(1, b"info string " + b"x" * 65536)
    elif word == "SLEEP":
        time.sleep(float(rest))
    elif word == "CHILD":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        print(f"info string child {child.pid}", flush=True)
    else:
        sys.stdout.buffer.write(line.encode("latin-1") + b"\n")
        sys.stdout.flush()


for number, command in enumerate(sys.stdin, 1):
    command = command.strip()
    log.write(command + "\n")
    log.flush()
    if number == script.get("dies_at"):
        sys.exit("scripted death")
    if command.startswith("ping "):
        act(f"pong {command[5:]}")
    for answer in answers.get(command, answers.get(command.partition(" ")[0], [])):
        act(answer)
