"""How to start the engine with bugs."""

from __future__ import annotations

import sys
from pathlib import Path

# Without site-packages it starts in no time.
BUGGY = [sys.executable, "-S", "-E", str(Path(__file__).parent / "buggy_engine")]
