"""Colours, motion, help, and what a screen reader hears."""

from __future__ import annotations

import pytest

from kiwipete import Board
from tests.web.page.board_page import BoardPage
from tests.web.page.conftest import OpenBoard

pytestmark = pytest.mark.browser

BACKGROUND = "getComputedStyle(document.body).backgroundColor"


def wait_heard(board: BoardPage, text: str) -> None:
    """Wait until a live region of the board has said this."""
    board.page.wait_for_function(
        "text => [...document.getElementById('board').shadowRoot.querySelectorAll('[role=status]')]"
        ".some(region => region.textContent.includes(text))",
        arg=text,
    )


def test_the_scheme_follows_the_system_or_the_user(open_board: OpenBoard) -> None:
    board = open_board(color_scheme="dark")
    page = board.page
    dark = page.evaluate(BACKGROUND)
    page.click("#scheme")
    assert page.evaluate("document.documentElement.dataset.scheme") == "light"
    light = page.evaluate(BACKGROUND)
    assert light != dark
    page.reload()
    board.ready()
    assert page.evaluate(BACKGROUND) == light
    page.click("#scheme")
    assert page.evaluate(BACKGROUND) == dark
    page.click("#scheme")
    page.emulate_media(color_scheme="light")
    assert page.evaluate(BACKGROUND) == light


def test_nothing_moves_for_those_who_ask(open_board: OpenBoard) -> None:
    board = open_board(reduced_motion="reduce")
    durations = board.page.evaluate(
        "() => [...document.querySelectorAll('*')]"
        ".map(each => getComputedStyle(each).transitionDuration)"
    )
    assert set(durations) <= {"0s", ""}


def test_help_lists_the_keys_and_can_switch_letters_off(open_board: OpenBoard) -> None:
    board = open_board()
    page = board.page
    page.keyboard.press("?")
    board.wait_text("#help-keys", "Start or stop the analysis")
    page.uncheck("#single-keys")
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    assert page.get_attribute("#board", "orientation") == "white"
    page.keyboard.press("?")
    page.check("#single-keys")
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    assert page.get_attribute("#board", "orientation") == "black"
    page.reload()
    board.ready()
    assert page.get_attribute("#board", "orientation") == "black"


def test_position_and_evaluation_are_spoken(open_board: OpenBoard) -> None:
    board = open_board()
    keyboard = board.page.keyboard
    keyboard.press("p")
    wait_heard(board, f"FEN: {Board().fen()}")
    keyboard.press("e")
    wait_heard(board, "There is no evaluation of this position.")
    keyboard.press("a")
    board.wait_text("#evaluation-live", "best move")
    keyboard.press("e")
    wait_heard(board, "Best line:")


def test_views_by_numbers_and_arrows(open_board: OpenBoard) -> None:
    board = open_board()
    page = board.page
    page.keyboard.press("4")
    page.wait_for_selector("#panel-perft:not([hidden])")
    page.locator("#tab-perft").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#panel-analyse:not([hidden])")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#panel-games:not([hidden])")
    page.reload()
    board.ready()
    page.wait_for_selector("#panel-games:not([hidden])")
