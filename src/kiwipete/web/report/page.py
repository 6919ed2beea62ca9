"""The page around a report: style, script and data in one file, and nothing from elsewhere."""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from pathlib import Path
from typing import Any

from kiwipete._version import __version__
from kiwipete.svg import CHECK_GRADIENT, PIECES
from kiwipete.web.bundle import bundle

DASH = "\N{EN DASH}"

_STYLE = Path(__file__).parent / "report.css"

# Our pictures refer to these by name; a page has them once.
_DRAWINGS = (
    f'<svg class="drawings" aria-hidden="true"><defs>{CHECK_GRADIENT}'
    f"{''.join(PIECES.values())}</defs></svg>"
)

_PAGE = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Kiwipete {version}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{drawings}
{body}
<footer><p>Made by Kiwipete {version}. This file works offline and loads nothing.</p></footer>
<script type="application/json" id="data">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""


def page(title: str, body: str, *, script: str, data: Any) -> str:
    """Return a whole page; `body` is HTML, `script` the module in this folder that reads `data`."""
    style = _STYLE.read_text(encoding="utf-8")
    code = f"\n{bundle(f'report/{script}.js')}"
    policy = (
        f"default-src 'none'; script-src {_hash(code)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    return _PAGE.format(
        policy=policy,
        version=__version__,
        title=escape(title),
        style=style,
        drawings=_DRAWINGS,
        body=body,
        data=as_script_data(data),
        script=code,
    )


def scrolling(table: str, label: str) -> str:
    """Return a table in a box that scrolls if it is too large, by keys too."""
    named = f'role="region" aria-label="{escape(label)}"'
    return f'<div class="scroll" tabindex="0" {named}>{table}</div>'


def as_script_data(data: Any) -> str:
    r"""Return JSON that can stand in a script element, whatever texts are in it.

    >>> as_script_data(["</script>", "<!--"])
    '["\\u003c/script>","\\u003c!--"]'
    """
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
