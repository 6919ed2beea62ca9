"""What docs/hunt.md shows is what is printed."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.buggy import BUGGY

PAGE = (Path(__file__).parents[3] / "docs" / "hunt.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```\n\$ kiwipete (.*)\n((?:.*\n)*?)```", PAGE)
SHORT = "python tests/support/buggy_engine"


def without_time(text):
    return re.sub(r", [\d.]+ s$", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize(("command", "printed"), SESSIONS)
def test_sessions(kiwipete, command, printed):
    words = shlex.split(command.replace(SHORT, shlex.join(BUGGY)))
    code, out, _ = kiwipete(*words)
    assert code == 1
    out = without_time(out.replace(shlex.join(BUGGY), SHORT))
    printed = without_time(printed.rstrip())
    if printed.startswith("..."):
        assert out.rstrip().endswith(printed.removeprefix("..."))
    else:
        assert out.startswith(printed)


def test_there_are_sessions():
    assert len(SESSIONS) == 3


def test_the_picture_shows_the_first_session():
    picture = (Path(__file__).parents[3] / "docs" / "hunt.svg").read_text(encoding="utf-8")
    command, printed = SESSIONS[0]
    assert f"<title>kiwipete {command}</title>" in picture
    words = re.sub(r"<[^>]*>", " ", picture).replace("&#x27;", "'").split()
    for line in printed.splitlines()[:10]:
        assert " ".join(line.split()) in " ".join(words)


def test_the_guard_of_an_engine(tmp_path):
    """The ten lines of the page stop an engine with a bug, and say which."""
    guard = re.search(r"```python\n(import pytest\n(?:.*\n)*?)```", PAGE)
    assert guard is not None
    lines = [line for line in guard[1].splitlines() if line]
    assert len(lines) == 9
    path = tmp_path / "test_guard.py"
    for bug, code in (("queen-only", 1), (None, 0)):
        command = [*BUGGY, bug] if bug else BUGGY
        text = guard[1].replace('["./engine"]', repr(command)).replace("seconds=20", "seconds=2")
        path.write_text(text)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", str(path)],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
        assert done.returncode == code, done.stdout
        assert ("A pawn may become a queen, rook, bishop or knight." in done.stdout) == bool(bug)
