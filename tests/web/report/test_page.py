"""The page around a report: nothing from elsewhere, nothing that a text can break."""

from __future__ import annotations

import base64
import hashlib
import json
import re

import pytest

from kiwipete.web.report.page import as_script_data, page

NASTY = "</script><script>alert(1)</script><!--\u2028&amp;'\"\x00"


def parts(html: str) -> tuple[str, str, str, str]:
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)[1]
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)[1]
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', html)[1]
    script = re.search(r'<script type="module">(.*?)</script>', html, re.DOTALL)[1]
    return policy, style, data, script


def test_the_policy_allows_this_script_and_this_style_alone():
    policy, style, _, script = parts(page("A title", "<main></main>", script="games", data={}))
    hashes = {
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for text in (style, script)
    }
    assert {*re.findall(r"'sha256-([^']+)'", policy)} == hashes
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_data_survive_whatever_is_in_them():
    html = page(NASTY, "<main></main>", script="games", data={"name": NASTY})
    _, _, data, _ = parts(html)
    assert json.loads(data) == {"name": NASTY}
    assert html.count("<script") == 2
    assert "alert(1)</script>" not in html


def test_no_infinity():
    with pytest.raises(ValueError, match="Out of range"):
        as_script_data([float("inf")])


def test_nothing_is_loaded():
    html = page("A title", "<main></main>", script="games", data={})
    for attribute in ("src=", "href=", "url(", "@import", " style="):
        assert attribute not in html.replace("xlink:href", ""), attribute
