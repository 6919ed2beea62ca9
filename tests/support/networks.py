"""Networks of random integers, and the value of a position by the definition in docs/network.md."""

from __future__ import annotations

import random
import struct
from array import array

from kiwipete import Board
from kiwipete.own_engine.network_file import FEATURES, QA, QB, Network


def random_network(hidden: int, buckets: int = 1, *, seed: int = 1, scale: int = 400) -> Network:
    """Return a network whose hidden values lie on both sides of 0 and of 1."""
    dice = random.Random(seed)
    features = [dice.randrange(-60, 61) for _ in range(FEATURES * hidden)]
    biases = [dice.randrange(-100, 300) for _ in range(hidden)]
    outputs = [dice.randrange(-30, 31) for _ in range(2 * buckets * hidden)]
    output_biases = [dice.randrange(-20_000, 20_001) for _ in range(buckets)]
    count = len(features) + len(biases) + len(outputs)
    payload = struct.pack(f"<{count}h", *features, *biases, *outputs)
    return Network(hidden, buckets, scale, payload + struct.pack(f"<{buckets}i", *output_biases))


def value_by_definition(network: Network, board: Board) -> int:
    """Return the value for the side to move, computed piece by piece in Python's integers."""
    hidden, buckets = network.hidden, network.buckets
    integers = array("h", network.payload[: -4 * buckets])
    output_biases = struct.unpack(f"<{buckets}i", network.payload[-4 * buckets :])
    bucket = min((len(board.piece_map()) - 2) * buckets // 31, buckets - 1)
    outputs = integers[(FEATURES + 1 + 2 * bucket) * hidden :]
    total = 0
    for number, side in enumerate((board.turn, not board.turn)):
        values = [*integers[FEATURES * hidden : (FEATURES + 1) * hidden]]
        for feature in _features(board, side):
            row = integers[feature * hidden : (feature + 1) * hidden]
            values = [value + weight for value, weight in zip(values, row, strict=True)]
        for value, weight in zip(values, outputs[number * hidden :], strict=False):
            total += min(max(value, 0), QA) ** 2 * weight
    return _quotient((_quotient(total, QA) + output_biases[bucket]) * network.scale, QA * QB)


def _features(board: Board, side: bool) -> list[int]:
    king = board.king(side)
    assert king is not None
    flips = (0 if side else 56) ^ (7 if king & 4 else 0)
    return [
        (0 if piece.color == side else 384) + 64 * (piece.piece_type - 1) + (square ^ flips)
        for square, piece in board.piece_map().items()
    ]


def _quotient(number: int, by: int) -> int:
    """Divide and round towards zero, as C does."""
    return number // by if number >= 0 else -(-number // by)
