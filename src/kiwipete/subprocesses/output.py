"""What a program writes: bytes cut into lines, and the lines that explain why it ended.

>>> last_words(["e2e4: 20", "panic: index out of range [8]", "", "goroutine 1 [running]:", "..."])
('panic: index out of range [8]',)
>>> last_words(["e2e4: 20", "good bye"])
('e2e4: 20', 'good bye')
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kiwipete.untrusted_text import in_short

STDOUT, STDERR = 1, 2

# How many lines are kept for failure reports (a stack trace may have a thousand), and how many
# characters of each.
_KEPT = 2000
_KEPT_WIDTH = 1 << 10

# How many lines are shown if none of them explains the end, and how many characters of each.
_LINES = 10
_WIDTH = 200

# The line of an exception, a failed assertion and so on, as runtimes and libraries print it.
_EXPLAINING = re.compile(
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


class Output:
    r"""The two output streams of a program, split into lines as bytes arrive.

    Bytes that are not UTF-8 are replaced, and overlong lines are cut.

    >>> output = Output(longest_line=100)
    >>> output.add(STDOUT, b"one\ntw")
    ['one']
    >>> output.add(STDOUT, b"o\r\n\xff")
    ['two']
    >>> output.end(STDOUT)
    ['\ufffd']
    """

    def __init__(
        self, longest_line: int, *, remembered: tuple[int, ...] = (STDOUT, STDERR)
    ) -> None:
        self._longest = longest_line
        self._remembered = remembered
        self._rest = {STDOUT: b"", STDERR: b""}
        self._said: deque[str] = deque(maxlen=_KEPT)

    def add(self, stream: int, data: bytes) -> list[str]:
        """Add bytes, and return the lines that they complete."""
        rest = self._rest[stream]
        if b"\n" not in data:
            if len(rest) < self._longest:
                self._rest[stream] = rest + data
            return []
        *lines, self._rest[stream] = (rest + data).split(b"\n")
        return self._texts(stream, lines)

    def end(self, stream: int) -> list[str]:
        """Return the last line of a stream that has ended, if it had no line end."""
        rest, self._rest[stream] = self._rest[stream], b""
        return self._texts(stream, [rest]) if rest else []

    def forget(self) -> None:
        """Forget the complete lines so far; unfinished lines are kept."""
        self._said.clear()

    def last_words(self) -> tuple[str, ...]:
        """Return the lines that explain why the program ended, or else the last ones."""
        return last_words(list(self._said))

    def _texts(self, stream: int, lines: list[bytes]) -> list[str]:
        texts = [line[: self._longest].decode("utf-8", "replace").rstrip("\r") for line in lines]
        if stream in self._remembered:
            self._said.extend(text[:_KEPT_WIDTH] for text in texts)
        return texts


def last_words(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that explain why a program ended, or else the last ones.

    Of several such lines, the first and the last are returned: the cause and its consequence.
    """
    found = list(dict.fromkeys(_clean(_explaining(lines))))
    if found:
        return tuple(found if len(found) < 3 else (found[0], found[-1]))
    return tuple(_clean(lines))[-_LINES:]


def _clean(lines: Sequence[str] | Iterator[str]) -> Iterator[str]:
    return (text for line in lines if (text := in_short(line, _WIDTH)))


def _explaining(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines that explain something, joined with their continuation lines."""
    in_traceback = False
    for line, following in pairwise([*lines, ""]):
        if line == _TRACEBACK:
            in_traceback = True
        elif in_traceback:
            # Python indents the frames; the exception, whatever its name, comes after them.
            if line and not line[0].isspace():
                in_traceback = False
                yield line
        elif _EXPLAINING.match(line):
            goes_on = line.endswith(":") or following.lstrip().startswith("what():")
            yield f"{line} {following}" if goes_on else line
