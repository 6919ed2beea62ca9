"""Importing this module loads, in its place, the build of the game reader for this processor."""

import sys

from kiwipete._core import load

del sys.modules[__name__]  # `load` puts the compiled module there
load("game_chunk")
