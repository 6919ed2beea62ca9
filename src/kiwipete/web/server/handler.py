"""The requests: files and events by GET, verbs by POST; all others are refused."""

from __future__ import annotations

import json
import sys
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from kiwipete.web.server import guard
from kiwipete.web.server.fields import Fields, Refused
from kiwipete.web.server.http_server import LoopbackServer, RequestHandler

if TYPE_CHECKING:
    from kiwipete.web.server.application import Application
    from kiwipete.web.server.files import Files
    from kiwipete.web.server.guard import Guard

_VERBS = "/api/"
# Bytes of a body: games may be pasted, everything else is short.
LONGEST_BODY = 1 << 18
LONGEST_GAMES = 64 << 20
_HEARTBEAT = 15.0  # seconds
_TICK = 0.5
_RECONNECT = b"retry: 1000\n\n"  # milliseconds after which a page that lost its stream comes back
_MOST_STREAMS = 32

_USED_UP = (
    "This link has been used, or it belongs to another board. Each run of `kiwipete board` "
    "prints a link that works once."
)


class BoardServer(LoopbackServer):
    """The server of one workspace."""

    guard: Guard

    def __init__(self, port: int, application: Application, files: Files) -> None:
        self.application = application
        self.files = files
        super().__init__(port, BoardHandler)
        self.guard = guard.Guard(self.port)


class BoardHandler(RequestHandler):
    """Handles the requests of one connection."""

    server: BoardServer

    def do_GET(self) -> None:
        """Send a file or the events, or exchange the launch token."""
        if self._is_refused(writes=False):
            return
        parts = urlsplit(self.path)
        token = parse_qs(parts.query).get("token", [""])[0] if parts.path == "/" else ""
        known = self.server.guard.is_known(self.headers)
        if known:
            self.begin()
        if token and (known or (cookie := self.server.guard.redeem(token)) is not None):
            self._redirect(None if known else cookie)
        elif not known:
            self._send_text(HTTPStatus.FORBIDDEN, _USED_UP)
        elif parts.path == "/events":
            self._send_events()
        else:
            self._send_file(parts.path)

    def do_POST(self) -> None:
        """Carry out a verb."""
        if self._is_refused(writes=True):
            return
        if not self.server.guard.is_known(self.headers):
            self._send_text(HTTPStatus.FORBIDDEN, _USED_UP)
            return
        status, answer = HTTPStatus.OK, {}
        try:
            body = self._read_body()
            self.begin()
            verb = self.path.removeprefix(_VERBS)
            answer = self.server.application.do(verb, Fields.read(body), self.peer_has_gone)
        except Refused as refused:
            status = HTTPStatus(refused.status)
            answer = {"ok": False, "error": str(refused)}
        except OSError:
            raise
        except Exception as error:
            import traceback

            traceback.print_exc(file=sys.stderr)
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            answer = {"ok": False, "error": f"this is a bug in kiwipete: {type(error).__name__}"}
        self._send(status, json.dumps(answer).encode(), "application/json")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """Send a short text with the guard's headers instead of http.server's page."""
        self.close_connection = True
        self.request_version = self.protocol_version  # nonsense counts as HTTP/0.9: no headers
        self._send_text(code, HTTPStatus(code).phrase)

    def _is_refused(self, *, writes: bool) -> bool:
        fault = self.server.guard.fault(self.headers, writes=writes)
        if fault is not None:
            self.close_connection = True
            self._send_text(HTTPStatus.FORBIDDEN, f"{fault[0].upper()}{fault[1:]}.")
        return fault is not None

    def _read_body(self) -> bytes:
        """Read the body; the connection ends after a refusal, because the body is still in it."""
        self.close_connection = True
        if not self.path.startswith(_VERBS):
            raise Refused("there is nothing to post to here", HTTPStatus.NOT_FOUND)
        length = self.headers.get("Content-Length", "")
        if "Transfer-Encoding" in self.headers or not (length.isascii() and length.isdigit()):
            raise Refused("the length of the body is missing", HTTPStatus.LENGTH_REQUIRED)
        longest = LONGEST_GAMES if self.path == f"{_VERBS}open" else LONGEST_BODY
        if len(length) > 12 or int(length) > longest:
            raise Refused("the body is too long", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if self.headers.get_content_type() != "application/json":
            raise Refused("the body must be JSON", HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            raise ConnectionError("the body ended early")
        self.close_connection = self.headers.get("Connection", "").lower() == "close"
        return body

    # Responses.

    def _send_file(self, address: str) -> None:
        found = self.server.files.read(address)
        if found is None:
            self._send_text(HTTPStatus.NOT_FOUND, "There is no such page.")
        else:
            self._send(HTTPStatus.OK, *found)

    def _send_events(self) -> None:
        """Send events until the page or the server closes the connection."""
        hub = self.server.application.hub
        if len(hub) >= _MOST_STREAMS:
            self._send_text(HTTPStatus.SERVICE_UNAVAILABLE, "Too many pages are open.")
            return
        self.close_connection = True
        stream = hub.subscribe()
        try:
            self._begin_response(HTTPStatus.OK, "text/event-stream; charset=utf-8")
            self.end_headers()
            self.wfile.write(_RECONNECT)
            silent = 0.0
            while (text := stream.take(_TICK)) is not None and not self.peer_has_gone():
                silent = 0.0 if text else silent + _TICK
                if silent >= _HEARTBEAT:
                    text, silent = b":\n\n", 0.0
                if text:
                    self.wfile.write(text)
                    self.wfile.flush()
        finally:
            hub.unsubscribe(stream)

    def _redirect(self, cookie: str | None) -> None:
        """Send the browser to the page, so that the token leaves the address bar."""
        self._begin_response(HTTPStatus.SEE_OTHER, None)
        self.send_header("Location", "/")
        self.send_header("Content-Length", "0")
        if cookie is not None:
            self.send_header("Set-Cookie", cookie)
        self.end_headers()

    def _send_text(self, status: int, text: str) -> None:
        self._send(status, f"{text}\n".encode(), "text/plain; charset=utf-8")

    def _send(self, status: int, content: bytes, media_type: str) -> None:
        self._begin_response(status, media_type)
        self.send_header("Content-Length", str(len(content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _begin_response(self, status: int, media_type: str | None) -> None:
        self.send_response(status)
        for name, value in guard.HEADERS.items():
            self.send_header(name, value)
        if media_type is not None:
            self.send_header("Content-Type", media_type)
