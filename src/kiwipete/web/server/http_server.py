"""A threading HTTP server on the loopback interface that many or slow connections cannot block.

A request must arrive within some seconds as a whole, however it is cut into pieces. If there are
too many connections, the one that has waited longest without a request is closed for the new one.
"""

from __future__ import annotations

import contextlib
import io
import socket
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

LOOPBACK = "127.0.0.1"

MOST_CONNECTIONS = 64
# How long a request may take to arrive, and a response to be taken, in seconds.
PATIENCE = 10.0
_BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"Connection: close\r\nContent-Length: 0\r\nRetry-After: 1\r\n\r\n"
)


class DeadlineReader(io.RawIOBase):
    """Reads from a socket until a moment; the time limit is for the request, not for a read."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._deadline = time.monotonic() + PATIENCE

    def restart(self) -> None:
        """Begin to wait for the next request."""
        self._deadline = time.monotonic() + PATIENCE

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read some bytes; raise TimeoutError after the deadline."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request took too long")
        self._connection.settimeout(left)
        try:
            return self._connection.recv_into(buffer)
        finally:
            with contextlib.suppress(OSError):
                self._connection.settimeout(PATIENCE)


class RequestHandler(BaseHTTPRequestHandler):
    """A handler with a deadline for each request, which logs nothing."""

    protocol_version = "HTTP/1.1"
    timeout = PATIENCE
    wbufsize = -1  # buffered: a response leaves in one piece
    server: LoopbackServer

    def setup(self) -> None:
        """Read through a deadline."""
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        self._reader = DeadlineReader(self.connection)
        self.rfile.close()
        self.rfile = io.BufferedReader(self._reader)

    def handle_one_request(self) -> None:
        """Handle a request; while it is awaited, the connection may be closed for another."""
        self._reader.restart()
        self.server.set_waiting(self.connection, True)
        try:
            super().handle_one_request()
        except (OSError, ValueError):  # the peer has gone, or the server has closed the socket
            self.close_connection = True

    def begin(self) -> None:
        """Mark the request as accepted: its connection is not closed for another."""
        self.server.set_waiting(self.connection, False)

    def version_string(self) -> str:
        """Return the name of the server, without versions."""
        return "kiwipete"

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""

    def peer_has_gone(self) -> bool:
        """Return True if the peer has closed the connection."""
        try:
            self.connection.setblocking(False)
            return not self.connection.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except (OSError, ValueError):
            return True
        finally:
            with contextlib.suppress(OSError):
                self.connection.settimeout(PATIENCE)


class LoopbackServer(ThreadingHTTPServer):
    """Accepts connections from this machine only, and not too many."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = sys.platform != "win32"  # there it would share a port in use
    request_queue_size = 128

    def __init__(self, port: int, handler: type[RequestHandler]) -> None:
        self._lock = threading.Lock()
        # The connections, oldest first, and since when they wait for a request; None: one is
        # being handled.
        self._connections: dict[socket.socket, float | None] = {}
        super().__init__((LOOPBACK, port), handler)

    @property
    def port(self) -> int:
        """The port."""
        return int(self.server_address[1])

    def server_bind(self) -> None:
        """Bind the socket, without looking up a name for the address."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, self.allow_reuse_address)
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = LOOPBACK, self.port

    def set_waiting(self, connection: socket.socket, waiting: bool) -> None:
        """Note whether a connection waits for a request."""
        with self._lock:
            if connection in self._connections:
                self._connections[connection] = time.monotonic() if waiting else None

    def process_request(self, request: Any, client_address: Any) -> None:
        """Start a thread for a connection, unless there are too many."""
        if not self._admit(request):
            with contextlib.suppress(OSError):
                request.setblocking(False)
                request.send(_BUSY)
            super().shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # no more threads
            self.shutdown_request(request)

    def _admit(self, connection: socket.socket) -> bool:
        """Make room for a connection; return False if there is none."""
        with self._lock:
            if len(self._connections) >= MOST_CONNECTIONS:
                waiting = {
                    other: since for other, since in self._connections.items() if since is not None
                }
                if not waiting:
                    return False
                oldest = min(waiting, key=lambda other: waiting[other])
                del self._connections[oldest]
                with contextlib.suppress(OSError):
                    oldest.shutdown(socket.SHUT_RDWR)  # its thread closes it
            self._connections[connection] = time.monotonic()
        return True

    def shutdown_request(self, request: Any) -> None:
        """Close a connection."""
        with self._lock:
            self._connections.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002
        """Print what went wrong, unless the connection was lost."""
        if not isinstance(sys.exc_info()[1], OSError):
            import traceback

            traceback.print_exc()

    def close_connections(self) -> None:
        """Close all connections; their threads end."""
        with self._lock:
            for connection in self._connections:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
