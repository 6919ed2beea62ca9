"""BoardWidget in a real JupyterLab: moves, explanations, analysis."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import anywidget
import pytest
from playwright.sync_api import TimeoutError

pytestmark = pytest.mark.browser

CELLS = [
    "import kiwipete\n"
    "from kiwipete.notebook import BoardWidget\n"
    "board = kiwipete.Board()\n"
    "widget = BoardWidget(board)\n"
    "widget.on_move(lambda move: open('moves.txt', 'a').write(f'{move}\\n'))\n"
    "widget",
    "board.push_san('e5'); None",
    "widget.analyse(multipv=2)",
    "widget.stop()\nopen('lines.txt', 'w').write(f'{len(widget.lines)} {widget.orientation}')",
]


def notebook(cells: list[str]) -> str:
    return json.dumps(
        {
            "cells": [
                {
                    "cell_type": "code",
                    "id": f"cell{number}",
                    "metadata": {},
                    "execution_count": None,
                    "outputs": [],
                    "source": text,
                }
                for number, text in enumerate(cells)
            ],
            "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Run JupyterLab in a folder with one notebook; return its address and the folder."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "board.ipynb").write_text(notebook(CELLS))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = folder / "home"
    names = ("HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        *("--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"),
        *("--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"),
        "--LabApp.news_url=",
    ]
    environment = {**os.environ, **{name: str(home / name.lower()) for name in names}}
    # The widgets may be installed in another place than JupyterLab, such as a layered environment.
    prefix = Path(anywidget.__file__).parents[4]
    environment["JUPYTER_PATH"] = str(prefix / "share" / "jupyter")
    log = (folder / "lab.log").open("w")
    process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=folder)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until_it_answers(url, process, folder)
        yield url, folder
    finally:
        process.terminate()
        process.wait(60)
        log.close()


def wait_until_it_answers(url: str, process: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        assert process.poll() is None, (folder / "lab.log").read_text()
        try:
            with urlopen(f"{url}/api", timeout=10):
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError((folder / "lab.log").read_text())


def wait_for_text(path: Path, text: str) -> None:
    end = time.monotonic() + 60
    while not path.exists() or path.read_text() != text:
        assert time.monotonic() < end, path.read_text() if path.exists() else "no file"
        time.sleep(0.05)


def run_cell(page, number: int) -> None:
    """Run a cell and wait until it has been executed."""
    cell = page.locator(".jp-Cell").nth(number)
    prompt = cell.locator(".jp-InputArea-prompt")
    begun = prompt.filter(has_text=re.compile(r"\[(\*|\d+)\]"))
    for _ in range(12):  # JupyterLab drops the keys while its kernel is connecting
        cell.locator(".jp-InputArea-editor .cm-content").click()
        cell.locator(".cm-focused").wait_for()
        page.keyboard.press("Shift+Enter")
        with contextlib.suppress(TimeoutError):
            begun.wait_for(timeout=5000)
            break
    prompt.filter(has_text=re.compile(r"\[\d+\]")).wait_for()


def test_a_widget_in_jupyterlab(lab, new_page, watcher):
    url, folder = lab
    page = new_page(viewport={"width": 1280, "height": 1000})
    page.set_default_timeout(60_000)
    page.goto(f"{url}/lab/tree/board.ipynb")
    page.locator(".jp-Cell").nth(3).wait_for()
    page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for()
    run_cell(page, 0)
    board = page.locator("kiwipete-board")
    board.locator('[data-square="e2"]').wait_for()

    # A move by hand arrives in Python.
    board.locator('[data-square="e2"]').click()
    board.locator('[data-square="e4"]').click()
    wait_for_text(folder / "moves.txt", "e2e4\n")
    page.wait_for_function("document.querySelector('kiwipete-board').position.lastMove === 'e2e4'")

    # A move that another cell pushes onto the board appears.
    run_cell(page, 1)
    page.wait_for_function("document.querySelector('kiwipete-board').position.lastMove === 'e7e5'")

    # An illegal move is explained and taken back.
    board.locator('[data-square="e1"]').click()
    board.locator('[data-square="e3"]').click()
    message = page.locator(".kiwipete-message")
    message.filter(has_text="The king on e1 cannot reach e3").wait_for()
    assert page.evaluate("document.querySelector('kiwipete-board').position.lastMove") == "e7e5"

    # Letters are moves here, not the notebook's shortcuts: `b` would add a cell.
    cells = page.locator(".jp-Cell").count()
    board.locator('[data-square="b1"]').focus()
    page.keyboard.type("b4")
    page.keyboard.press("Enter")
    wait_for_text(folder / "moves.txt", "e2e4\nb2b4\n")
    assert page.locator(".jp-Cell").count() == cells
    message.wait_for(state="hidden")

    # Analysis streams until it is stopped.
    run_cell(page, 2)
    page.locator(".kiwipete-lines p b").nth(1).wait_for()
    page.locator(".kiwipete-state", has_text="running").wait_for()
    shapes = "document.querySelector('kiwipete-board').shapes.filter((shape) => shape.label).length"
    page.wait_for_function(f"{shapes} === 2")
    board.locator('[data-square="e4"]').focus()
    page.keyboard.press("Shift+F")
    run_cell(page, 3)
    wait_for_text(folder / "lines.txt", "2 black")
    page.wait_for_function(
        "!document.querySelector('.kiwipete-state').textContent.includes('running')"
    )
    watcher.errors.clear()  # JupyterLab's own
