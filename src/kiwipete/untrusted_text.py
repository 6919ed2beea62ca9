"""Cleaning text from engines and files for terminals and reports."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""Remove characters that could harm a terminal or are invalid in XML.

    >>> printable("\x1b[31mred")
    '[31mred'
    """
    return "".join(filter(str.isprintable, text))


def in_short(text: str, width: int) -> str:
    r"""Return text as one printable line of limited length.

    >>> in_short("\x1b[31mred\talert", 10)
    '[31mred a…'
    """
    text = printable(" ".join(text.split()))
    return text if len(text) <= width else f"{text[: width - 1]}…"
