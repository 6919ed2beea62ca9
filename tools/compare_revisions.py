"""Play two revisions of our engine against each other, to measure a change.

    python tools/compare_revisions.py                    the working tree against HEAD
    python tools/compare_revisions.py HEAD main          one revision against another
    python tools/compare_revisions.py HEAD main -- --movetime 0.1 --games 400

Arguments after `--` go to `kiwipete match`; without them, a test at 20,000 nodes
per move stops as soon as the games decide between 0 and 10 Elo. The exit code is 0
if the first revision is stronger, and 1 if it is not.

Each revision is built once, in a virtual environment below --builds.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_MATCH = ["--nodes", "20000", "--sprt", "0,10", "--games", "40000"]
WORKING_TREE = "working tree"


def git(*words: str, cwd: Path = ROOT) -> str:
    """Return the output of a git command."""
    return subprocess.run(
        ["git", *words], cwd=cwd, check=True, capture_output=True, text=True
    ).stdout.strip()


def build(revision: str, builds: Path) -> Path:
    """Build a revision if necessary, and return its `kiwipete`."""
    if revision == WORKING_TREE:
        return install(ROOT, builds / "working-tree")
    commit = git("rev-parse", "--verify", f"{revision}^{{commit}}")
    target = builds / commit[:12]
    program = target / "bin" / "kiwipete"
    if program.exists():
        return program
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        git("worktree", "add", "--detach", str(source), commit)
        try:
            return install(source, target)
        finally:
            git("worktree", "remove", "--force", str(source))


def install(source: Path, target: Path) -> Path:
    """Install a source tree into a virtual environment, and return its `kiwipete`."""
    print(f"building {source.name} into {target}", flush=True)
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(target)], check=True)
    subprocess.run([str(target / "bin" / "pip"), "install", "--quiet", str(source)], check=True)
    return target / "bin" / "kiwipete"


def main() -> int:
    """Build both revisions and play the match."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("new", nargs="?", default=WORKING_TREE, help="default: the working tree")
    parser.add_argument("old", nargs="?", default="HEAD", help="default: HEAD")
    parser.add_argument(
        "--builds", type=Path, default=Path.home() / ".cache" / "kiwipete" / "builds", metavar="DIR"
    )
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    arguments = parser.parse_args(sys.argv[1:cut])
    arguments.builds.mkdir(parents=True, exist_ok=True)
    try:
        new, old = (build(each, arguments.builds) for each in (arguments.new, arguments.old))
    except subprocess.CalledProcessError as error:
        print(error.stderr or error, file=sys.stderr)
        return 2
    options = sys.argv[cut + 1 :] or DEFAULT_MATCH
    return subprocess.run(
        [str(new), "match", f"new={new} uci", f"old={old} uci", *options]
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
