"""The network in plain NumPy and doubles: what the compiled trainer is checked against."""

from __future__ import annotations

import random
import struct

import numpy as np

import kiwipete

SCALE = 400


def random_records(count: int, seed: int = 1) -> bytes:
    """Return records of positions from random games, with random scores and results."""
    source = random.Random(seed)
    records, board = [], kiwipete.Board()
    while len(records) < count:
        moves = list(board.legal_moves)
        if not moves or board.ply() > 150 or board.is_insufficient_material():
            board = kiwipete.Board()
            continue
        board.push(source.choice(moves))
        if board.ply() % 4 == 0 or len(board.piece_map()) < 12:
            score = _material(board) + source.randrange(-50, 51)
            records.append(record(board, score, source.randrange(3)))
    return b"".join(records)


def _material(board: kiwipete.Board) -> int:
    worth = (0, 100, 300, 300, 500, 900, 0)
    return sum(
        worth[piece.piece_type] * (1 if piece.color == board.turn else -1)
        for piece in board.piece_map().values()
    )


def record(board: kiwipete.Board, score: int, result: int) -> bytes:
    """Return a board as a record; rooks that may castle have a kind of their own."""
    flip = 0 if board.turn else 56
    occupied, pieces = 0, bytearray(16)
    placed = sorted((square ^ flip, square, piece) for square, piece in board.piece_map().items())
    for number, (seen, square, piece) in enumerate(placed):
        occupied |= 1 << seen
        kind = piece.piece_type - 1
        if kind == 3 and board.castling_rights >> square & 1:
            kind = 6
        nibble = kind + (0 if piece.color == board.turn else 8)
        pieces[number // 2] |= nibble << (4 * (number % 2))
    flags = result | (0 if board.turn else 4)
    clock = min(board.halfmove_clock, 255)
    return struct.pack("<Q16shHHBB", occupied, bytes(pieces), score, 0, board.ply(), clock, flags)


def features(data: bytes) -> tuple[list[int], list[int]]:
    """Return the features of a record as the side to move and as the other side sees them."""
    occupied, nibbles = int.from_bytes(data[:8], "little"), data[8:24]
    squares = [square for square in range(64) if occupied >> square & 1]
    codes = [nibbles[i // 2] >> (4 * (i % 2)) & 15 for i in range(len(squares))]
    own, other = [], []
    own_king, other_king = squares[codes.index(5)], squares[codes.index(13)]
    for square, code in zip(squares, codes, strict=True):
        kind = {6: 3, 7: 0}.get(code & 7, code & 7)
        mirrored = square ^ (7 if own_king % 8 >= 4 else 0)
        own.append((384 if code & 8 else 0) + kind * 64 + mirrored)
        mirrored = square ^ 56 ^ (7 if other_king % 8 >= 4 else 0)
        other.append((0 if code & 8 else 384) + kind * 64 + mirrored)
    return own, other


class ReferenceNetwork:
    """Parameters as doubles, the loss, and its gradient by the rules of calculus."""

    def __init__(self, parameters: bytes, hidden: int, buckets: int) -> None:
        self.values = np.frombuffer(parameters, "<f4").astype(np.float64)
        self.hidden, self.buckets = hidden, buckets

    def split(self, values: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return views: feature weights, their biases, output weights, their biases."""
        n, b = self.hidden, self.buckets
        cuts = np.cumsum([768 * n, n, 2 * b * n])
        weights, bias, output, output_bias = np.split(values, cuts)
        return weights.reshape(768, n), bias, output.reshape(b, 2, n), output_bias

    def output(self, data: bytes, values: np.ndarray | None = None) -> float:
        """Return the output for a record."""
        return self._forward(data, self.values if values is None else values)[0]

    def _forward(self, data: bytes, values: np.ndarray) -> tuple[float, list[np.ndarray], int]:
        weights, bias, output, output_bias = self.split(values)
        sides = features(data)
        bucket = (len(sides[0]) - 2) * self.buckets // 31
        sums = [bias + weights[side].sum(axis=0) for side in sides]
        found = output_bias[bucket] + sum(
            (np.clip(sums[k], 0, 1) ** 2 * output[bucket, k]).sum() for k in range(2)
        )
        return float(found), sums, bucket

    def loss(self, data: bytes, result_share: float, values: np.ndarray | None = None) -> float:
        """Return the loss of a record."""
        target = _target(data, result_share)
        return (_sigmoid(self.output(data, values)) - target) ** 2

    def gradient(self, data: bytes, result_share: float) -> np.ndarray:
        """Return the gradient of a record's loss."""
        gradient = np.zeros_like(self.values)
        weights, bias, output, output_bias = self.split(gradient)
        found, sums, bucket = self._forward(data, self.values)
        value = _sigmoid(found)
        slope = 2 * (value - _target(data, result_share)) * value * (1 - value)
        output_bias[bucket] += slope
        for k, side in enumerate(features(data)):
            clipped = np.clip(sums[k], 0, 1)
            output[bucket, k] += slope * clipped**2
            inside = (sums[k] > 0) & (sums[k] < 1)
            slopes = slope * self.split(self.values)[2][bucket, k] * 2 * clipped * inside
            bias += slopes
            weights[side] += slopes
        return gradient


def _sigmoid(x: float) -> float:
    return 1 / (1 + float(np.exp(-x)))


def _target(data: bytes, result_share: float) -> float:
    score, flags = int.from_bytes(data[24:26], "little", signed=True), data[31]
    return (1 - result_share) * _sigmoid(score / SCALE) + result_share * (flags & 3) / 2
