"""axe-core finds nothing serious in any view, in light and in dark."""

from __future__ import annotations

import pytest

from tests.support.axe import serious_findings
from tests.web.page.board_page import BoardPage
from tests.web.page.conftest import OpenBoard

pytestmark = pytest.mark.browser

TREE = "1. e4 {King's pawn} e5 $1 (1... c5 $6 {Sicilian}) 2. Nf3 $2 Nc6 *\n"


def check(board: BoardPage, place: str) -> None:
    """Fail on serious findings."""
    assert serious_findings(board.page) == [], place


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_serious(open_board: OpenBoard, scheme: str, width: int) -> None:
    size = {"width": width, "height": 844}
    board = open_board(TREE, color_scheme=scheme, viewport=size, reduced_motion="reduce")
    page = board.page
    page.click("#annotate-toggle")
    page.click("#analyse-toggle")
    page.wait_for_selector("#lines .pv")
    page.click("#review > summary")
    page.select_option("#review-seconds", "0.1")
    page.click("#review-start")
    page.wait_for_selector("#accuracy .share", timeout=30_000)
    check(board, "analyse")
    page.drag_and_drop('#board [data-square="e1"]', '#board [data-square="c1"]')
    page.wait_for_selector("#explanation:not([hidden])")
    check(board, "explanation")
    for view in ("play", "games", "perft"):
        board.show(view)
        if view == "perft":
            page.fill("#perft-depth", "2")
            page.press("#perft-depth", "Enter")
            page.wait_for_selector(".perft-row")
            page.click("#compare > summary")
        check(board, view)
    page.click("#open-help")
    check(board, "help")
    page.keyboard.press("Escape")
    page.click("#copy")
    check(board, "menu")
