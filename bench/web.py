"""Measure the page of `kiwipete board` in chromium: first paint, a move's answer, frames.

    python bench/web.py

First paint counts from the server's answer to the first contentful paint. A move's answer counts
from the request that the page sends to the position that the board shows after it. Frames are
counted while the analysis streams three lines; the display rate is measured on the same page
without an analysis, because a machine without a screen may not reach 60. Needs the extra
`browser` and Debian's chromium. The exit code is 1 if a figure misses its target.
"""

from __future__ import annotations

import shutil
import statistics
import sys
from typing import TYPE_CHECKING

from kiwipete.web.server.application import Application
from kiwipete.web.server.engines import own_seat
from kiwipete.web.server.game_list import GameList
from kiwipete.web.server.running import RunningServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROUNDS = 7
SECONDS = 3
MOST_PAINT = 200.0  # ms
MOST_ANSWER = 50.0  # ms
LEAST_FRAMES = 60.0
TOLERANCE = 0.95  # of the display rate: timers are not exact

PAINT = """() => {
  const page = performance.getEntriesByType("navigation")[0];
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return paint && paint.startTime - page.responseStart;
}"""

# Play a move, and wait for the frame in which the board has the position after it.
MOVE = """async uci => {
  const board = document.getElementById("board");
  const before = board.fen;
  const start = performance.now();
  board.play(uci);
  while (board.fen === before) await new Promise(resolve => setTimeout(resolve, 1));
  return performance.now() - start;
}"""

FRAMES = """seconds => new Promise(resolve => {
  const start = performance.now();
  let frames = 0;
  const count = now => {
    frames++;
    if (now - start < 1000 * seconds) requestAnimationFrame(count);
    else resolve(1000 * frames / (now - start));
  };
  requestAnimationFrame(count);
})"""


def main() -> int:
    """Measure and print; the exit code is 1 if a figure misses its target."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    if program is None:
        print("bench/web.py needs Debian's package chromium", file=sys.stderr)
        return 2
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        figures = _measure(browser)
        browser.close()
    paint, answer, idle, frames = figures
    wanted = min(LEAST_FRAMES, TOLERANCE * idle)
    print(f"first paint after the server's answer   {paint:6.0f} ms   (at most {MOST_PAINT:.0f})")
    print(f"a move's answer                         {answer:6.1f} ms   (at most {MOST_ANSWER:.0f})")
    print(f"frames a second while analysis streams  {frames:6.1f}      (without: {idle:.1f})")
    return int(paint > MOST_PAINT or answer > MOST_ANSWER or frames < wanted)


def _measure(browser: Browser) -> tuple[float, float, float, float]:
    """Return the medians of first paint and answer in ms, and frames without and with analysis."""
    paints = []
    with RunningServer(Application(GameList("*\n"), [own_seat()])) as server:
        page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
        page.goto(server.link)
        for _ in range(ROUNDS):
            page.reload()
            page.wait_for_function(f"() => ({PAINT})() > 0")
            paints.append(page.evaluate(PAINT))
        answers = _answers(page)
        idle = page.evaluate(FRAMES, SECONDS)
        for _ in range(2):
            page.click("#more-lines")
        page.click("#analyse-toggle")
        page.wait_for_selector("#lines .line:nth-child(3)")
        frames = page.evaluate(FRAMES, SECONDS)
        page.click("#analyse-toggle")
    return statistics.median(paints), statistics.median(answers), idle, frames


def _answers(page: Page) -> list[float]:
    """Play knights forth and back, and return how long each move took in ms."""
    page.wait_for_function("() => document.getElementById('fen').value !== ''")
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"] * ROUNDS
    return [page.evaluate(MOVE, move) for move in moves]


if __name__ == "__main__":
    sys.exit(main())
