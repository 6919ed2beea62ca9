"""Attacks on the server itself: long, slow and many."""

from __future__ import annotations

import socket
import time

import pytest

from kiwipete.web.server import handler, http_server
from tests.web.server.client import PATIENCE, request, served


@pytest.fixture(scope="module")
def page():
    with served() as page:
        yield page


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def head(page, verb: str, length: int) -> bytes:
    return (
        f"POST /api/{verb} HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\nCookie: {page.cookie}\r\n"
        f"Origin: http://127.0.0.1:{page.port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {length}\r\n\r\n"
    ).encode()


def everything(connection: socket.socket) -> bytes:
    found = b""
    while part := connection.recv(65536):
        found += part
    return found


@pytest.mark.parametrize(
    "path",
    [
        "/page/../guard.py",
        "/page/..%2fguard.py",
        "/page/%2e%2e/guard.py",
        "/../../../../etc/passwd",
        "//etc/passwd",
        "/page/..\\guard.py",
        "/board/",
        "/page",
        "/guard.py",
        "/api/move",
        "/page/index.html/",
        "/page/index.html%00.js",
        "http://evil.example/guard.py",
    ],
)
def test_no_path_leaves_the_list_of_files(page, path):
    assert page.get(path).status in (403, 404)


@pytest.mark.parametrize("verb", ["../events", "", "nothing", "move/", "__init__", "move?x=1"])
def test_unknown_verbs(page, verb):
    assert page.post(verb, {"san": "e4"}).status == 404


def test_an_oversized_body_is_refused_unread(page):
    with connect(page.port) as connection:
        connection.sendall(head(page, "move", handler.LONGEST_BODY + 1))
        assert everything(connection).startswith(b"HTTP/1.1 413 ")
    with connect(page.port) as connection:
        connection.sendall(head(page, "open", 10**15))
        assert everything(connection).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("length", ["-1", "x", "", "1e3"])
def test_a_body_without_a_length_is_refused(page, length):
    assert page.post("goto", b"{}", Content_Length=length).status == 411


def test_a_chunked_body_is_refused(page):
    assert page.post("goto", b"{}", Transfer_Encoding="chunked").status == 411


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_only_json_is_read(page, kind):
    assert page.post("goto", b'{"node": 0}', Content_Type=kind).status == 415


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"1",
        b"null",
        b"{",
        b"\xff\xfe",
        b'{"node": NaN}',
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"node": ' + b"9" * 5000 + b"}",
    ],
)
def test_bodies_that_are_no_object(page, body):
    answer = page.post("goto", body)
    assert answer.status == 400
    assert answer.json["ok"] is False


def is_given_up(connection: socket.socket, piece: bytes) -> bool:
    """Send a piece now and then; return True when the server closes the connection."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            connection.sendall(piece)
        except OSError:
            return True
        time.sleep(0.05)
    return False


def test_a_slow_body_is_given_up(page, monkeypatch):
    monkeypatch.setattr(http_server, "PATIENCE", 0.5)
    with connect(page.port) as slow:
        slow.sendall(head(page, "goto", 100_000))
        assert is_given_up(slow, b" ")


def test_slow_headers_are_given_up(page, monkeypatch):
    monkeypatch.setattr(http_server, "PATIENCE", 0.5)
    with connect(page.port) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        assert is_given_up(slow, b"x")


def test_a_body_that_ends_early_is_not_carried_out(page):
    with connect(page.port) as connection:
        connection.sendall(head(page, "move", 100) + b'{"san": "a3"}')
        connection.shutdown(socket.SHUT_WR)
        assert everything(connection) == b""
    assert page.state["position"]["node"] == 0


def test_two_hundred_connections_neither_hang_nor_crash_it(page):
    idle = [connect(page.port) for _ in range(200)]
    try:
        for _ in range(5):
            assert page.post("goto", {"node": 0}).status == 200
        for connection in idle[100:]:
            try:
                connection.sendall(b"GET / HTTP/1.1\r\n")
            except OSError:
                continue  # closed for another
        assert page.post("goto", {"node": 0}).status == 200
    finally:
        for connection in idle:
            connection.close()
    assert page.post("goto", {"node": 0}).status == 200
    page.wait("position", lambda position: position["node"] == 0)  # its stream still runs


def test_two_hundred_requests_at_once(page):
    connections = [connect(page.port) for _ in range(200)]
    answered = 0
    try:
        body = b'{"node": 0}'
        for connection in connections:
            try:
                connection.sendall(head(page, "goto", len(body)) + body)
            except OSError:
                continue
        for connection in connections:
            connection.settimeout(PATIENCE)
            try:
                answered += connection.recv(12) in (b"HTTP/1.1 200", b"HTTP/1.1 503")
            except OSError:
                continue
    finally:
        for connection in connections:
            connection.close()
    assert answered >= http_server.MOST_CONNECTIONS // 2
    assert page.post("goto", {"node": 0}).status == 200


@pytest.mark.parametrize(
    "text",
    [
        b"\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET " + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n",
        b"\x00\xff\x16\x03\x01\x02\x00\x01\x00",
        b"GET /?token=%ff%fe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\n\r\n",
        b"HEAD / HTTP/1.1\r\n\r\n",
    ],
)
def test_nonsense_is_answered_or_dropped(page, text):
    with connect(page.port) as connection:
        connection.sendall(text)
        connection.shutdown(socket.SHUT_WR)
        answer = everything(connection)
    assert answer == b"" or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 5"))
    assert page.post("goto", {"node": 0}).status == 200


def test_a_connection_serves_several_requests(page):
    body = b'{"node": 0}'
    with connect(page.port) as connection:
        for _ in range(3):
            connection.sendall(head(page, "goto", len(body)) + body)
            assert connection.recv(65536).startswith(b"HTTP/1.1 200 ")
        connection.sendall(head(page, "nothing", len(body)) + body)
        assert b" 404 " in connection.recv(65536)


def test_it_listens_on_the_loopback_interface_only(page):
    assert page.running._server.socket.getsockname()[0] == "127.0.0.1"
    assert request(page.port, "GET", "/").status == 403
