"""Fit the piece-square values to the results of games and write piece_square.pxd. Needs SciPy.

    kiwipete selfplay games --games 20000 --nodes 3000 --network none
    python tools/tune_scores.py games/*.kwg > src/kiwipete/_core/kernel/piece_square.pxd

Logistic regression: a position's sums, tapered by its phase, predict the result of
its game. The target is the result, blended with the score of the search, which is
less noisy. Adam finds the values over all positions at once; they are scaled so
that a pawn is worth 100. Where data is thin, they are pulled towards the mean of
their kind, and that towards the usual piece values: few games show what a queen is
worth when little else is left.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array, vstack

from kiwipete import arrays
from kiwipete.training import data

KINDS = "PNBRQK"
PHASES = (0, 1, 1, 2, 4, 0)
FULL_PHASE = 24
VALUES = {"P": 100.0, "N": 320.0, "B": 330.0, "R": 500.0, "Q": 900.0, "K": 0.0}
AT_ONCE = 100_000  # positions that are unpacked
TEMPO = 12.0  # the value of being to move
STEEPNESS = np.log(10) / 400  # of the logistic curve
RESULT_SHARE = 0.6  # of the target; the rest is the search's score
PULL = 3e-9  # towards the mean of a kind
PULL_OF_MEANS = 1e-9  # towards VALUES
STEPS = 400
TEST_PART = 20  # one position in this many is kept to test the fit


class Positions:
    """Positions as rows of a sparse matrix: +1 for White's piece on a square, -1 for Black's."""

    def __init__(self, records: np.ndarray) -> None:
        parts = [_pieces(records[i : i + AT_ONCE]) for i in range(0, len(records), AT_ONCE)]
        self.pieces = vstack(parts, format="csr")
        phase = arrays.material(records).sum(axis=1) @ np.array(PHASES)
        self.phase = (np.minimum(phase, FULL_PHASE) / FULL_PHASE).astype(np.float32)
        self.turn = np.where(arrays.turns(records), 1, -1).astype(np.float32)
        opinion = 1 / (1 + np.exp(-STEEPNESS * self.turn * records["score"]))
        result = (1 + self.turn * (arrays.results(records).astype(np.float32) - 1)) / 2
        self.target = RESULT_SHARE * result + (1 - RESULT_SHARE) * opinion

    def part(self, rows: slice) -> Positions:
        """Return some of the positions."""
        part = object.__new__(Positions)
        part.pieces = self.pieces[rows]
        part.phase, part.turn, part.target = self.phase[rows], self.turn[rows], self.target[rows]
        return part


def _pieces(records: np.ndarray) -> csr_array:
    """Return the pieces of positions; Black's are seen from Black's side of the board."""
    planes = arrays.codec("pieces12").planes(records, dtype=np.uint8).astype(np.int8)
    white, black = planes[:, :6], planes[:, 6:, ::-1]
    return csr_array((white - black).reshape(len(records), -1), dtype=np.float32)


def predict(positions: Positions, weights: np.ndarray) -> np.ndarray:
    """Return the expected results of positions."""
    middle, end = positions.pieces @ weights[0], positions.pieces @ weights[1]
    value = middle * positions.phase + end * (1 - positions.phase) + TEMPO * positions.turn
    return 1 / (1 + np.exp(-STEEPNESS * value))


def fit(train: Positions, test: Positions) -> np.ndarray:
    """Return the weights, middle game and end game, by 64 * kind + square."""
    start = np.repeat([VALUES[kind] for kind in KINDS], 64).astype(np.float32)
    weights = np.stack([start, start])
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    by_piece = train.pieces.T.tocsr()
    for step in range(1, STEPS + 1):
        error = predict(train, weights) - train.target
        parts = (by_piece @ (error * part) for part in (train.phase, 1 - train.phase))
        gradient = np.stack(list(parts)) * (STEEPNESS / len(train.target))
        means = weights.reshape(2, 6, 64).mean(axis=2, keepdims=True)
        gradient += PULL * (weights.reshape(2, 6, 64) - means).reshape(2, 384)
        gradient += PULL_OF_MEANS * (np.repeat(means[:, :, 0], 64, axis=1) - start)
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient**2
        rate = 4.0 if step < STEPS * 0.7 else 1.0
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-12)
        weights[:, :8] = weights[:, 56:64] = 0  # no pawns there
        weights[:, 320:] -= weights[:, 320:].mean(axis=1, keepdims=True)  # both are always there
        if step % 50 == 0:
            print(f"step {step}: test loss {loss(test, weights):.5f}", file=sys.stderr)
    pawns = weights[:, 8:56].mean()
    return weights * (100 / pawns)


def loss(positions: Positions, weights: np.ndarray) -> float:
    """Return the mean cross-entropy of positions."""
    expected = np.clip(predict(positions, weights), 1e-6, 1 - 1e-6)
    target = positions.target
    return float(-(target * np.log(expected) + (1 - target) * np.log(1 - expected)).mean())


def table(name: str, weights: np.ndarray) -> str:
    """Return a C table, White's view, first rank first."""
    rows = [f"    static const int32_t {name}[6][64] = {{"]
    for kind in range(6):
        rows.append("        {")
        for rank in range(8):
            values = weights[64 * kind + 8 * rank : 64 * kind + 8 * rank + 8]
            rows.append("            " + " ".join(f"{round(float(value)):4d}," for value in values))
        rows.append("        },")
    return "\n".join([*rows, "    };"])


def main() -> None:
    """Read positions, fit the values and print the file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+", help="games (.kwg) or records (.kwr)")
    records = data.shuffled(data.read(parser.parse_args().files), seed=0)
    positions = Positions(records)
    cut = len(records) // TEST_PART
    weights = fit(positions.part(slice(cut, len(records))), positions.part(slice(0, cut)))
    print(f"{len(records)} positions", file=sys.stderr)
    print('"""Piece-square values, written by tools/tune_scores.py. Do not edit by hand."""\n')
    print("from kiwipete._core.kernel.squares cimport i32\n")
    print('cdef extern from *:\n    """')
    print("    /* [kind][square] for White, a1 first; what the piece is worth is in them. */")
    print(table("KW_MIDDLE_GAME", weights[0]))
    print(table("KW_END_GAME", weights[1]))
    print('    """')
    print('    const i32[6][64] MIDDLE_GAME_VALUES "KW_MIDDLE_GAME"')
    print('    const i32[6][64] END_GAME_VALUES "KW_END_GAME"')


if __name__ == "__main__":
    main()
