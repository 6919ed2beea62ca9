"""The openings of many games, by position."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kiwipete._core.game_openings import last_known
from kiwipete.board import Board
from kiwipete.games.collection import Games
from kiwipete.openings import Opening, all_openings, opening_of

# The tags that say where a game begins and by which rules; they must have been kept.
START_TAGS = ("FEN", "Variant")


def openings_of(games: Games) -> list[Opening | None]:
    r"""Return what `opening_of` returns for each game: the name of its last position with one.

    >>> text = b"1. e4 c5 2. Nf3 h5 *\n\n1. Nf3 c5 2. e4 *\n\n*"
    >>> for opening in openings_of(kiwipete.read_games(io.BytesIO(text))):
    ...     print(opening)
    B27 Sicilian Defence
    B27 Sicilian Defence
    None
    """
    keys, openings, fewest_pieces = _table()
    places = np.frombuffer(last_known(games.moves, games.offsets, keys, fewest_pieces), np.int32)
    found = [None if place < 0 else openings[place] for place in places.tolist()]
    for number in _unusual(games):
        try:
            found[number] = opening_of(games[number].board())
        except ValueError:  # its start position cannot be read
            found[number] = None
    return found


def _unusual(games: Games) -> list[int]:
    """Return the numbers of games with moves that may not begin as usual."""
    unusual = np.zeros(len(games), dtype=bool)
    for name in START_TAGS:
        unusual |= games.headers[name] != None  # noqa: E711
    return np.flatnonzero(unusual & (np.diff(games.offsets) > 0)).tolist()


@cache
def _table() -> tuple[NDArray[np.uint64], list[Opening], int]:
    """Return the keys of all openings, sorted, the openings, and how many pieces they have left."""
    known: dict[int, Opening] = {}
    fewest_pieces = 32
    for opening in all_openings():
        board: Any = Board()
        for san in opening.moves:
            board.push_san(san)
        known[board.zobrist_key] = opening
        fewest_pieces = min(fewest_pieces, int(board.occupied).bit_count())
    keys = np.array(sorted(known), dtype=np.uint64)
    return keys, [known[key] for key in keys.tolist()], fewest_pieces
