"""Looking into reports: their data, and whether their HTML is well-formed."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any


def data_of(html: str) -> dict[str, Any]:
    """Return the data that the script of a report reads."""
    return json.loads(re.search(r'id="data">(.*?)</script>', html)[1])


class Elements(HTMLParser):
    """Checks that elements are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        if tag not in ("meta", "link", "br", "img", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def check_html(html: str) -> Elements:
    """Fail unless all elements are closed in order; return which there are."""
    parser = Elements()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return parser
