"""A network's parameters: as floats to train, and as the integers of a network file.

The floats are in the order of the file, `kiwipete.own_engine.network_file`.
"""

from __future__ import annotations

import random
import struct
from array import array
from collections.abc import Sequence

from kiwipete._core.trainer import piece_square_values
from kiwipete.own_engine.network_file import FEATURES, QA, QB, SCALE, Network

# Neurons for the piece-square values: one in eight. They are linear up to this many centipawns.
_PIECE_SQUARE_SHARE = 8
_LINEAR_UP_TO = 1500


def parameter_count(hidden: int, buckets: int) -> int:
    """Return how many parameters a network has.

    >>> parameter_count(256, 1)
    197377
    """
    return (FEATURES + 1 + 2 * buckets) * hidden + buckets


def random_parameters(hidden: int, buckets: int, seed: int) -> array[float]:
    """Return parameters to start from; all output buckets begin alike."""
    source = random.Random(seed)
    spread = 0.075  # some 20 features are added up
    weights = [source.uniform(-spread, spread) for _ in range(FEATURES * hidden)]
    limit = (2 * hidden) ** -0.5
    output = [source.uniform(-limit, limit) for _ in range(2 * hidden)]
    return array("f", weights + [0.2] * hidden + output * buckets + [0.0] * buckets)


def piece_square_parameters(hidden: int, buckets: int, seed: int) -> array[float]:
    """Return parameters whose output is near the mean of the piece-square values.

    For a neuron at 0.5 + x for one side and 0.5 - x for the other, the difference of the squares
    is 2 * x: such neurons, with opposite output weights, pass on a sum exactly.
    """
    parameters = random_parameters(hidden, buckets, seed)
    neurons = hidden // _PIECE_SQUARE_SHARE
    small = 0.5 / _LINEAR_UP_TO
    tables = piece_square_values()
    for neuron in range(neurons):
        table = tables[neuron % 2]
        for kind in range(6):
            for square in range(64):
                # A side whose king is on e to h sees the board mirrored: take both halves' mean.
                value = small * (table[kind][square] + table[kind][square ^ 7]) / 2
                own = kind * 64 + square
                parameters[own * hidden + neuron] = value
                parameters[(384 + kind * 64 + (square ^ 56)) * hidden + neuron] = -value
        parameters[FEATURES * hidden + neuron] = 0.5
        weight = 1 / (2 * small * SCALE * neurons)
        for bucket in range(buckets):
            first = (FEATURES + 1 + 2 * bucket) * hidden
            parameters[first + neuron] = weight
            parameters[first + hidden + neuron] = -weight
    return parameters


def widened_parameters(network: Network, hidden: int, seed: int) -> array[float]:
    """Return parameters of a network with at least as many neurons that gives the same values.

    Added neurons begin with random features that the output ignores.
    """
    narrow, old = network.hidden, network_parameters(network)
    parameters = random_parameters(hidden, network.buckets, seed)
    rows = FEATURES + 1 + 2 * network.buckets
    for row in range(rows):
        first = row * hidden
        parameters[first : first + narrow] = old[row * narrow : (row + 1) * narrow]
        if row > FEATURES:
            parameters[first + narrow : first + hidden] = array("f", [0.0] * (hidden - narrow))
    parameters[rows * hidden :] = old[rows * narrow :]
    return parameters


def quantised(parameters: array[float], hidden: int, buckets: int) -> Network:
    """Return the network with the nearest integers."""
    features = (FEATURES + 1) * hidden
    integers = [round(value * QA) for value in parameters[:features]]
    integers += [round(value * QB) for value in parameters[features : len(parameters) - buckets]]
    biases = [round(value * QA * QB) for value in parameters[len(parameters) - buckets :]]
    payload = struct.pack(f"<{len(integers)}h{buckets}i", *integers, *biases)
    return Network(hidden, buckets, SCALE, payload)


def with_bias_moved(network: Network, moves: Sequence[float]) -> Network:
    """Return a network whose outputs are higher by a number for each bucket."""
    start = len(network.payload) - 4 * network.buckets
    biases = struct.unpack_from(f"<{network.buckets}i", network.payload, start)
    moved = (bias + round(move * QA * QB) for bias, move in zip(biases, moves, strict=True))
    payload = network.payload[:start] + struct.pack(f"<{network.buckets}i", *moved)
    return network._replace(payload=payload)


def network_parameters(network: Network) -> array[float]:
    """Return the floats that a network's integers stand for.

    >>> network = quantised(random_parameters(32, 2, seed=1), 32, 2)
    >>> quantised(network_parameters(network), 32, 2) == network
    True
    """
    hidden, buckets = network.hidden, network.buckets
    count = parameter_count(hidden, buckets) - buckets
    integers = struct.unpack(f"<{count}h{buckets}i", network.payload)
    features = (FEATURES + 1) * hidden
    # Other scales than ours: the outputs are in other units.
    unit = network.scale / SCALE
    return array(
        "f",
        [value / QA for value in integers[:features]]
        + [value * unit / QB for value in integers[features:count]]
        + [value * unit / (QA * QB) for value in integers[count:]],
    )
