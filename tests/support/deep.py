"""How much of a long run the deep tests do."""

from __future__ import annotations

import os


def share(total: int, part: int = 1) -> int:
    """Return a third of a total, in whole parts; all of it if KIWIPETE_DEEP is `all`."""
    if os.environ.get("KIWIPETE_DEEP") == "all":
        return total
    return max(part, total // 3 // part * part)
