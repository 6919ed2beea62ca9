"""The suite that runs when none is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kiwipete.lab.suite import Suite
from kiwipete.lab.suite_reader import read_suite


def known_counts() -> Suite:
    """Return positions whose counts everybody agrees on, of chess and of Chess960.

    There is one for each corner of the rules where generators go wrong, and
    there are counts of up to 14 digits: `limited` leaves out what takes too long.

    >>> suite = kiwipete.lab.known_counts()
    >>> len(suite.positions)
    31
    """
    suite = read_suite(Path(__file__).with_name("known_counts.epd"))
    return replace(suite, name="known counts")
