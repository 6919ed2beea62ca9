"""Check that the installed engine searches the number of nodes in bench/signature.txt.

One thread and a fixed depth always visit the same nodes, on every processor
and with every compiler. bench/signature.txt has the number; a commit that
changes the search changes it too. Wheels are checked with this before upload.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

SIGNATURE = Path(__file__).resolve().parent.parent / "bench" / "signature.txt"


def measured() -> int:
    """Return the nodes that `kiwipete bench --search` visits."""
    command = [sys.executable, "-m", "kiwipete", "bench", "--search", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return int(json.loads(done.stdout)["nodes"])


def main() -> int:
    """Compare the two numbers, or write the measured one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--write", action="store_true", help="write the number to bench/signature.txt"
    )
    if parser.parse_args().write:
        SIGNATURE.write_text(f"{measured()}\n", encoding="ascii")
        return 0
    expected, found = int(SIGNATURE.read_text(encoding="ascii")), measured()
    if found != expected:
        print(f"the search visits {found} nodes, but {SIGNATURE.name} says {expected}")
        return 1
    print(f"signature {found}: as expected")
    return 0


if __name__ == "__main__":
    sys.exit(main())
