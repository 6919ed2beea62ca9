"""Fit the chances to win, draw and lose to the results of games. Needs NumPy.

    kiwipete selfplay games --games 3000 --nodes 2500 --chess960 0
    kiwipete data convert games/*.kwg --keep checks,captures --out positions.kwr
    python tools/fit_wdl_model.py positions.kwr

Prints the constants of src/kiwipete/own_engine/wdl_model.py, which explains them, and
how the fit compares with the games. It is the maximum likelihood fit to the
results of the games, found by Newton's method.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from kiwipete import arrays
from kiwipete.training import data

MATERIAL = (100, 320, 330, 500, 900, 0)  # from pawns to kings
FULL_MATERIAL = 8000  # at the start of a game
PARTS = 40  # bins of material
STEP = 10  # centipawns: the width of a bin of values
LARGEST = 500  # centipawns: larger values carry little information
POWERS = 3
ROUNDS = 60


def main() -> None:
    """Read the games, fit, and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+", help="games (.kwg) or records (.kwr)")
    counts = _count(data.read(parser.parse_args().files))
    fitted = _fit(counts)
    for name, numbers in zip(("MIDDLE", "WIDTH"), fitted.reshape(2, POWERS), strict=True):
        print(f"{name} = ({', '.join(f'{number:.1f}' for number in numbers)})")
    print(
        f"\nlikelihood {_cost(fitted, counts):.5f} nats a position, {int(counts.sum())} positions"
    )
    _compare(fitted, counts)


def _count(positions: np.ndarray) -> np.ndarray:
    """Return wins, draws and losses of the side to move, by material and value."""
    near = positions[np.abs(positions["score"].astype(np.int32)) <= LARGEST]
    material = arrays.material(near).sum(axis=1) @ np.array(MATERIAL)
    part = np.rint(PARTS * np.minimum(material / FULL_MATERIAL, 1)).astype(np.int64)
    value = np.rint((near["score"] + LARGEST) / STEP).astype(np.int64)
    counts = np.zeros((PARTS + 1, 2 * LARGEST // STEP + 1, 3))
    np.add.at(counts, (part, value, 2 - arrays.results(near).astype(np.int64)), 1)
    return counts


def _chances(parameters: np.ndarray) -> np.ndarray:
    """Return the chances to win, draw and lose by material and value."""
    share = np.arange(PARTS + 1) / PARTS
    powers = np.stack([share**power for power in range(POWERS)])
    middle, width = (parameters.reshape(2, POWERS) @ powers)[..., None]
    values = np.arange(-LARGEST, LARGEST + STEP, STEP)
    wins, losses = (1 / (1 + np.exp(-(side - middle) / width)) for side in (values, -values))
    return np.stack([wins, 1 - wins - losses, losses], axis=-1)


def _cost(parameters: np.ndarray, counts: np.ndarray) -> float:
    chances = np.clip(_chances(parameters), 1e-9, 1)
    return float(-(counts * np.log(chances)).sum() / counts.sum())


def _fit(counts: np.ndarray) -> np.ndarray:
    """Return the parameters of least cost, by damped Newton steps."""
    best = np.array([100.0, 0, 0, 100.0, 0, 0])
    cost, damping = _cost(best, counts), 1e-6
    for _ in range(ROUNDS):
        slope, curvature = _derivatives(best, counts)
        step = np.linalg.solve(curvature + damping * np.eye(len(best)), slope)
        tried = best - step
        if (tried_cost := _cost(tried, counts)) < cost:
            best, cost, damping = tried, tried_cost, damping / 4
        else:
            damping *= 8
    return best


def _derivatives(at: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the gradient and the Hessian of the cost, by finite differences."""
    size, apart = len(at), 0.5 * np.eye(len(at))
    slope, curvature = np.zeros(size), np.zeros((size, size))
    for i in range(size):
        slope[i] = _cost(at + apart[i], counts) - _cost(at - apart[i], counts)
        for j in range(size):
            curvature[i, j] = sum(
                sign * _cost(at + one * apart[i] + other * apart[j], counts)
                for sign, one, other in ((1, 1, 1), (-1, 1, -1), (-1, -1, 1), (1, -1, -1))
            )
    return slope, curvature


def _compare(parameters: np.ndarray, counts: np.ndarray) -> None:
    """Print the fit beside the results of the games, for some materials and values."""
    print("\nmaterial, %   value   fitted win draw loss   played win draw loss   positions")
    chances = _chances(parameters)
    for parts in ((0, 13), (13, 27), (27, PARTS + 1)):
        for low in range(-400, 401, 100):
            part = slice((low - 50 + LARGEST) // STEP, (low + 50 + LARGEST) // STEP)
            played = counts[slice(*parts), part]
            weights = played.sum(axis=-1, keepdims=True)
            if weights.sum() == 0:
                continue
            fitted = (chances[slice(*parts), part] * weights).sum(axis=(0, 1)) / weights.sum()
            found = played.sum(axis=(0, 1)) / weights.sum()
            numbers = " ".join(f"{100 * number:6.1f}" for number in (*fitted, *found))
            first, last = (100 * edge // PARTS for edge in (parts[0], parts[1] - 1))
            print(f"{first:5} to {last:3} {low:5}    {numbers} {int(weights.sum()):9}")


if __name__ == "__main__":
    main()
