"""Networks in files (.kwn): a header, then the integers of the network, verified before use.

The network is (768 -> hidden) x 2 -> 1 with SCReLU. Its integers are the weights
times QA (features) and QB (output). All are little-endian:

    int16  feature weights [768][hidden]
    int16  feature biases  [hidden]
    int16  output weights  [buckets][2][hidden]    own side first
    int32  output biases   [buckets]               times QA * QB

Feature (other's ? 384 : 0) + kind * 64 + square is a piece on a square, as one side
sees the board: ranks are flipped for Black, files if the side's own king is on e to h.
"""

from __future__ import annotations

import os
import sys
import zlib
from array import array
from pathlib import Path
from typing import NamedTuple

from kiwipete.file_header import HEADER_BYTES, HeaderFormat, TrainingFileError, replace_file

FEATURES = 768
QA = 255
QB = 64
SCALE = 400  # centipawns for an output of 1
HIDDEN_STEP = 32  # the hidden layer is a multiple of this, so that vectors come out even
MAX_HIDDEN = 1024
MAX_BUCKETS = 8

# hidden, buckets, scale, QA, QB, CRC-32 of the integers
HEADER = HeaderFormat(b"KIWINET\0", 1, "<IIiHHI", "a network")

_MAX_BYTES = HEADER_BYTES + 2 * MAX_HIDDEN * (FEATURES + 1 + 2 * MAX_BUCKETS) + 4 * MAX_BUCKETS


class Network(NamedTuple):
    """The integers of a network, as the file has them."""

    hidden: int
    buckets: int
    scale: int
    payload: bytes

    @property
    def checksum(self) -> int:
        """CRC-32 of the integers: the network's name in games, ledgers and messages."""
        return zlib.crc32(self.payload)


def payload_size(hidden: int, buckets: int) -> int:
    """Return how many bytes the integers of a network take.

    >>> payload_size(256, 1)
    394756
    """
    return 2 * (FEATURES * hidden + hidden + buckets * 2 * hidden) + 4 * buckets


def read_network(path: str | os.PathLike[str]) -> Network:
    """Read and verify a network; TrainingFileError if the file is damaged or not a network."""
    if not os.fspath(path):
        raise TrainingFileError("the name of a network is empty")
    if not Path(path).is_file() and Path(path).exists():
        raise TrainingFileError(f"{path} is not a file")  # reading a device might never end
    with Path(path).open("rb") as file:
        data = file.read(_MAX_BYTES + 1)
    hidden, buckets, scale, qa, qb, checksum = HEADER.read(data[:HEADER_BYTES], path)
    if not (0 < hidden <= MAX_HIDDEN and hidden % HIDDEN_STEP == 0 and 0 < buckets <= MAX_BUCKETS):
        raise TrainingFileError(f"{path}: no network has {hidden} neurons and {buckets} buckets")
    if (qa, qb) != (QA, QB) or not 0 < scale <= 10_000:
        raise TrainingFileError(f"{path}: unknown quantisation {qa}, {qb} or scale {scale}")
    payload = data[HEADER_BYTES:]
    if len(payload) != payload_size(hidden, buckets):
        raise TrainingFileError(
            f"{path} is cut short or too long: {len(payload)} bytes of integers,"
            f" not {payload_size(hidden, buckets)}"
        )
    if zlib.crc32(payload) != checksum:
        raise TrainingFileError(f"{path} is damaged: its checksum is wrong")
    network = Network(hidden, buckets, scale, payload)
    _check_ranges(network, path)
    return network


def write_network(path: str | os.PathLike[str], network: Network) -> None:
    """Write a network in place of one of that name; CannotWriteError if it cannot be written."""
    hidden, buckets, scale, payload = network
    if len(payload) != payload_size(hidden, buckets):
        raise ValueError(f"{len(payload)} bytes are no network of {hidden} and {buckets}")
    _check_ranges(network, path)
    header = HEADER.bytes(hidden, buckets, scale, QA, QB, network.checksum)
    replace_file(path, header + payload)


def _check_ranges(network: Network, path: str | os.PathLike[str]) -> None:
    """Refuse integers with which the fast code, which has 16 and 32 bits, could overflow."""
    weights, outputs = _integers(network)
    if max(map(abs, weights)) * 33 > 0x7FFF:  # 32 pieces and the bias
        raise TrainingFileError(f"{path}: feature weights are too large for 16 bits")
    if max(map(abs, outputs)) * QA > 0x7FFF:
        raise TrainingFileError(f"{path}: output weights are too large for 16 bits")
    step = 2 * network.hidden
    for start in range(0, len(outputs), step):
        if sum(map(abs, outputs[start : start + step])) * QA * QA >= 1 << 31:
            raise TrainingFileError(f"{path}: output weights are too large for 32 bits")


def _integers(network: Network) -> tuple[array[int], array[int]]:
    """Return the weights and biases of the features, and the output weights."""
    integers = array("h", network.payload[: len(network.payload) - 4 * network.buckets])
    if sys.byteorder == "big":
        integers.byteswap()
    count = (FEATURES + 1) * network.hidden
    return integers[:count], integers[count:]
