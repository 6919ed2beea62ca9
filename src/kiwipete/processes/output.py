"""What a program writes: cut into lines, whatever it is, and the last of it remembered."""

from __future__ import annotations

from collections import deque

from kiwipete.processes.last_words import last_words

STDOUT, STDERR = 1, 2

# How many lines are kept for the report on a failure, since a stack trace may be a thousand
# long, and how much of each.
_KEPT = 2000
_KEPT_WIDTH = 1 << 10


class Output:
    r"""The two streams of a program, as bytes come in.

    Bytes that are no text are replaced, and the end of a line that is too long is left out.

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
        """Take bytes, and return the lines that they complete."""
        rest = self._rest[stream]
        if b"\n" not in data:
            if len(rest) < self._longest:
                self._rest[stream] = rest + data
            return []
        *lines, self._rest[stream] = (rest + data).split(b"\n")
        return self._texts(stream, lines)

    def end(self, stream: int) -> list[str]:
        """Return what is left of a stream that has ended: a line without an end, or nothing."""
        rest, self._rest[stream] = self._rest[stream], b""
        return self._texts(stream, [rest]) if rest else []

    def forget(self) -> None:
        """Forget the lines of before; half a line stays half a line."""
        self._said.clear()

    def last_words(self) -> tuple[str, ...]:
        """Return the lines that tell why the program ended, or for lack of them the last ones."""
        return last_words(list(self._said))

    def _texts(self, stream: int, lines: list[bytes]) -> list[str]:
        texts = [line[: self._longest].decode("utf-8", "replace").rstrip("\r") for line in lines]
        if stream in self._remembered:
            self._said.extend(text[:_KEPT_WIDTH] for text in texts)
        return texts
