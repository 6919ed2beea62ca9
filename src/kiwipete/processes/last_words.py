"""Why a program ended, from the lines that it wrote: the exception, not the end of its stack trace.

>>> last_words(["e2e4: 20", "panic: index out of range [8]", "", "goroutine 1 [running]:", "..."])
('panic: index out of range [8]',)
>>> last_words(["e2e4: 20", "good bye"])
('e2e4: 20', 'good bye')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kiwipete.foreign_text import in_short

# How many lines are shown if none of them tells more than the others, and how much of each.
_LINES = 10
_WIDTH = 200

# The line of an exception, an assertion and so on, as runtimes and libraries write it.
_TELLING = re.compile(
    r"""
    ^(?:
        (?:Exception\ in\ thread\ |Caused\ by:\ |Uncaught\ |Unhandled\ exception\b).*   # JVM, C#
        | (?:[\w$]+[.:]+)*[\w$]*(?:Error|Exception)(?:\ \[\w+\])?(?::\ .*)?  # Node, Python, JVM
        | thread\ .*\ (?:panicked\ at|has\ overflowed\ its\ stack|panic:).*             # Rust, Zig
        | (?:panic|fatal\ error|Fatal\ error|fatal\ runtime\ error):\ .*                # Go, Swift
        | .*\bAssertion\ .*failed.* | .*\bAssertion\ failed\b.*                         # C
        | .*\bterminate\ called\b.* | .*\bterminating\b.*\buncaught\ exception\b.*      # C++
        | .*\b(?:ERROR|WARNING|SUMMARY):\ \w+Sanitizer:\ .*
        | .*:\d+:\d+:\ runtime\ error:\ .*                                              # UBSan
        | .*\*\*\*.*\ detected\ \*\*\*.*                                                # glibc
        | (?:double\ free|corrupted\ size|(?:free|malloc|realloc|munmap_chunk)\(\):).*
    )$
    """,
    re.VERBOSE,
)
_TRACEBACK = "Traceback (most recent call last):"


def last_words(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that tell why a program ended, or for lack of them the last ones.

    Of several causes, the first and the last are told: what went wrong, and what came of it.
    """
    telling = list(dict.fromkeys(_clean(_telling(lines))))
    if telling:
        return tuple(telling if len(telling) < 3 else (telling[0], telling[-1]))
    return tuple(_clean(lines))[-_LINES:]


def _clean(lines: Sequence[str] | Iterator[str]) -> Iterator[str]:
    return (text for line in lines if (text := in_short(line, _WIDTH)))


def _telling(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines that tell something, with what belongs to them in the next."""
    in_traceback = False
    for line, following in pairwise([*lines, ""]):
        if line == _TRACEBACK:
            in_traceback = True
        elif in_traceback:
            # Python indents the frames; the exception, whatever its name, comes after them.
            if line and not line[0].isspace():
                in_traceback = False
                yield line
        elif _TELLING.match(line):
            goes_on = line.endswith(":") or following.lstrip().startswith("what():")
            yield f"{line} {following}" if goes_on else line
