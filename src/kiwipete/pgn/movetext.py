"""Regular expressions for the tokens of movetext, for programs that parse text themselves.

Kiwipete's reader does not use them: its tokeniser is compiled.
"""

from __future__ import annotations

import re

__all__ = ["MOVETEXT_REGEX", "SKIP_MOVETEXT_REGEX"]

_MOVE = r"[NBKRQ]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?"
_DROP = r"[PNBRQK]?@[a-h][1-8]"
_PASS = r"--|Z0|(?<![0-9])0000(?![0-9.])|@@@@"
_CASTLING = r"O-O(?:-O)?|0-0(?:-0)?"
_COMMENT = r"\{.*|;.*"
_GLYPH = r"\$[0-9]+|[?!]{1,2}"
_RESULT = r"\*|1-0|0-1|1/2-1/2"

MOVETEXT_REGEX = re.compile(
    rf"({_MOVE}|{_DROP}|{_PASS}|{_CASTLING}|{_COMMENT}|{_GLYPH}|\(|\)|{_RESULT})", re.DOTALL
)
SKIP_MOVETEXT_REGEX = re.compile(r"[;{}]")
