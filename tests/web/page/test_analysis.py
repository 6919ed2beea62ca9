"""The Analyse view: analysis starts, streams and stops; threats, review, and dead engines."""

from __future__ import annotations

import os
import re
import signal
import sys

import pytest

from kiwipete.engine import Engine, SimpleEngine
from kiwipete.web.server.engines import EngineSeat, foreign_seat, own_seat
from tests.web.page.board_page import BoardPage, from_fen
from tests.web.page.conftest import OpenBoard

pytestmark = pytest.mark.browser

HANGING_QUEEN = from_fen("4k3/8/8/8/3q4/8/8/K2R4 w - - 0 1")
BLUNDER = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n"


def depth(board: BoardPage) -> int:
    text = board.page.text_content("#engine-speed") or ""
    found = re.search(r"depth (\d+)", text, re.IGNORECASE)
    return int(found[1]) if found else 0


def wait_depth(board: BoardPage, at_least: int) -> None:
    board.page.wait_for_function(
        "least => Number(/depth (\\d+)/i.exec(document.getElementById('engine-speed')"
        ".textContent)?.[1]) >= least",
        arg=at_least,
    )


def test_analysis_starts_streams_and_stops(open_board: OpenBoard) -> None:
    board = open_board()
    page = board.page
    page.click("#analyse-toggle")
    wait_depth(board, 4)
    wait_depth(board, depth(board) + 1)
    assert page.get_attribute("#analyse-toggle", "aria-checked") == "true"
    page.click("#more-lines")
    page.wait_for_function("() => document.querySelectorAll('#lines .line').length === 2")
    page.wait_for_function(
        "() => document.getElementById('board').shapes.filter(each => each.label).length === 2"
    )
    labels = page.evaluate("document.getElementById('board').shapes.map(each => each.label)")
    assert [label[:2] for label in labels] == ["2 ", "1 "]  # the best is drawn on top
    assert "is better" in (page.get_attribute("#bar", "aria-valuetext") or "") or "equal" in (
        page.get_attribute("#bar", "aria-valuetext") or ""
    )
    page.click("#analyse-toggle")
    page.wait_for_selector('#analyse-toggle[aria-checked="false"]')
    page.wait_for_timeout(300)
    before = depth(board)
    page.wait_for_timeout(500)
    assert depth(board) == before


def test_a_move_of_a_line_is_shown_and_played(open_board: OpenBoard) -> None:
    board = open_board(HANGING_QUEEN)
    page = board.page
    page.click("#analyse-toggle")
    first = page.locator("#lines .pv").first
    first.wait_for()
    board.wait_text("#lines .pv", "Rxd4")
    first.hover()
    page.wait_for_function(
        "() => document.getElementById('board').ghost?.startsWith('4k3/8/8/8/3R4')"
    )
    page.mouse.move(5, 5)
    page.wait_for_function("() => document.getElementById('board').ghost === null")
    assert board.moves() == []
    first.click()
    board.wait_moves("Rxd4")


def test_threats(open_board: OpenBoard) -> None:
    board = open_board(from_fen("4k3/8/8/8/3q4/8/3R4/4K3 b - - 0 1"))
    board.page.keyboard.press("t")
    board.wait_text("#threat", "Rxd4")
    board.page.wait_for_function(
        "() => document.getElementById('board').shapes.some(each => each.color === 'red')"
    )


def test_analysis_survives_a_reload(open_board: OpenBoard) -> None:
    board = open_board()
    board.click("e2", "e4")
    board.wait_moves("e4")
    board.page.click("#analyse-toggle")
    wait_depth(board, 3)
    board.page.reload()
    board.ready()
    assert board.moves() == ["e4"]
    wait_depth(board, 4)
    assert board.page.get_attribute("#analyse-toggle", "aria-checked") == "true"


def test_the_page_goes_on_when_an_engine_is_killed(open_board: OpenBoard) -> None:
    seat = foreign_seat(1, [sys.executable, "-m", "kiwipete", "uci"])
    engine = seat.engine()
    assert isinstance(engine, SimpleEngine)
    board = open_board(seats=[own_seat(), seat])
    page = board.page
    page.locator("#engine-choice button").nth(1).click()
    page.click("#analyse-toggle")
    page.wait_for_function("() => document.querySelectorAll('#lines .block .line').length >= 2")
    os.kill(engine.transport.get_pid(), signal.SIGKILL)
    page.wait_for_selector("#lines .block-error:not([hidden])")
    now = depth(board)
    wait_depth(board, now + 1)  # ours analyses on
    board.click("e2", "e4")
    board.wait_moves("e4")


def test_a_click_does_not_undo_the_one_before(open_board: OpenBoard) -> None:
    board = open_board(seats=[own_seat(), EngineSeat(1, "Second", Engine)])
    board.page.wait_for_selector("#engine-choice button")
    board.page.evaluate(  # before the server can answer
        "document.querySelectorAll('#engine-choice button')[1].click();"
        "document.getElementById('more-lines').click();"
        "document.getElementById('analyse-toggle').click();"
    )
    board.page.wait_for_function(
        "() => document.querySelectorAll('#lines .block .line').length === 4"
    )


def test_script_in_an_engine_name_is_text(open_board: OpenBoard) -> None:
    name = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
    board = open_board(seats=[own_seat(), EngineSeat(1, name, Engine)])
    page = board.page
    page.locator("#engine-choice button").nth(1).click()
    page.click("#analyse-toggle")
    board.wait_text("#engine-choice", name)
    page.wait_for_function("() => document.querySelectorAll('#lines .block .line').length >= 2")
    board.wait_text("#lines", name)
    page.locator("#engine-choice button").first.click()
    board.wait_text("#engine-name", name)
    assert page.evaluate("window.hacked") is None


def test_a_review_marks_blunders(open_board: OpenBoard) -> None:
    board = open_board(BLUNDER)
    page = board.page
    page.click("#review > summary")
    page.select_option("#review-seconds", "0.1")
    page.click("#review-start")
    page.wait_for_selector("#accuracy .share", timeout=30_000)
    page.wait_for_selector("#moves .blunder .nag")
    page.wait_for_selector("#graph .mark.blunder")
    page.locator(".count-blunder:enabled").first.click()
    page.wait_for_selector("#moves .blunder[aria-current]")
    page.locator("#graph").focus()
    page.keyboard.press("End")
    page.wait_for_selector('#moves [aria-current]:has-text("Nf3#")')
    page.click("#review-save")
    page.wait_for_selector("#moves .variation")  # the better moves
    board.wait_text(".root-comment", "Accuracy")
