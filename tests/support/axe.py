"""axe-core, which finds what keeps people from using a page.

The variable AXE names axe.min.js of the npm package axe-core:

    npm pack axe-core@4 && tar xf axe-core-4.*.tgz && export AXE=$PWD/package/axe.min.js
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]
FIND = """
tags => axe.run(document, {runOnly: tags, resultTypes: ["violations"]}).then(({violations}) =>
  violations.map(({id, impact, nodes}) =>
    `${impact}: ${id}: ${nodes.map(each => each.target.join(" ")).join(" | ")}`))
"""


def serious_findings(page: Page) -> list[str]:
    """Return what axe calls serious or critical on a page."""
    path = os.environ.get("AXE")
    assert path, "set AXE to the path of axe.min.js, which `npm pack axe-core@4` contains"
    page.evaluate(Path(path).read_text(encoding="utf-8"))
    found = page.evaluate(FIND, TAGS)
    return [each for each in found if each.startswith(("serious", "critical"))]
