"""A page with a board whose host is Python: it answers moves with the next position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import kiwipete

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.web.browser import Site

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Board</title><link rel="stylesheet" href="/setup.css">
<script type="module" src="/setup.js"></script>
<main><h1>Board</h1>{body}</main></html>
"""
CSS = """
:root { color-scheme: light dark; background: Canvas; color: CanvasText }
body { margin: 16px; font-family: sans-serif }
kiwipete-board { max-width: 640px; margin: auto }
"""
SETUP = """
import * as module from "/board/kiwipete-board.js";
window.module = module;
window.events = [];
for (const name of ["move", "attempt", "typed", "shapes", "flip"]) {
  document.addEventListener(`kiwipete-${name}`, async (event) => {
    events.push([name, event.detail]);
    if (name === "move" && window.answer) event.target.position = await answer(event.detail.uci);
  });
}
window.board = document.querySelector("kiwipete-board");
"""


def open_page(page: Page, site: Site, body: str) -> None:
    """Open a page whose body has boards; window.board is the first one."""
    site.add("setup.js", SETUP)
    site.add("setup.css", CSS)
    page.goto(site.add("index.html", PAGE.format(body=body)))
    page.wait_for_function("() => window.board?.shadowRoot")


def position_of(board: kiwipete.Board) -> dict[str, Any]:
    """Return a position as the element wants it."""
    king = board.king(board.turn)
    position = {
        "fen": board.fen(),
        "legal": [{"uci": board.uci(move), "san": board.san(move)} for move in board.legal_moves],
        "check": kiwipete.square_name(king) if king is not None and board.is_check() else None,
        "lastMove": None,
    }
    if board.move_stack:
        before = board.copy()
        position["lastMove"] = before.uci(before.pop())
    return position


class Host:
    """A board in Python and its element on a page."""

    def __init__(
        self,
        page: Page,
        site: Site,
        board: kiwipete.Board | str | None = None,
        attributes: str = 'movable="both" animation="0"',
    ) -> None:
        self.page = page
        self.board = kiwipete.Board(board) if isinstance(board, str) else board or kiwipete.Board()
        self._start = self.board.copy()
        open_page(page, site, f"<kiwipete-board {attributes}></kiwipete-board>")
        page.expose_function("answer", self._answer)
        self.show()

    def _answer(self, uci: str) -> dict[str, Any]:
        self.board.push_uci(uci)
        return position_of(self.board)

    def show(self) -> None:
        """Set the element's position to the board's."""
        self.page.evaluate("position => { board.position = position }", position_of(self.board))

    def square(self, name: str) -> Locator:
        """Return a square of the board."""
        return self.page.locator(f"kiwipete-board [data-square={name}]")

    def center(self, name: str) -> tuple[float, float]:
        """Return the middle of a square on the page."""
        box = self.square(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, *names: str) -> None:
        """Click squares."""
        for name in names:
            self.page.mouse.click(*self.center(name))

    def drag(self, start: str, end: str, *, button: Any = "left") -> None:
        """Drag from one square to another with a mouse button."""
        self.page.mouse.move(*self.center(start))
        self.page.mouse.down(button=button)
        self.page.mouse.move(*self.center(end), steps=4)
        self.page.mouse.up(button=button)

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def focus(self, square: str) -> None:
        """Focus a square as keys would."""
        self.page.evaluate("square => board.focusSquare(square)", square)

    def expect(self, *moves: str) -> None:
        """Wait until the element shows the position after these moves in SAN."""
        board = self._start.copy()
        for move in moves:
            board.push_san(move)
        self.page.wait_for_function("fen => board.fen === fen", arg=board.fen())

    def events(self, name: str) -> list[dict[str, Any]]:
        """Return the details of the events so far of one kind."""
        events = self.page.evaluate("events")
        return [detail for kind, detail in events if kind == name]

    def said(self, text: str) -> None:
        """Wait until the live region has a text."""
        self.page.wait_for_function(
            "text => board.shadowRoot.querySelector('[role=status]').textContent.includes(text)",
            arg=text,
        )

    def shown(self) -> dict[str, str]:
        """Return the pieces that are drawn, by their squares, wherever they slide from."""
        return self.page.evaluate("""() => {
          const names = {};
          const side = board.getAttribute("orientation") === "black" ? 1 : 0;
          for (const node of board.shadowRoot.querySelectorAll(".pieces > g")) {
            const [x, y] = node.style.transform.match(/[\\d.-]+/g).map((n) => Math.round(n / 45));
            const square = "abcdefgh"[side ? 7 - x : x] + (side ? y + 1 : 8 - y);
            names[square] = node.classList[0] + " " + node.classList[1];
          }
          return names;
        }""")
