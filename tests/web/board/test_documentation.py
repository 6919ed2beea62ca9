"""docs/board-element.md: its pages run, and it lacks nothing."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.web.browser import WEB

PAGE = (Path(__file__).parents[3] / "docs" / "board-element.md").read_text(encoding="utf-8")


def example(kind: str, beginning: str) -> str:
    """Return an example of the page."""
    (text,) = re.findall(
        rf"^```{kind}\n({re.escape(beginning)}.*?)^```$", PAGE, re.DOTALL | re.MULTILINE
    )
    return text


def test_every_attribute_property_event_method_and_colour_is_described():
    element = (WEB / "board" / "kiwipete-board.js").read_text(encoding="utf-8")
    style = (WEB / "board" / "style.js").read_text(encoding="utf-8")
    controller = (WEB / "board" / "controller.js").read_text(encoding="utf-8")
    (attributes,) = re.findall(r"observedAttributes = \[(.*)\]", element)
    names = re.findall(r'"(\w+)"', attributes)
    names += re.findall(r"\[(coordinates|theme)\b", style)
    names += re.findall(r"^  (?:get|set) (\w+)\(", element, re.MULTILINE)
    names += [f"kiwipete-{name}" for name in re.findall(r'emit\("(\w+)"', element + controller)]
    names += [f"--kp-{name}" for name in re.findall(r"var\(--kp-([\w-]+)", style)]
    assert len(names) > 25
    assert [name for name in names if f"`{name}`" not in PAGE] == []
    methods = set(re.findall(r"^  (\w+)\(.*\) \{", element, re.MULTILINE))
    methods -= {"constructor", "connectedCallback", "attributeChangedCallback"}
    assert methods == {"flip", "announce", "focusSquare", "play", "toSVG"}
    assert [name for name in methods if f"`{name}(" not in PAGE] == []


@pytest.mark.browser
def test_the_first_page(page, site):
    page.goto(site.add("first.html", example("html", "<!doctype")))
    grid = page.get_by_role("grid", name="The position that Kiwipete is named after")
    assert grid.get_by_role("gridcell", name="e5, white knight").count() == 1
    box = page.locator("kiwipete-board").bounding_box()
    assert box["width"] == pytest.approx(box["height"])


def answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address, timeout=10).close()
    except urllib.error.URLError:
        return False
    return True


@pytest.fixture
def play(tmp_path):
    """Run the program of the page on a free port, and return its address."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    program = tmp_path / "play.py"
    program.write_text(example("python", '"""A board').replace("8000", str(port)), encoding="utf-8")
    process = subprocess.Popen([sys.executable, program], stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/"
    while not answers(address):
        assert process.poll() is None
        time.sleep(0.05)
    yield address
    process.kill()
    process.wait()


@pytest.mark.browser
def test_the_page_that_plays(page, play):
    page.goto(play)
    page.wait_for_function("() => document.querySelector('kiwipete-board').position?.legal")
    page.locator("[data-square=e2]").click()
    page.locator("[data-square=e5]").click()
    status = page.get_by_role("status")
    status.get_by_text("pawn").wait_for(state="attached")
    assert "e2" in status.text_content()
    page.locator("[data-square=e2]").click()
    page.locator("[data-square=e4]").click()
    page.get_by_role("gridcell", name="e4, white pawn").wait_for()
    status.get_by_text("white: e4").wait_for(state="attached")
