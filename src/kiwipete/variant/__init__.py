"""Chess variants, with the API of python-chess's `chess.variant`.

>>> find_variant("atomic")
<class 'kiwipete.variant.atomic.AtomicBoard'>
"""

from __future__ import annotations

from kiwipete.board import Board
from kiwipete.variant.antichess import AntichessBoard, GiveawayBoard, SuicideBoard
from kiwipete.variant.atomic import AtomicBoard
from kiwipete.variant.crazyhouse import CrazyhouseBoard, CrazyhousePocket
from kiwipete.variant.horde import HordeBoard
from kiwipete.variant.king_of_the_hill import KingOfTheHillBoard
from kiwipete.variant.racing_kings import RacingKingsBoard
from kiwipete.variant.three_check import ThreeCheckBoard

__all__ = [
    "VARIANTS", "AntichessBoard", "AtomicBoard", "CrazyhouseBoard", "CrazyhousePocket",
    "GiveawayBoard", "HordeBoard", "KingOfTheHillBoard", "RacingKingsBoard", "SuicideBoard",
    "ThreeCheckBoard", "find_variant",
]  # fmt: skip

VARIANTS: list[type[Board]] = [
    Board, SuicideBoard, GiveawayBoard, AntichessBoard, AtomicBoard, KingOfTheHillBoard,
    RacingKingsBoard, HordeBoard, ThreeCheckBoard, CrazyhouseBoard,
]  # fmt: skip


def find_variant(name: str) -> type[Board]:
    """Find the class of a variant by one of its names, ignoring case.

    >>> find_variant("KOTH").starting_fen == kiwipete.STARTING_FEN
    True
    >>> find_variant("Tandem")
    Traceback (most recent call last):
        ...
    ValueError: no variant is named 'Tandem'
    """
    wanted = name.lower()
    for variant in VARIANTS:
        if wanted in (alias.lower() for alias in variant.aliases):
            return variant
    raise ValueError(f"no variant is named {name!r}")
