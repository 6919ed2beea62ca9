"""Positions and an engine with faults, for tests of `kiwipete suite`."""

from __future__ import annotations

import sys
from pathlib import Path

KINGS = "8/8/8/2k5/8/2K5/8/8 w - -"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FAULTY = [sys.executable, str(Path(__file__).with_name("faulty_counter.py"))]
