"""Whether two failures of an engine are the same."""

from __future__ import annotations

import re

from kiwipete.lab.failures import EngineError

_FAULT = re.compile(r"error|exception|panic|assert|fatal", re.IGNORECASE)
# What depends on the question; neither the exit code nor the line of a source does.
_FEN = re.compile(r"\S+/\S+/\S+ [wb] \S+ \S+")
_NUMBER = re.compile(r"(?<!exit code )(?<!line )(?<!:)\b\w*\d\w*")


def way_to_fail(error: EngineError) -> str:
    """Return what stays the same when an engine fails in the same way at another question.

    >>> print(way_to_fail(EngineError("it ended with exit code 1", output=["Error: no square 71"])))
    it ended with exit code 1
    Error: no square #
    """
    lines = [str(error), *filter(_FAULT.search, error.output)]
    return "\n".join(_NUMBER.sub("#", _FEN.sub("#", line)) for line in lines)
