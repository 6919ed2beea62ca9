"""A page without a browser: a server of its own, requests, and the events as they come."""

from __future__ import annotations

import http.client
import json
import queue
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from kiwipete.web.server.application import Application
from kiwipete.web.server.engines import EngineSeat, own_seat
from kiwipete.web.server.game_list import GameList
from kiwipete.web.server.running import RunningServer

PATIENCE = 20.0
_LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)")


class Link:
    """What a page needs of a server in another process: the link it prints."""

    def __init__(self, text: str) -> None:
        found = _LINK.search(text)
        assert found is not None, text
        self.link, self.port = found[0], int(found[1])


class Answer:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def request(port: int, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
    """Send one request, with exactly these headers besides Content-Length."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        given.setdefault("Host", f"127.0.0.1:{port}")
        for name, value in given.items():
            if value:
                connection.putheader(name, value)
        if body is not None and "Content-Length" not in given:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        return Answer(connection.getresponse())
    finally:
        connection.close()


class Page:
    """A page that has the cookie: posts verbs, and keeps the newest event of each name."""

    def __init__(self, running: RunningServer, cookie: str | None = None) -> None:
        self.port = running.port
        if cookie is None:
            link = urlsplit(running.link)
            answer = request(self.port, "GET", f"/?{link.query}")
            assert answer.status == 303, answer.body
            cookie = answer.headers["Set-Cookie"].partition(";")[0]
        self.cookie = cookie
        self.running = running
        self.state: dict[str, Any] = {}
        self.log: list[tuple[str, Any]] = []
        self._events: queue.Queue[tuple[str, Any] | None] = queue.Queue()
        self._socket: socket.socket | None = None

    def get(self, path: str, **headers: str) -> Answer:
        return request(self.port, "GET", path, Cookie=self.cookie, **headers)

    def post(self, verb: str, fields: Any = None, **headers: str) -> Answer:
        given = {
            "Cookie": self.cookie,
            "Origin": f"http://127.0.0.1:{self.port}",
            "Content_Type": "application/json",
            **headers,
        }
        body = fields if isinstance(fields, bytes) else json.dumps(fields or {}).encode()
        return request(self.port, "POST", f"/api/{verb}", body, **given)

    def do(self, verb: str, **fields: Any) -> Any:
        """Carry out a verb that must succeed."""
        answer = self.post(verb, fields)
        assert answer.status == 200, answer.body
        assert answer.json["ok"], answer.body
        return answer.json

    def refused(self, verb: str, **fields: Any) -> str:
        """Carry out a verb that must be refused; return the reason."""
        answer = self.post(verb, fields)
        assert 400 <= answer.status < 500, answer.body
        assert answer.json["ok"] is False
        return str(answer.json["error"])

    # Events.

    def listen(self) -> Page:
        """Open the stream of events, and wait for the state it begins with."""
        self._socket = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self._socket.sendall(
            f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Cookie: {self.cookie}\r\n\r\n".encode()
        )
        threading.Thread(target=self._read, args=(self._socket,), daemon=True).start()
        self.wait("play", lambda _: True)
        return self

    def wait(self, name: str, condition: Callable[[Any], Any]) -> Any:
        """Return the newest event of a name once it meets a condition."""
        deadline = time.monotonic() + PATIENCE
        while True:
            self._drain()
            if name in self.state and condition(self.state[name]):
                return self.state[name]
            left = deadline - time.monotonic()
            assert left > 0, f"no such {name}; the last was {str(self.state.get(name))[:2000]}"
            try:
                self._keep(self._events.get(timeout=left))
            except queue.Empty:
                continue

    def close(self) -> None:
        """Leave."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()

    def _drain(self) -> None:
        while not self._events.empty():
            self._keep(self._events.get())

    def _keep(self, event: tuple[str, Any] | None) -> None:
        if event is not None:
            self.state[event[0]] = event[1]
            self.log.append(event)
        else:
            self.state["closed"] = True

    def _read(self, connection: socket.socket) -> None:
        try:
            with connection.makefile("rb") as file:
                name = ""
                for line in file:
                    if line.startswith(b"event: "):
                        name = line[7:].decode().strip()
                    elif line.startswith(b"data: "):
                        self._events.put((name, json.loads(line[6:])))
        except (OSError, ValueError):
            pass
        self._events.put(None)


@contextmanager
def served(
    pgn: str = "", *, path: Path | None = None, seats: list[EngineSeat] | None = None
) -> Iterator[Page]:
    """Serve games to a page that listens."""
    games = GameList.read(path) if path is not None else GameList(pgn)
    with RunningServer(Application(games, seats or [own_seat(hash_mb=4)])) as running:
        page = Page(running).listen()
        try:
            yield page
        finally:
            page.close()
