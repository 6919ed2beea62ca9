"""Text formats: FEN or EPD followed by counts, and blocks of `id`, `epd` and `perft` lines."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from kiwipete.lab.suites.entry import (
    NUMBER,
    Entry,
    WrongLine,
    looks_like_a_position,
    shortened,
    wrong_line,
)

# Quoted text may hold any character; the closing quote may be missing.
_QUOTED = r'"[^"]*"?'
# After a move, # means mate; everywhere else it begins a comment.
_MATE = r"(?:(?<=[a-h][1-8])|(?<==[QRBN])|(?<=O-O))#(?=[\s;!?]|$)"
_BEFORE_COMMENT = re.compile(rf'(?:{_QUOTED}|[^#"]|{_MATE})*')
_OPERATION = re.compile(rf'(?:{_QUOTED}|[^;"])+')

_COUNT = re.compile(rf"D(?P<depth>[0-9]+)[ \t:=]+(?P<nodes>{NUMBER})", re.IGNORECASE)
# "D4", "D 4 20" and "depth4" are meant as counts; "dm 3" and "draw_offer" are EPD.
_MEANT_AS_COUNT = re.compile(r"D(?!m\b|raw_)", re.IGNORECASE)

_POSITION = ("epd", "fen")


def read_epd(lines: Sequence[str]) -> Iterator[Entry]:
    """Read lines of FEN or EPD, each named by its `id` or a comment right above it."""
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
    """Split a line into position and operations; EPD has no semicolon before the first one.

    >>> split_epd('8/8/8/2k5/8/2K5/8/8 w - - 0 1 bm Kd3; id "a; b";')
    ('8/8/8/2k5/8/2K5/8/8 w - - 0 1', ['bm Kd3', 'id "a; b"'])
    """
    head, *rest = _OPERATION.findall(text) or [""]
    words = head.split()
    fields = 4 + len(list(itertools.takewhile(str.isdigit, words[4:6])))
    operations = (operation.strip() for operation in [" ".join(words[fields:]), *rest])
    return " ".join(words[:fields]), [operation for operation in operations if operation]


def is_block_line(line: str) -> bool:
    """Return True for the line of a block that holds the position.

    >>> is_block_line("epd 8/8/8/8/8/8/8/K1k5 w - -"), is_block_line("perft 1 20")
    (True, False)
    """
    word, text = _split_word(line)
    return word in _POSITION and looks_like_a_position(text)


def read_blocks(lines: Sequence[str]) -> Iterator[Entry | WrongLine]:
    """Read blocks; each begins with its `id` or, if it has none, with its position."""
    name = ""
    entry: Entry | None = None
    for number, line in enumerate(lines, start=1):
        word, text = _split_word(before_comment(line))
        if word in ("id", *_POSITION) and entry is not None:
            yield entry
            entry = None
        if word == "id":
            name = text
        elif word in _POSITION:
            entry, name = Entry(number, line, text, name), ""
        elif word == "perft" and entry is not None:
            depth, _, nodes = text.partition(" ")
            entry.add(depth, nodes.strip(), number=number, text=line)
        elif word == "perft":
            yield wrong_line(number, line, "a count without a position above it")
        elif word:
            reason = "neither 'id NAME' nor 'epd POSITION' nor 'perft DEPTH NODES'"
            yield wrong_line(number, line, reason)
    if entry is not None:
        yield entry


def _split_word(line: str) -> tuple[str, str]:
    """Split off the first word, in lower case."""
    word, *rest = line.split(maxsplit=1) or [""]
    return word.lower(), " ".join("".join(rest).split())
