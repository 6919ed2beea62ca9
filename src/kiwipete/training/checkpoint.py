"""The state of a training in a file, so that one that was killed goes on as if nothing had been.

After the header comes JSON that describes the training, then the bytes of the parameters and of
both of Adam's moments.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any, NamedTuple

from kiwipete.file_header import HEADER_BYTES, HeaderFormat, TrainingFileError, replace_file

# bytes of JSON, bytes of each of the three arrays, CRC-32 of everything after the header
_HEADER = HeaderFormat(b"KIWISTEP", 1, "<QQI", "a checkpoint of a training")


class Checkpoint(NamedTuple):
    """A training after an epoch."""

    subject: dict[str, Any]  # what must be the same to go on: settings and data
    progress: dict[str, Any]  # steps and losses so far
    parameters: bytes
    means: bytes
    squares: bytes


def write_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint in place of the one before; CannotWriteError if it cannot be written."""
    subject, progress, parameters, means, squares = checkpoint
    text = json.dumps({"subject": subject, "progress": progress}).encode()
    content = b"".join([text, parameters, means, squares])
    header = _HEADER.bytes(len(text), len(parameters), zlib.crc32(content))
    replace_file(path, header + content)


def read_checkpoint(path: Path) -> Checkpoint:
    """Read a checkpoint; TrainingFileError if it is damaged or something else."""
    data = path.read_bytes()
    text, size, checksum = _HEADER.read(data[:HEADER_BYTES], path)
    content = data[HEADER_BYTES:]
    if len(content) != text + 3 * size or zlib.crc32(content) != checksum:
        raise TrainingFileError(f"{path} is damaged: remove it to begin again")
    found = json.loads(content[:text])
    arrays = (content[text + size * i : text + size * (i + 1)] for i in range(3))
    return Checkpoint(found["subject"], found["progress"], *arrays)
