"""The names of tables, such as KRPvKR: the pieces of both sides, the stronger side first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement

from kiwipete._core.base_board import BaseBoard
from kiwipete.squares import BLACK, WHITE

__all__ = [
    "TABLENAME_REGEX",
    "TBPIECES",
    "all_dependencies",
    "calc_key",
    "dependencies",
    "is_tablename",
    "normalize_tablename",
    "tablenames",
]

TABLENAME_REGEX = re.compile(r"^[KQRBNP]+v[KQRBNP]+\Z")
TBPIECES = 7  # the largest tables that exist

_LETTERS = "KQRBNP"


def _in_order(pieces: str) -> str:
    return "".join(sorted(pieces, key=_LETTERS.index))


def _rank(pieces: str) -> tuple[int, list[int]]:
    """Return a sort key that puts the stronger side first."""
    return -len(pieces), [_LETTERS.index(letter) for letter in pieces]


def normalize_tablename(name: str, *, mirror: bool = False) -> str:
    """Return the name with all pieces in order and the stronger side first, or last if mirrored.

    >>> normalize_tablename("KvKNR")
    'KRNvK'
    >>> normalize_tablename("KvKNR", mirror=True)
    'KvKRN'
    """
    one, other = map(_in_order, name.split("v", 1))
    if mirror ^ (_rank(one) > _rank(other)):
        one, other = other, one
    return f"{one}v{other}"


def is_tablename(
    name: str,
    *,
    one_king: bool = True,
    piece_count: int | None = TBPIECES,
    normalized: bool = True,
) -> bool:
    """Return True if this is a valid table name.

    >>> is_tablename("KRPvKR"), is_tablename("KRvKRP"), is_tablename("KRvKRP", normalized=False)
    (True, False, True)
    """
    return bool(
        TABLENAME_REGEX.match(name)
        and (piece_count is None or len(name) <= piece_count + 1)
        and (not normalized or normalize_tablename(name) == name)
        and (not one_king or all(side.count("K") == 1 for side in name.split("v")))
        and not (one_king and name == "KvK")
    )


def tablenames(*, one_king: bool = True, piece_count: int = 6) -> Iterator[str]:
    """Yield the names of all tables with up to `piece_count` pieces.

    >>> list(tablenames(piece_count=3))
    ['KQvK', 'KRvK', 'KBvK', 'KNvK', 'KPvK']
    """
    for count in range(2, piece_count + 1):
        for lesser in range(1, count // 2 + 1):
            for one in _sides(count - lesser, one_king):
                for other in _sides(lesser, one_king):
                    if is_tablename(f"{one}v{other}", one_king=one_king, piece_count=None):
                        yield f"{one}v{other}"


def _sides(count: int, one_king: bool) -> Iterator[str]:
    """Yield the sets of pieces that a side with this many may have."""
    for pieces in combinations_with_replacement(_LETTERS[one_king:], count - one_king):
        yield "K" * one_king + "".join(pieces)


def dependencies(target: str, *, one_king: bool = True) -> Iterator[str]:
    """Yield the tables that one capture or promotion leads to.

    >>> sorted(dependencies("KRvKP"))
    ['KPvK', 'KQvKR', 'KRvK', 'KRvKB', 'KRvKN', 'KRvKR']
    """
    one, other = target.split("v", 1)
    seen = set()
    for letter in _LETTERS[one_king:]:
        for name in (*_after(one, other, letter), *_after(other, one, letter)):
            if is_tablename(name, one_king=one_king, piece_count=None) and name not in seen:
                seen.add(name)
                yield name


def _after(side: str, enemy: str, letter: str) -> Iterator[str]:
    """Yield the tables after a side has promoted to a piece, or has lost one."""
    if "P" in side and letter not in "KP":
        yield normalize_tablename(f"{side.replace('P', letter, 1)}v{enemy}")
    if letter in side and len(side) > 1:
        yield normalize_tablename(f"{side.replace(letter, '', 1)}v{enemy}")


def all_dependencies(targets: Iterable[str], *, one_king: bool = True) -> Iterator[str]:
    """Yield these tables and all that captures and promotions lead to, each once.

    >>> sorted(all_dependencies(["KPvK"]))
    ['KBvK', 'KNvK', 'KPvK', 'KQvK', 'KRvK']
    """
    waiting = [name for name in targets if name != "KvK"]
    seen = set()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            yield name
            waiting += dependencies(name, one_king=one_king)


def calc_key(board: BaseBoard, *, mirror: bool = False) -> str:
    """Return the material on a board as a table name, white first, or black if mirrored.

    >>> calc_key(kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))
    'KRvK'
    """
    pieces = board.piece_map().values()
    sides = [
        _in_order("".join(piece.symbol().upper() for piece in pieces if piece.color == color))
        for color in ((BLACK, WHITE) if mirror else (WHITE, BLACK))
    ]
    return "v".join(sides)
