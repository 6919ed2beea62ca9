"""The Perft view: a divide that unfolds, and another engine's to compare with."""

from __future__ import annotations

import pytest

from kiwipete import Board
from kiwipete.perft import count
from tests.web.page.conftest import OpenBoard

pytestmark = pytest.mark.browser


def divide(board: Board, depth: int, wrong: str) -> str:
    """Return a divide with one move missing below another."""
    lines = []
    for move in board.legal_moves:
        board.push(move)
        nodes = count(board, depth - 1).nodes - (move.uci() == wrong)
        board.pop()
        lines.append(f"{move.uci()}: {nodes}")
    return "\n".join(lines)


def test_the_divide_unfolds(open_board: OpenBoard) -> None:
    board = open_board()
    page = board.page
    board.show("perft")
    page.fill("#perft-depth", "3")
    page.press("#perft-depth", "Enter")
    board.wait_text("#perft-total", "8,902 positions")
    row = page.locator('#perft-tree > [data-moves="e2e4"]')
    assert "600" in (row.text_content() or "")
    row.locator(".perft-row").click()
    inner = page.locator('#perft-tree [data-moves="e2e4 e7e5"]')
    inner.wait_for()
    assert page.locator('#perft-tree [aria-level="2"]').count() == 20
    # By keys: down into the branch, unfold it, and back up.
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('#perft-tree [aria-level="3"]')
    leaf = page.locator('#perft-tree [aria-level="3"]').first
    assert leaf.get_attribute("aria-expanded") is None  # one position: nothing below
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.moves") == "e2e4"


def test_the_branch_that_differs_is_followed(open_board: OpenBoard) -> None:
    board = open_board()
    page = board.page
    board.show("perft")
    page.fill("#perft-depth", "3")
    page.press("#perft-depth", "Enter")
    board.wait_text("#perft-total", "8,902 positions")
    page.click("#compare > summary")
    root = Board()
    page.fill("#compare-text", divide(root, 3, "g1f3"))
    page.click("#compare-form .primary")
    board.wait_text("#compare-verdict", "1 count differs.")
    page.click('[aria-label="Follow Nf3"]')
    board.wait_text("#compare-command", "moves g1f3")
    board.wait_text("#compare-command", "go perft 2")
    root.push_san("Nf3")
    page.fill("#compare-text", divide(root, 2, "e7e5"))
    page.click("#compare-form .primary")
    page.click('[aria-label="Follow e5"]')
    root.push_san("e5")
    legal = [move.uci() for move in root.legal_moves if move.uci() != "f3e5"]
    page.fill("#compare-text", "\n".join(f"{move}: 1" for move in [*legal, "e1g1"]))
    page.click("#compare-form .primary")
    board.wait_text("#compare-verdict", "1 move is missing, 1 illegal move.")
    page.click('[aria-label="Why e1g1?"]')
    board.wait_text("#compare-verdict", "cannot castle kingside")
    page.locator("#compare-path button").first.click()
    board.wait_text("#compare-command", "go perft 3")


def test_too_deep_is_refused_in_words(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("perft")
    board.page.fill("#perft-depth", "99")
    board.page.press("#perft-depth", "Enter")
    assert not board.page.evaluate("document.getElementById('perft-depth').validity.valid")
