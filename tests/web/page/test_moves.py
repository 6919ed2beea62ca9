"""Moves on the page: by clicks, by drags, by keys alone; special moves, and illegal ones."""

from __future__ import annotations

import re

import pytest

from tests.web.browser import Watcher
from tests.web.page.board_page import from_fen
from tests.web.page.conftest import OpenBoard

pytestmark = pytest.mark.browser

FOOLS_MATE = ("f3", "e5", "g4", "Qh4#")


def test_a_game_by_clicks(open_board: OpenBoard) -> None:
    board = open_board()
    played: list[str] = []
    for move, san in zip(("f2f3", "e7e5", "g2g4", "d8h4"), FOOLS_MATE, strict=True):
        board.click(move[:2], move[2:])
        played.append(san)
        board.wait_moves(*played)
    board.wait_text("#outcome", "0-1")
    board.wait_text("#outcome", "checkmate")


def test_a_game_by_drags(open_board: OpenBoard) -> None:
    board = open_board()
    played: list[str] = []
    for move, san in zip(("f2f3", "e7e5", "g2g4", "d8h4"), FOOLS_MATE, strict=True):
        board.drag(move[:2], move[2:])
        played.append(san)
        board.wait_moves(*played)


def test_a_game_by_keys_alone(open_board: OpenBoard) -> None:
    board = open_board()
    keyboard = board.page.keyboard
    keyboard.press("Tab")  # the link that leads to the board
    keyboard.press("Enter")
    played: list[str] = []
    for san in FOOLS_MATE[:3]:
        keyboard.type(san)
        keyboard.press("Enter")
        played.append(san)
        board.wait_moves(*played)
    # The last one by the squares: from d8 to h4.
    board.page.evaluate("document.getElementById('board').focusSquare('d8')")
    keyboard.press("Enter")
    for key in (*["ArrowDown"] * 4, *["ArrowRight"] * 4):
        keyboard.press(key)
    keyboard.press("Enter")
    board.wait_moves(*FOOLS_MATE)
    # Back to the start and forward again, without leaving the board.
    keyboard.press(",")
    board.page.wait_for_selector('#moves [aria-current]:has-text("g4")')
    keyboard.press(".")
    board.page.wait_for_selector('#moves [aria-current]:has-text("Qh4#")')


def test_promotion(open_board: OpenBoard) -> None:
    board = open_board(from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1"))
    board.click("a7", "a8")
    board.page.get_by_role("button", name="knight").click()
    board.wait_moves("a8=N")
    board.wait_fen("N7/7k/8/8/8/8/8/K7 b")


def test_castling_in_chess960(open_board: OpenBoard) -> None:
    board = open_board(
        from_fen("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1", chess960=True)
    )
    board.drag("e1", "g1")  # the king takes its own rook
    board.wait_moves("O-O")
    board.wait_fen("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b")
    board.click("e8", "c8")  # or goes to its new square
    board.wait_moves("O-O", "O-O-O")
    board.wait_fen("2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w")


def test_en_passant(open_board: OpenBoard) -> None:
    board = open_board(from_fen("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"))
    board.click("d2", "d4")
    board.wait_moves("d4")
    board.click("e4", "d3")
    board.wait_moves("d4", "exd3")
    board.wait_fen("4k3/8/8/8/8/3p4/8/4K3 w")


def test_an_illegal_move_is_explained(open_board: OpenBoard) -> None:
    board = open_board(from_fen("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1"))
    board.drag("d2", "f3")
    board.wait_text("#explanation", "The knight on d2 is pinned against the king on e1")
    shapes = board.page.evaluate("document.getElementById('board').shapes")
    assert {shape["square"] for shape in shapes if shape["kind"] == "circle"} == {"d2", "e1", "b4"}
    assert ["b4", "c3", "d2", "e1"] in [shape.get("squares") for shape in shapes]
    assert board.fen().startswith("4k3/8/8/8/1b6/8/3N4/4K3")
    board.page.keyboard.press("Escape")
    board.page.wait_for_selector("#explanation", state="hidden")
    assert board.page.evaluate("document.getElementById('board').shapes") == []


def test_a_typed_move_that_is_illegal_is_explained(open_board: OpenBoard) -> None:
    board = open_board()
    board.page.evaluate("document.getElementById('board').focusSquare('e1')")
    board.page.keyboard.type("O-O")
    board.page.keyboard.press("Enter")
    board.wait_text("#explanation", "cannot castle kingside")
    board.click("e2", "e4")
    board.wait_moves("e4")
    board.page.wait_for_selector("#explanation", state="hidden")


def test_a_position_from_its_fen(open_board: OpenBoard, watcher: Watcher) -> None:
    board = open_board()
    board.page.fill("#fen", "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1")
    board.page.press("#fen", "Enter")
    board.page.wait_for_function(
        "() => document.getElementById('board').fen.startsWith('8/8/8/8/8/4k3')"
    )
    board.wait_text("#outcome", "stalemate")
    board.page.fill("#fen", "nonsense")
    board.page.press("#fen", "Enter")
    board.page.wait_for_selector(".notice.error")
    watcher.errors.clear()  # the browser logs the status 400
    board.page.locator("#flip").focus()
    assert re.match("8/8/8/8/8/4k3/4p3/4K3 w", board.fen())
