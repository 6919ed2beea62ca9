"""The Play view: a game against the engine."""

from __future__ import annotations

import pytest

from tests.web.page.board_page import BoardPage
from tests.web.page.conftest import OpenBoard

pytestmark = pytest.mark.browser


def begin(board: BoardPage, **choices: str) -> None:
    board.show("play")
    for name, value in choices.items():
        if name == "human":
            board.page.locator(f'[name="human"][value="{value}"]').check(force=True)
        else:
            board.page.select_option(f"#play-{name}", value)
    board.page.click("#play-start")
    board.page.wait_for_selector("#play-game:not([hidden])")


def wait_plies(board: BoardPage, count: int) -> None:
    board.page.wait_for_function(
        "count => document.querySelectorAll('#moves .move').length === count", arg=count
    )


def test_a_game_with_a_clock_hint_and_take_back(open_board: OpenBoard) -> None:
    board = open_board()
    page = board.page
    begin(board, level="1", clock="180+2", human="white")
    board.wait_text("#player-bottom .clock", "3:00")
    board.wait_text("#play-title", "Your move")
    board.click("e2", "e4")
    wait_plies(board, 2)
    page.wait_for_selector("#player-bottom .clock.running")
    page.click("#play-ask")
    page.wait_for_selector("#play-hint:not([hidden])")
    page.wait_for_function(
        "() => document.getElementById('board').shapes.some(each => each.color === 'blue')"
    )
    page.click("#play-takeback")
    wait_plies(board, 0)
    board.click("d2", "d4")
    wait_plies(board, 2)
    page.reload()
    board.ready()
    wait_plies(board, 2)
    board.wait_text("#play-title", "Your move")
    page.click("#play-takeback")
    wait_plies(board, 0)
    page.click("#play-resign")
    page.click("#confirm-yes")
    board.wait_text("#play-title", "0-1")
    page.click("#play-again")
    page.wait_for_selector("#play-setup:not([hidden])")


def test_black_sees_the_board_from_below(open_board: OpenBoard) -> None:
    board = open_board()
    begin(board, level="1", human="black")
    wait_plies(board, 1)
    assert board.page.get_attribute("#board", "orientation") == "black"
    assert board.page.get_attribute("#player-bottom", "data-color") == "black"
    board.wait_text("#player-bottom .name", "You")
    assert board.page.get_attribute("#board", "movable") == "black"


def test_chess960_by_number(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("play")
    board.page.select_option("#play-from", "number")
    board.page.fill("#play-number", "0")
    begin(board, level="1", human="white")
    board.wait_fen("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w")


def test_from_the_position_on_the_board(open_board: OpenBoard) -> None:
    board = open_board()
    board.click("e2", "e4")
    board.wait_moves("e4")
    begin(board, level="1", human="white", **{"from": "here"})
    wait_plies(board, 2)  # the engine answers as Black
    assert board.moves()[0] == "e4"
