"""The page on a phone: narrow, and by touch."""

from __future__ import annotations

import pytest

from tests.web.page.board_page import BoardPage
from tests.web.page.conftest import OpenBoard
from tests.web.page.test_games import many_games

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
VIEWS = ("analyse", "play", "games", "perft")


def touch(board: BoardPage, *squares: str) -> None:
    for name in squares:
        board.square(name).tap()


def test_a_game_by_touch(open_board: OpenBoard) -> None:
    board = open_board(**PHONE)
    touch(board, "e2", "e4")
    board.wait_moves("e4")
    touch(board, "e7", "e5")
    board.wait_moves("e4", "e5")
    board.page.tap("#go-previous")
    board.page.wait_for_selector('#moves [aria-current]:text-is("e4")')
    touch(board, "e8", "e6")
    board.wait_text("#explanation", "e8")


def test_a_drag_by_touch(open_board: OpenBoard) -> None:
    board = open_board(**PHONE)
    session = board.page.context.new_cdp_session(board.page)
    points = []
    for name in ("g1", "f3"):
        box = board.square(name).bounding_box()
        assert box is not None
        points.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
    middle = {axis: (points[0][axis] + points[1][axis]) / 2 for axis in ("x", "y")}
    dispatch = "Input.dispatchTouchEvent"
    session.send(dispatch, {"type": "touchStart", "touchPoints": [points[0]]})
    for point in (middle, points[1]):
        session.send(dispatch, {"type": "touchMove", "touchPoints": [point]})
    session.send(dispatch, {"type": "touchEnd", "touchPoints": []})
    board.wait_moves("Nf3")


@pytest.mark.parametrize("width", [320, 390, 599])
def test_nothing_is_wider_than_the_screen(open_board: OpenBoard, width: int) -> None:
    board = open_board(**{**PHONE, "viewport": {"width": width, "height": 700}})
    for view in VIEWS:
        board.page.tap(f"#tab-{view}")
        board.page.wait_for_selector(f"#panel-{view}:not([hidden])")
        assert board.page.evaluate("document.documentElement.scrollWidth") <= width
    box = board.square("h1").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= width + 0.5


def test_a_long_list_of_games(open_board: OpenBoard) -> None:
    board = open_board(many_games(5000), **PHONE)
    board.page.tap("#tab-games")
    board.wait_text("#games-count", "5,000 games")
    assert board.page.locator(".game-row").count() < 40
    board.page.evaluate("document.getElementById('games-list').scrollTop = 1e6")
    board.wait_text("#games-list", "Player 4999")
    assert board.page.locator(".game-row").count() < 40
