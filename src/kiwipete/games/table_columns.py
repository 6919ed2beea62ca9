"""The columns of tables of games, as the open Lichess data sets have them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

NUMBERS = ("WhiteElo", "BlackElo", "WhiteRatingDiff", "BlackRatingDiff")
DATE, TIME, MOVES = "UTCDate", "UTCTime", "movetext"
LICHESS = (
    "Event", "Site", "White", "Black", "Result", "WhiteTitle", "BlackTitle", *NUMBERS,
    DATE, TIME, "ECO", "Opening", "Termination", "TimeControl", MOVES,
)  # fmt: skip
# The tags that other games need besides.
MORE_TAGS = ("Date", "Round", "Variant", "FEN")


def arrow(module: str = "pyarrow") -> Any:
    """Import a module of pyarrow, which may not be installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(
            'tables of games need pyarrow: pip install "kiwipete[parquet]"'
        ) from error
