"""Bytes of a file, whoever wrote it, as lines of text."""

from __future__ import annotations

import codecs
import re

# The longer ones first: a mark of UTF-16 is the beginning of one of UTF-32.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 4096  # bytes that show whether a text without a mark is UTF-16
_MANY = 0.75  # of the bytes at even or at odd places: text of FENs has nearly all there

# Of Unix, Windows and old Macs, and what programs in C leave behind. NULs before a line end
# belong to it, so that lines have the numbers that an editor gives them.
_LINE_END = re.compile(r"\0*(?:\r\n|\n|\r)|\0+")
_END_OF_FILE = "\x1a"  # of DOS


def decode_lines(content: bytes) -> list[str]:
    r"""Return the lines of a file in UTF-8 or UTF-16, without their ends.

    What is no text becomes replacement characters.

    >>> decode_lines("\ufeffone\r\ntwo".encode("utf-16-le"))
    ['one', 'two']
    >>> decode_lines(b"one\0two\0")
    ['one', 'two']
    """
    text = _decode(content).removesuffix(_END_OF_FILE)
    lines = _LINE_END.split(text)
    return lines if lines[-1] else lines[:-1]


def _decode(content: bytes) -> str:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    return content.decode(_encoding_by_nuls(content[:_SAMPLE]), "replace")


def _encoding_by_nuls(sample: bytes) -> str:
    """Tell UTF-16 from UTF-8 by where the NULs of its Latin letters are."""
    even, odd = sample[::2], sample[1::2]
    if odd and odd.count(0) > _MANY * len(odd) and not even.count(0) > _MANY * len(even):
        return "utf-16-le"
    if odd and even.count(0) > _MANY * len(even) and not odd.count(0) > _MANY * len(odd):
        return "utf-16-be"
    return "utf-8"
