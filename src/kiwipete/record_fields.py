"""The fields of Move, Piece and Outcome, for those who treat them as dataclasses."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

__all__ = ["MOVE_FIELDS", "OUTCOME_FIELDS", "PIECE_FIELDS", "RecordFields"]

_Fields = tuple[tuple[Any, ...], ...]  # a name and a type, and perhaps a default

MOVE_FIELDS: _Fields = (
    ("from_square", "Square"),
    ("to_square", "Square"),
    ("promotion", "PieceType | None", None),
    ("drop", "PieceType | None", None),
)
PIECE_FIELDS: _Fields = (("piece_type", "PieceType"), ("color", "Color"))
OUTCOME_FIELDS: _Fields = (("termination", "Termination"), ("winner", "Color | None"))


class RecordFields:
    """An attribute that dataclasses gives its classes, made when somebody asks for it.

    To import dataclasses at once would take a fifth of the time that Kiwipete takes.

    >>> from dataclasses import fields, is_dataclass, replace
    >>> is_dataclass(kiwipete.Move), [field.name for field in fields(kiwipete.Piece)]
    (True, ['piece_type', 'color'])
    >>> replace(kiwipete.Move.from_uci("e7e8q"), promotion=kiwipete.KNIGHT)
    Move.from_uci('e7e8n')
    """

    def __init__(self, class_name: str, fields: _Fields, attribute: str) -> None:
        self.class_name = class_name
        self.fields = fields
        self.attribute = attribute

    def __get__(self, instance: object, owner: type) -> object:
        return getattr(_dataclass(self.class_name, self.fields), self.attribute)


@lru_cache
def _dataclass(name: str, fields: _Fields) -> type:
    """Return a dataclass with these fields."""
    from dataclasses import field, make_dataclass

    return make_dataclass(
        name,
        [(name, kind, *(field(default=one) for one in default)) for name, kind, *default in fields],
    )
