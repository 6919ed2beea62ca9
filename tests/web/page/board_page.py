"""The page of `kiwipete board` in a browser, with a server of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kiwipete.web.server.application import Application
from kiwipete.web.server.engines import EngineSeat, own_seat
from kiwipete.web.server.game_list import GameList
from kiwipete.web.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

EMPTY_GAME = '[Event "?"]\n\n*\n'


def start(pgn: str = EMPTY_GAME, seats: Sequence[EngineSeat] = ()) -> RunningServer:
    """Start a server with these games."""
    return RunningServer(Application(GameList(pgn), list(seats) or [own_seat()]))


def from_fen(fen: str, *, chess960: bool = False) -> str:
    """Return a game without moves that starts with a position."""
    variant = '[Variant "Chess960"]\n' if chess960 else ""
    return f'[SetUp "1"]\n[FEN "{fen}"]\n{variant}\n*\n'


class BoardPage:
    """What a user does on the page, and what they see."""

    def __init__(self, page: Page, server: RunningServer) -> None:
        self.page = page
        self.server = server

    def open(self, address: str | None = None) -> BoardPage:
        """Open the page, and wait until the board shows a position."""
        self.page.goto(address or self.server.link)
        self.ready()
        return self

    def close(self) -> None:
        """Close all tabs; do this before the server ends, because pages log what they miss."""
        self.page.context.close()

    def ready(self) -> None:
        self.page.wait_for_function("() => document.getElementById('fen').value !== ''")

    def square(self, name: str) -> Locator:
        return self.page.locator(f'#board [data-square="{name}"]')

    def click(self, *squares: str) -> None:
        """Click on squares, one after the other."""
        for name in squares:
            self.square(name).click()

    def drag(self, start: str, end: str) -> None:
        """Drag a piece with the mouse."""
        mouse = self.page.mouse
        for index, name in enumerate((start, end)):
            box = self.square(name).bounding_box()
            assert box is not None
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            if index == 0:
                mouse.down()
        mouse.up()

    def fen(self) -> str:
        return self.page.input_value("#fen")

    def wait_fen(self, placement: str) -> None:
        """Wait until the FEN begins with this text."""
        self.page.wait_for_function(
            "text => document.getElementById('fen').value.startsWith(text)", arg=placement
        )

    def moves(self) -> list[str]:
        """Return the moves in the list, in the order in which they are written."""
        return self.page.locator("#moves .move").evaluate_all(
            "all => all.map(move => move.firstChild.textContent)"
        )

    def wait_moves(self, *moves: str) -> None:
        """Wait until the list has exactly these moves."""
        self.page.wait_for_function(
            "wanted => [...document.querySelectorAll('#moves .move')]"
            ".map(move => move.firstChild.textContent).join(' ') === wanted",
            arg=" ".join(moves),
        )

    def wait_text(self, selector: str, text: str) -> None:
        """Wait until an element's text contains this."""
        self.page.wait_for_function(
            "([selector, text]) => document.querySelector(selector)?.textContent.includes(text)",
            arg=[selector, text],
        )

    def show(self, view: str) -> None:
        """Choose a view."""
        self.page.click(f"#tab-{view}")
