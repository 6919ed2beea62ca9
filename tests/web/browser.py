"""What tests in a real browser share: chromium, pages that may load local files only, a server.

Mark such tests with `pytest.mark.browser`; `pytest -m browser` runs them. They fail where
chromium or Playwright (the extra `browser`) is missing.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

import kiwipete

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WEB = Path(kiwipete.__file__).parent / "web"
KINDS = {"js": "text/javascript", "css": "text/css"}
LOCAL = {"127.0.0.1", "localhost", "[::1]"}
ARGUMENTS = [
    "--no-sandbox",
    # Names other than these are not even resolved.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One chromium for all tests of a process."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    assert program, "the tests in a browser need Debian's package chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


class Watcher:
    """Collects what no page may do: load from other hosts, raise, or log an error."""

    def __init__(self) -> None:
        self.foreign: list[str] = []
        self.errors: list[str] = []

    def watch(self, page: Page) -> None:
        """Begin to listen to a page."""
        page.on("request", lambda request: self._see(request.url))
        page.on("websocket", lambda socket: self._see(socket.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self._hear(message.type, message.text))

    def _see(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob", "about", "file") and parts.hostname not in LOCAL:
            self.foreign.append(url)

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error":
            self.errors.append(text)

    def check(self) -> None:
        """Fail if a page did any of it."""
        assert self.foreign == [], f"the page loaded from another host: {self.foreign}"
        assert self.errors == [], f"the page raised errors: {self.errors}"


@pytest.fixture
def watcher() -> Iterator[Watcher]:
    """Watch all pages of a test; a test that expects errors clears `watcher.errors`."""
    watcher = Watcher()
    yield watcher
    watcher.check()


@pytest.fixture
def new_page(chromium: Browser, watcher: Watcher) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page; its arguments are those of Playwright's new_context."""
    contexts = []

    def open_page(**options: Any) -> Page:
        options.setdefault("viewport", {"width": 900, "height": 900})
        context = chromium.new_context(**options)
        context.set_default_timeout(30_000)  # for a busy machine
        context.on("page", watcher.watch)
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """One page of the usual size."""
    return new_page()


class Site:
    """A local server of the files in `kiwipete/web`, and of pages that tests add."""

    def __init__(self) -> None:
        self.pages: dict[str, str] = {}
        handler = partial(_Handler, self.pages, directory=str(WEB))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def add(self, name: str, html: str) -> str:
        """Serve a page under a name, and return its address."""
        self.pages[f"/{name}"] = html
        return f"{self.url}/{name}"

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(SimpleHTTPRequestHandler):
    # The policy is as strict as that of the page which `kiwipete board` serves.
    policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:"

    def __init__(self, pages: dict[str, str], *arguments: Any, **options: Any) -> None:
        self.pages = pages
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        elif (html := self.pages.get(self.path)) is not None:
            body = html.encode()
            self.send_response(200)
            kind = KINDS.get(self.path.rpartition(".")[2], "text/html")
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        else:
            super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, *_arguments: Any) -> None:
        """Print nothing."""


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    """A local server for all tests of a process."""
    site = Site()
    yield site
    site.close()
