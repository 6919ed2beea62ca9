"""Files of records to learn from, and the part of each that is kept for validation."""

from __future__ import annotations

import mmap
import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kiwipete._core.trainer import Records
from kiwipete.file_header import HEADER_BYTES, TrainingFileError
from kiwipete.training.record_file import HEADER, count_records


@dataclass(frozen=True)
class DataFile:
    """The records of one file: those before `validation` are learned, the rest validates."""

    path: Path
    checksum: int
    records: Records
    validation: int


class TrainingData:
    """Records of several files, verified and mapped into memory.

    The end of each file is kept for validation, from the start of a game on if the file has
    its games in order.
    """

    def __init__(self, paths: Sequence[str | os.PathLike[str]], validation_share: float) -> None:
        if not 0 <= validation_share < 1:
            raise ValueError(f"the validation share is from 0 to below 1, not {validation_share}")
        if not paths:
            raise TrainingFileError("there is no file to learn from")
        self.files = [_open(Path(path), validation_share) for path in paths]
        seen: dict[int, Path] = {}
        for file in self.files:
            if file.checksum in seen:
                raise TrainingFileError(
                    f"{file.path} has the same records as {seen[file.checksum]}"
                )
            seen[file.checksum] = file.path

    @property
    def learned(self) -> int:
        """The number of positions to learn from."""
        return sum(file.validation for file in self.files)

    @property
    def validating(self) -> int:
        """The number of positions kept for validation."""
        return sum(len(file.records) - file.validation for file in self.files)

    def described(self) -> list[dict[str, object]]:
        """Return the name, size and checksum of each file, for reports."""
        return [
            {
                "file": file.path.name,
                "records": len(file.records),
                "checksum": f"{file.checksum:08x}",
            }
            for file in self.files
        ]


def _open(path: Path, validation_share: float) -> DataFile:
    """Map a file and verify its records."""
    if path.exists() and not path.is_file():
        raise TrainingFileError(f"{path} is not a file")  # a pipe might never answer
    count = count_records(path)
    if count < 2:
        raise TrainingFileError(f"{path} has no records to learn from and to validate with")
    with path.open("rb") as file:
        _, checksum = HEADER.read_file(file, path)
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    content = memoryview(data)[HEADER_BYTES:]
    if zlib.crc32(content) != checksum:
        raise TrainingFileError(f"{path} is damaged: its checksum is wrong")
    records = Records(content)
    fault = records.first_fault()
    if fault is not None:
        raise TrainingFileError(
            f"{path}: record {fault + 1} isn't a position with two kings and a result"
        )
    return DataFile(path, checksum, records, _first_to_validate(records, validation_share))


def _first_to_validate(records: Records, share: float) -> int:
    """Return where the last records begin that make up a share, near the start of a game."""
    count = len(records)
    wanted = min(max(round(count * (1 - share)), 1), count - 1)
    # A game has at most some hundred positions: farther away no start will come.
    for number in range(wanted, min(wanted + 600, count)):
        if records.starts_game(number):
            return number
    return wanted
