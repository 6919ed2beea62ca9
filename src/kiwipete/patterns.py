"""Regular expressions for moves and castling rights as text, with python-chess's groups."""

from __future__ import annotations

import re

__all__ = ["FEN_CASTLING_REGEX", "SAN_REGEX"]

_PIECE, _FILE, _RANK, _TO = "[KQRBN]", "[a-h]", "[1-8]", "[a-h][1-8]"

# The groups: piece, origin file, origin rank, target square, promotion.
# Castling and the null move do not match.
SAN_REGEX: re.Pattern[str] = re.compile(
    rf"^({_PIECE})?({_FILE})?({_RANK})?[-x]?({_TO})(=?[KQRBNkqrbn])?[+#]?\Z"
)

# A castling field: white's letters, then black's, at most two each.
FEN_CASTLING_REGEX: re.Pattern[str] = re.compile(r"^(?:-|[KQA-H]{0,2}[kqa-h]{0,2})\Z")
