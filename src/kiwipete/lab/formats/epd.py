"""FEN or EPD, and counts behind it: `FEN ;D1 20 ;D2 400`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from kiwipete.lab.formats.entry import NUMBER, Entry, shortened

# Text in quotes may hold any sign; its closing quote may be missing.
_QUOTED = r'"[^"]*"?'
# Behind a move, # is the sign of mate; everywhere else a comment begins.
_MATE = r"(?:(?<=[a-h][1-8])|(?<==[QRBN])|(?<=O-O))#(?=[\s;!?]|$)"
_BEFORE_COMMENT = re.compile(rf'(?:{_QUOTED}|[^#"]|{_MATE})*')
_OPERATION = re.compile(rf'(?:{_QUOTED}|[^;"])+')

_COUNT = re.compile(rf"D(?P<depth>[0-9]+)[ \t:=]+(?P<nodes>{NUMBER})", re.IGNORECASE)
# "D4", "D 4 20" and "depth4" are meant as counts; "dm 3" and "draw_offer" are EPD.
_MEANT_AS_COUNT = re.compile(r"D(?!m\b|raw_)", re.IGNORECASE)


def read_epd(lines: Sequence[str]) -> Iterator[Entry]:
    """Read lines of FEN or EPD, each named by its `id` or by a comment right above it."""
    comment = ""
    for number, line in enumerate(lines, start=1):
        if text := before_comment(line):
            yield _entry(number, line, text, comment)
            comment = ""
        else:
            comment = line.strip().lstrip("#").strip()


def before_comment(line: str) -> str:
    """Return a line without its comment.

    >>> before_comment('8/8 w - - id "#1"; D1 5; # five')
    '8/8 w - - id "#1"; D1 5;'
    >>> before_comment("8/8 w - - bm Qh7#; # by the queen")
    '8/8 w - - bm Qh7#;'
    """
    found = _BEFORE_COMMENT.match(line)
    assert found is not None  # even no text at all matches
    return found[0].strip()


def _entry(number: int, line: str, text: str, comment: str) -> Entry:
    fen, operations = split_epd(text)
    entry = Entry(number, line, fen, comment)
    for operation in operations:
        if operation.split()[0] == "id":
            entry.name = operation.removeprefix("id").strip(' \t"')
        elif found := _COUNT.fullmatch(operation):
            entry.add(found["depth"], found["nodes"])
        elif _MEANT_AS_COUNT.match(operation) or not operation[0].isalpha():
            entry.refuse(f"not a count such as 'D1 20': {shortened(operation)}")
    return entry


def split_epd(text: str) -> tuple[str, list[str]]:
    """Part the position from the operations; EPD has no semicolon before its first one.

    >>> split_epd('8/8/8/2k5/8/2K5/8/8 w - - 0 1 bm Kd3; id "a; b";')
    ('8/8/8/2k5/8/2K5/8/8 w - - 0 1', ['bm Kd3', 'id "a; b"'])
    """
    head, *rest = _OPERATION.findall(text) or [""]
    words = head.split()
    fields = 4 + len(list(itertools.takewhile(str.isdigit, words[4:6])))
    operations = (operation.strip() for operation in [" ".join(words[fields:]), *rest])
    return " ".join(words[:fields]), [operation for operation in operations if operation]
