"""Text that engines and files bring along, made fit for terminals and reports."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""Leave out what does a terminal harm or cannot stand in XML.

    >>> printable("\x1b[31mred")
    '[31mred'
    """
    return "".join(filter(str.isprintable, text))


def in_short(text: str, width: int) -> str:
    r"""Return a text in one printable line that is not too long.

    >>> in_short("\x1b[31mred\talert", 10)
    '[31mred a…'
    """
    text = printable(" ".join(text.split()))
    return text if len(text) <= width else f"{text[: width - 1]}…"
