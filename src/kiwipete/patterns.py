"""Regular expressions for moves and castling rights as text, with python-chess's groups."""

from __future__ import annotations

import re

__all__ = ["FEN_CASTLING_REGEX", "SAN_REGEX"]

_PIECE, _FILE, _RANK, _TO = "[KQRBN]", "[a-h]", "[1-8]", "[a-h][1-8]"

# The groups: piece, file and rank that it comes from, square that it goes to, promotion.
# Castling and the null move are not among them.
SAN_REGEX: re.Pattern[str] = re.compile(
    rf"^({_PIECE})?({_FILE})?({_RANK})?[-x]?({_TO})(=?[KQRBNkqrbn])?[+#]?\Z"
)

# A castling field: letters of white, then letters of black, at most two a side.
FEN_CASTLING_REGEX: re.Pattern[str] = re.compile(r"^(?:-|[KQA-H]{0,2}[kqa-h]{0,2})\Z")
