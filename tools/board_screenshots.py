"""Take the screenshots of docs/board.md: the page of `kiwipete board` in chromium.

    python tools/board_screenshots.py [FOLDER]

Needs the extra `browser` and Debian's chromium; docs/ is the default folder. The pictures look
best where the system has a good sans-serif font.
"""

from __future__ import annotations

import base64
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kiwipete.web.server.application import Application
from kiwipete.web.server.engines import own_seat
from kiwipete.web.server.game_list import GameList
from kiwipete.web.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OPERA_GAME = """\
[Event "Opera House"]
[Site "Paris"]
[Date "1858.11.02"]
[White "Paul Morphy"]
[Black "Duke Karl, Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 $6 {A developing move, but it costs time.}
(3... exd4 4. Nxd4 Nf6 {is the main line.}) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6
7. Qb3 $1 {Attacks f7 and b7.} 7... Qe7 8. Nc3 (8. Qxb7 Qb4+ 9. Qxb4 Bxb4+)
8... c6 9. Bg5 b5 $2 10. Nxb5 $1 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6
15. Bxd7+ Nxd7 16. Qb8+ $3 Nxb8 17. Rd8# 1-0
"""
NIMZO_INDIAN = """\
[White "You"]
[Black "A friend"]

1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 {The Nimzo-Indian Defence: the bishop pins the knight.}
4. e3 (4. Qc2 O-O 5. a3 Bxc3+ 6. Qxc3 {keeps the pawns together.}) (4. a3 Bxc3+ 5. bxc3)
4... O-O 5. Bd3 d5 6. Nf3 c5 7. O-O *
"""
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def main() -> int:
    """Take all of them."""
    from playwright.sync_api import sync_playwright

    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        take(browser, folder / "board-light.webp", OPERA_GAME, review)
        take(browser, folder / "board-dark.webp", OPERA_GAME, analyse, color_scheme="dark")
        take(browser, folder / "board-explain.webp", NIMZO_INDIAN, explain)
        take(browser, folder / "board-phone.webp", OPERA_GAME, analyse, viewport=PHONE)
        browser.close()
    return 0


def take(
    browser: Browser, path: Path, pgn: str, prepare: Callable[[Page], None], **options: object
) -> None:
    """Open the page with a game, prepare what it shows, and write a picture."""
    with RunningServer(Application(GameList(pgn), [own_seat()])) as server:
        settings = {"viewport": DESKTOP, "device_scale_factor": 2, **options}
        context = browser.new_context(**settings)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(server.link)
        page.wait_for_function("() => document.getElementById('fen').value !== ''")
        prepare(page)
        page.mouse.move(0, 0)
        page.wait_for_timeout(400)
        picture = context.new_cdp_session(page).send(
            "Page.captureScreenshot", {"format": "webp", "quality": 80}
        )
        path.write_bytes(base64.b64decode(picture["data"]))
        context.close()


def go(page: Page, node: int) -> None:
    """Go to a node of the game."""
    page.evaluate("hash => { location.hash = hash }", f"#game=0&node={node}")
    page.wait_for_selector(f'#moves [data-node="{node}"][aria-current]')


def analyse(page: Page, node: int = 12) -> None:
    """Analyse a position of the game with three lines."""
    go(page, node)
    for _ in range(2):
        page.click("#more-lines")
    page.click("#analyse-toggle")
    page.wait_for_timeout(6000)


def review(page: Page) -> None:
    """Review the game, and analyse a position of it."""
    page.click("#review > summary")
    page.select_option("#review-seconds", "0.3")
    page.click("#review-start")
    page.wait_for_selector("#accuracy .share", timeout=60_000)
    analyse(page, 16)


def explain(page: Page) -> None:
    """Try to move a pinned knight."""
    go(page, 6)
    page.drag_and_drop('#board [data-square="c3"]', '#board [data-square="e4"]')
    page.wait_for_selector("#explanation:not([hidden])")


if __name__ == "__main__":
    sys.exit(main())
