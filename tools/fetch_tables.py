"""Fetch the small endgame tables of python-chess's source archive.

    python tools/fetch_tables.py DIRECTORY

The archive comes from the package index; 70 files of three and four pieces are extracted.
They are for tests and measurements, and are not part of this project.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

PACKAGE = "chess==1.11.2"
FOLDER = "data/syzygy/regular"
SUFFIXES = (".rtbw", ".rtbz")


def download(directory: Path) -> Path:
    """Download the archive and return its path."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", "chess"]
    subprocess.run([*pip, "--dest", directory, PACKAGE], check=True)
    (archive,) = directory.glob("*.tar.gz")
    return archive


def unpack(archive: Path, directory: Path) -> int:
    """Write the tables of an archive to a directory and return their number."""
    directory.mkdir(parents=True, exist_ok=True)
    written = 0
    with tarfile.open(archive) as files:
        for member in files:
            path = PurePosixPath(member.name)
            if path.parent.match(f"*/{FOLDER}") and path.suffix in SUFFIXES and member.isfile():
                content = files.extractfile(member)
                if content is not None:
                    (directory / path.name).write_bytes(content.read())
                    written += 1
    return written


def main() -> None:
    """Download, unpack, and print the number of tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "directory", type=Path, help="where the tables go; created if it is missing"
    )
    directory = parser.parse_args().directory
    with tempfile.TemporaryDirectory() as temporary:
        written = unpack(download(Path(temporary)), directory)
    if not written:
        raise SystemExit(f"{PACKAGE} has no tables in {FOLDER}")
    print(f"{written} tables in {directory}")


if __name__ == "__main__":
    main()
