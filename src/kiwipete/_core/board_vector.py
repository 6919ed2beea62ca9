"""Importing this module loads, in its place, its build for this processor."""

import sys

from kiwipete._core import load

del sys.modules[__name__]  # `load` puts the compiled module there
load("board_vector")
