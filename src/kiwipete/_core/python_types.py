"""Types of the compiled modules in Python: SanParts, and dataclass fields of Move and others."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

__all__ = ["RecordFields", "SanParts"]


class SanParts(NamedTuple):
    """A move in algebraic notation, taken apart.

    >>> from kiwipete._core.rules import read_san_parts
    >>> read_san_parts("exd8=Q+").target
    59
    """

    is_null: bool
    castles: bool
    kingside: bool  # of castling
    piece_type: int
    origins: int  # the squares it may come from, as a bitboard
    target: int
    promotion: int | None
    has_both_squares: bool  # and no piece letter: the way UCI writes moves


# By class: name, type, and perhaps a default.
_FIELDS: dict[str, list[tuple[Any, ...]]] = {
    "Move": [
        ("from_square", "Square"),
        ("to_square", "Square"),
        ("promotion", "PieceType | None", None),
        ("drop", "PieceType | None", None),
    ],
    "Piece": [("piece_type", "PieceType"), ("color", "Color")],
    "Outcome": [("termination", "Termination"), ("winner", "Color | None")],
}


class RecordFields:
    """An attribute of dataclasses, created on first access.

    Importing dataclasses eagerly would add a fifth to the import time of Kiwipete.

    >>> from dataclasses import fields, is_dataclass, replace
    >>> is_dataclass(kiwipete.Move), [field.name for field in fields(kiwipete.Piece)]
    (True, ['piece_type', 'color'])
    >>> replace(kiwipete.Move.from_uci("e7e8q"), promotion=kiwipete.KNIGHT)
    Move.from_uci('e7e8n')
    """

    def __init__(self, class_name: str, attribute: str) -> None:
        self.class_name = class_name
        self.attribute = attribute

    def __get__(self, instance: object, owner: type) -> object:
        return getattr(_dataclass(self.class_name), self.attribute)


@lru_cache
def _dataclass(name: str) -> type:
    """Return a dataclass with the same fields."""
    from dataclasses import field, make_dataclass

    return make_dataclass(
        name,
        [
            (field_name, kind, *(field(default=one) for one in default))
            for field_name, kind, *default in _FIELDS[name]
        ],
    )
