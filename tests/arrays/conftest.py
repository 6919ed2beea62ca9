"""Thousands of positions from random games that seek the corners of the rules."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from kiwipete import Board, Move, arrays
from tests.support.random_play import STARTS, games, play


def played(count: int, plies: int) -> list[Board]:
    """Return the positions of random games; repeated ones are among them."""
    return [
        board.copy(stack=False)
        for rng, start in games(STARTS, count)
        for board in play(rng, start, plies)
        if board.is_valid()
    ]


@pytest.fixture(scope="session")
def boards() -> list[Board]:
    """Return positions of standard chess and of Chess960."""
    return played(160, 40)


@pytest.fixture(scope="session")
def positions(boards: list[Board]) -> NDArray[np.void]:
    """Return the same positions in an array, with labels; read-only."""
    found = arrays.from_boards(boards)
    dice = random.Random(1)
    for record, board in zip(found, arrays.to_boards(found), strict=True):
        record["score"] = dice.randint(-30000, 30000)
        moves = list(board.legal_moves)
        record["move"] = int(dice.choice(moves)) if moves else int(Move.null())
    found.flags.writeable = False
    return found
