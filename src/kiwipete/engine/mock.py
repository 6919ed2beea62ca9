"""A scripted engine for tests of protocols."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable

from kiwipete.engine.protocol import Protocol


class MockTransport(asyncio.SubprocessTransport, asyncio.WriteTransport):
    """A transport that expects given lines in order, and sends the given reply to each.

    >>> from kiwipete.engine import UciProtocol
    >>> async def greet():
    ...     protocol = UciProtocol()
    ...     mock = MockTransport(protocol)
    ...     mock.expect("uci", ["id name Mock", "uciok"])
    ...     await protocol.initialize()
    ...     mock.assert_done()
    ...     return protocol.id
    >>> asyncio.run(greet())
    {'name': 'Mock'}
    """

    def __init__(self, protocol: Protocol) -> None:
        super().__init__()
        self.protocol = protocol
        self._expected: deque[tuple[str, list[str]]] = deque()
        self._partial = b""
        protocol.connection_made(self)

    def expect(self, expectation: str, responses: Iterable[str] = ()) -> None:
        """Expect a line next, and reply with these."""
        self._expected.append((expectation, list(responses)))

    def expect_ping(self) -> None:
        """Expect XBoard's `ping` with any number next, and reply to it."""
        self.expect("ping")

    def assert_done(self) -> None:
        """Fail if an expected line has not been sent."""
        assert not self._expected, f"not sent: {[line for line, _ in self._expected]}"

    def get_pipe_transport(self, fd: int) -> asyncio.BaseTransport | None:  # noqa: ARG002
        """Return itself: it is its own pipe."""
        return self

    def is_closing(self) -> bool:
        """Return False: it is open."""
        return False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Receive what the protocol writes."""
        *lines, self._partial = (self._partial + bytes(data)).split(b"\n")
        for line in lines:
            self._take(line.decode())

    def get_pid(self) -> int:
        """Return a dummy process id."""
        return 0

    def get_returncode(self) -> int | None:
        """Return None: it never ends."""
        return None

    def _take(self, line: str) -> None:
        assert self._expected, f"nothing was expected, but sent: {line!r}"
        expectation, responses = self._expected.popleft()
        if expectation == "ping" and line.startswith("ping "):
            responses = [f"pong {line.removeprefix('ping ')}"]
        else:
            assert line == expectation, f"expected {expectation!r}, but sent: {line!r}"
        for response in responses:
            self.protocol.loop.call_soon(
                self.protocol.pipe_data_received, 1, f"{response}\n".encode()
            )
