"""Positions to train on in files (.kwr): records of 32 bytes, as the side to move sees the board.

The header has the number of records and their CRC-32; a file whose count is 0 was not
finished. `kiwipete.position_record` has the layout of a record.

`open_records` maps a file as a NumPy array.
"""

from __future__ import annotations

import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from kiwipete.file_header import HEADER_BYTES, HeaderFormat, Replacement, TrainingFileError
from kiwipete.position_record import FIELDS, RECORD_BYTES

if TYPE_CHECKING:
    import numpy as np

# records, CRC-32 of them
HEADER = HeaderFormat(b"KIWIDATA", 1, "<QI", "a file of training records")


class RecordWriter:
    """Write records to a new file, which gets its name when it is closed; CannotWriteError.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "some.kwr")
    >>> with RecordWriter(path) as writer:
    ...     writer.write(bytes(64))
    >>> count_records(path)
    2
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.records = 0
        self._checksum = 0
        self._file = Replacement(path)
        self._file.write(HEADER.bytes(0, 0))

    def write(self, records: bytes | memoryview) -> None:
        """Append records, given as their bytes."""
        data = memoryview(records).cast("B")
        if len(data) % RECORD_BYTES:
            raise ValueError(f"{len(data)} bytes are not a whole number of records")
        self._file.write(data)
        self._checksum = zlib.crc32(data, self._checksum)
        self.records += len(data) // RECORD_BYTES

    def close(self) -> None:
        """Write the header and give the file its name."""
        self._file.finish(HEADER.bytes(self.records, self._checksum))

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            self._file.drop()


def count_records(path: str | os.PathLike[str]) -> int:
    """Return the number of records in a file, after a look at its header and size."""
    records: int
    with Path(path).open("rb") as file:
        records, _ = HEADER.read_file(file, path)
        size = os.fstat(file.fileno()).st_size
    if records * RECORD_BYTES != size - HEADER_BYTES:
        raise TrainingFileError(
            f"{path} is cut short, too long or not finished: {size} bytes for {records} records"
        )
    return records


def open_records(path: str | os.PathLike[str], *, verify: bool = True) -> np.ndarray:
    """Return the records of a file as a read-only NumPy array; `verify` compares the checksum."""
    import numpy as np

    if count_records(path) == 0:
        return np.empty(0, np.dtype(FIELDS))
    records = np.memmap(path, np.dtype(FIELDS), mode="r", offset=HEADER_BYTES)
    if verify:
        with Path(path).open("rb") as file:
            _, checksum = HEADER.read_file(file, path)
        if zlib.crc32(records.view("u1").data) != checksum:
            raise TrainingFileError(f"{path} is damaged: its checksum is wrong")
    return records
