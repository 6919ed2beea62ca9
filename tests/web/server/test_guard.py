"""Attacks: every request that isn't from our own page is refused."""

from __future__ import annotations

from email.message import Message

import pytest

from kiwipete.web.server.guard import Guard
from tests.web.server.client import Page, request, served

LOCAL = "http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def entered():
    with served() as page:
        yield page


def test_the_token_becomes_a_cookie_and_leaves_the_address(entered):
    answer = request(entered.port, "GET", f"/?token={'x' * 32}")
    assert answer.status == 403
    token = entered.running.link.partition("token=")[2]
    used = request(entered.port, "GET", f"/?token={token}")
    assert used.status == 403
    assert b"works once" in used.body
    assert "Set-Cookie" not in used.headers


def test_the_cookie_is_for_this_server_and_not_for_scripts():
    guard = Guard(8000)
    cookie = guard.redeem(guard.token)
    assert cookie is not None
    assert cookie.startswith("kiwipete-8000=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert guard.redeem(guard.token) is None


def test_a_browser_that_is_in_may_use_the_link_again(entered):
    token = entered.running.link.partition("token=")[2]
    answer = entered.get(f"/?token={token}")
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/events", "/page/index.html", "/board/kiwipete-board.js"])
@pytest.mark.parametrize("cookie", ["", "kiwipete-1=x", "nonsense;;;=", "kiwipete-{port}=guess"])
def test_nothing_is_served_without_the_cookie(entered, path, cookie):
    cookie = cookie.format(port=entered.port)
    answer = request(entered.port, "GET", path, Cookie=cookie)
    assert answer.status == 403
    assert b"<" not in answer.body


def test_verbs_need_the_cookie(entered):
    answer = request(
        entered.port,
        "POST",
        "/api/move",
        b'{"san": "e4"}',
        Origin=LOCAL.format(port=entered.port),
        Content_Type="application/json",
    )
    assert answer.status == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1.evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "127.0.0.2:{port}",
        "0.0.0.0:{port}",
        "localhost.:{port}",
        " ",
    ],
)
def test_a_foreign_host_is_refused(entered, host):
    host = host.format(port=entered.port)
    assert entered.get("/", Host=host).status == 403
    assert entered.post("goto", {"node": 0}, Host=host, Origin=f"http://{host}").status == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_local_names_are_accepted(entered, host):
    host = f"{host}:{entered.port}"
    assert entered.post("goto", {"node": 0}, Host=host, Origin=f"http://{host}").status == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}", "", "*"],
)
def test_a_foreign_origin_may_not_write(entered, origin):
    origin = origin.format(port=entered.port)
    assert entered.post("goto", {"node": 0}, Origin=origin).status == 403


def test_a_foreign_origin_may_not_read(entered):
    for path in ("/", "/events"):
        assert entered.get(path, Origin="http://evil.example").status == 403
        assert entered.get(path, Origin="http://localhost:1").status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_requests_that_another_page_makes_are_refused(entered, site):
    assert entered.get("/events", Sec_Fetch_Site=site).status == 403


def test_two_hosts_are_refused():
    headers = Message()
    headers["Host"] = "127.0.0.1:8000"
    assert Guard(8000).fault(headers, writes=False) is None
    headers["Host"] = "evil.example"
    assert Guard(8000).fault(headers, writes=False) is not None


def test_every_answer_has_the_policies(entered):
    answers = [
        entered.get("/nothing"),
        entered.get("/", Host="evil.example"),
        entered.post("goto", {"node": 0}),
        entered.post("nothing"),
        request(entered.port, "PUT", "/"),
        request(entered.port, "GET", "/?token=no"),
    ]
    for answer in answers:
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; ")
        assert "unsafe" not in policy
        assert "http" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        assert not [name for name in answer.headers if name.lower().startswith("access-control")]
        assert "Python" not in answer.headers["Server"]


@pytest.mark.parametrize("other", ['a={"x": [1, "2"]}', "b", "=", "kiwipete-1=x", 'c="'])
def test_cookies_of_other_programs_do_not_matter(entered, other):
    assert entered.post("goto", {"node": 0}, Cookie=f"{other}; {entered.cookie}").status == 200
    assert entered.post("goto", {"node": 0}, Cookie=f"{entered.cookie}; {other}").status == 200


def test_the_other_board_has_another_cookie(entered):
    with served() as other:
        stranger = Page(other.running, entered.cookie)
        assert stranger.get("/").status == 403
