"""When a server ends, and what it leaves behind: nothing."""

from __future__ import annotations

import threading
import time

import pytest

from kiwipete.web.server import running
from kiwipete.web.server.application import Application
from kiwipete.web.server.game_list import GameList
from kiwipete.web.server.running import RunningServer
from tests.web.server.client import PATIENCE, Page, request


def test_it_ends_when_the_last_page_has_gone(monkeypatch):
    monkeypatch.setattr(running, "GRACE", 1.0)
    with RunningServer(Application(GameList())) as server:
        waiter = threading.Thread(target=server.wait, kwargs={"until_closed": True}, daemon=True)
        waiter.start()
        time.sleep(1.5)  # before the first page it waits
        page = Page(server).listen()
        other = Page(server, page.cookie).listen()
        page.close()
        again = Page(server, page.cookie).listen()  # a reload
        other.close()
        time.sleep(2.0)
        assert waiter.is_alive()
        again.close()
        waiter.join(PATIENCE)
        assert not waiter.is_alive()


def test_a_closed_server_leaves_no_thread_and_no_port():
    before = threading.active_count()
    with RunningServer(Application(GameList())) as server:
        page = Page(server).listen()
        page.do("analyse", running=True, threats=True)
        page.wait("analysis", lambda event: event["engines"][0]["lines"])
        page.do("move", san="e4")
        page.do("play", action="start", level="full", human="white", clock={"base": 9000})
        port = server.port
    page.wait("closed", lambda closed: closed)
    page.close()
    with pytest.raises(OSError, match="refused"):
        request(port, "GET", "/")
    deadline = time.monotonic() + PATIENCE
    while threading.active_count() > before:
        assert time.monotonic() < deadline, threading.enumerate()
        time.sleep(0.05)


def test_two_servers_side_by_side():
    with (
        RunningServer(Application(GameList())) as one,
        RunningServer(Application(GameList())) as other,
    ):
        assert one.port != other.port
        assert one.link != other.link


def test_a_port_in_use():
    with RunningServer(Application(GameList())) as one, pytest.raises(OSError, match="in use"):
        RunningServer(Application(GameList()), one.port)
