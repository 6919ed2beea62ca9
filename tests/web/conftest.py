"""The fixtures of tests in a browser, for all tests of this folder."""

from tests.web.browser import chromium, new_page, page, site, watcher

__all__ = ["chromium", "new_page", "page", "site", "watcher"]
