"""Fingers on a phone: real touch events, sent through the browser's protocol."""

from __future__ import annotations

import pytest

from tests.web.board.host import Host

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Finger:
    """One finger on a page."""

    def __init__(self, page):
        self._session = page.context.new_cdp_session(page)

    def _send(self, kind, *points):
        self._session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    def press(self, at):
        self._send("touchStart", at)

    def move(self, start, end, steps=5):
        for step in range(1, steps + 1):
            points = zip(start, end, strict=True)
            self._send("touchMove", tuple(a + (b - a) * step / steps for a, b in points))

    def lift(self):
        self._send("touchEnd")


@pytest.fixture
def phone(new_page):
    return new_page(**PHONE)


def test_taps(phone, site):
    host = Host(phone, site)
    for square in ("e2", "e4", "d7", "d5", "e4", "d5"):
        phone.touchscreen.tap(*host.center(square))
    host.expect("e4", "d5", "exd5")


def test_a_drag_moves_the_piece_and_not_the_page(phone, site):
    host = Host(phone, site)
    phone.evaluate("document.body.style.height = '3000px'")
    finger = Finger(phone)
    finger.press(host.center("e2"))
    finger.move(host.center("e2"), host.center("e4"))
    finger.lift()
    host.expect("e4")
    assert phone.evaluate("scrollY") == 0


def test_a_finger_on_an_empty_square_scrolls_the_page(phone, site):
    host = Host(phone, site)
    phone.evaluate("document.body.style.height = '3000px'")
    finger = Finger(phone)
    finger.press(host.center("e4"))
    finger.move(host.center("e4"), (195, 20), steps=12)
    finger.lift()
    phone.wait_for_function("() => scrollY > 50")
    assert host.events("move") == host.events("attempt") == host.events("shapes") == []


def test_a_long_press_draws_circles_and_arrows(phone, site):
    host = Host(phone, site)
    phone.evaluate("document.body.style.height = '3000px'")
    finger = Finger(phone)
    finger.press(host.center("e4"))
    phone.wait_for_timeout(600)
    finger.lift()
    assert phone.evaluate("board.userShapes") == [
        {"kind": "circle", "square": "e4", "color": "green"}
    ]
    finger.press(host.center("b1"))
    phone.wait_for_timeout(600)
    finger.move(host.center("b1"), host.center("c3"))
    finger.lift()
    assert phone.evaluate("board.userShapes[1]") == {
        "kind": "arrow", "from": "b1", "to": "c3", "color": "green",
    }  # fmt: skip
    assert host.events("move") == []
    assert phone.evaluate("scrollY") == 0
    phone.touchscreen.tap(*host.center("e5"))
    assert phone.evaluate("board.userShapes") == []


def test_a_promotion_by_fingers(phone, site):
    host = Host(phone, site, "8/P6k/8/8/8/8/p6K/8 w - - 0 1")
    phone.touchscreen.tap(*host.center("a7"))
    phone.touchscreen.tap(*host.center("a8"))
    phone.get_by_role("button", name="rook").tap()
    host.expect("a8=R")


def test_the_board_fits_a_phone(phone, site):
    host = Host(phone, site)
    box = phone.locator("kiwipete-board").bounding_box()
    assert box["width"] == box["height"] <= 390
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert host.square("a1").bounding_box()["width"] > 40
