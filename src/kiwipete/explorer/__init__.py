r"""An explorer of your own games: which moves were played in a position, with results and ratings.

`build` makes an index file from games, `Explorer` answers from it, and `merge` adds indexes up.

>>> import tempfile, os
>>> path = os.path.join(tempfile.mkdtemp(), "games.kwx")
>>> explorer = build(path, io.BytesIO(b"1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 *"))
>>> for played in explorer[kiwipete.Board()]:
...     print(played.move, played.games, played.white, played.draws, played.black)
e2e4 2 1 0 1
d2d4 1 0 0 0
"""

from kiwipete.explorer.building import TAGS as TAGS
from kiwipete.explorer.building import Progress as Progress
from kiwipete.explorer.building import build as build
from kiwipete.explorer.building import merge as merge
from kiwipete.explorer.index import Explorer as Explorer
from kiwipete.explorer.index import PlayedMove as PlayedMove
from kiwipete.explorer.layout import ExplorerFileError as ExplorerFileError

__all__ = ["TAGS", "Explorer", "ExplorerFileError", "PlayedMove", "Progress", "build", "merge"]
