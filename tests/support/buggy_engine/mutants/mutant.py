"""Mutant: an engine with one mistake in its source."""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """A mistake in words, and as the text that makes it: `old` is replaced where it occurs."""

    bug: str
    old: str
    new: str
    chess960: bool = False  # whether only Chess960 can show it
