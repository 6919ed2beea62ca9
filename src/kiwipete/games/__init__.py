"""Games in bulk: PGN files as arrays, read on all cores without the GIL.

>>> games = kiwipete.games.read_games(io.BytesIO(b"1. e4 e5 2. Nf3 *"))
>>> games.moves, games.offsets
(array([4892, 7460,  405], dtype=uint16), array([0, 3]))

A move is 16 bits: `flag << 12 | from << 6 | to` with squares from 0 (a1) to 63 (h8). The flag is 0
for a quiet move, 1 for a pawn's double step, 2 and 3 for castling kingside and queenside, 4 for a
capture and 5 for one en passant; 8 to 11 promote to knight, bishop, rook and queen, 12 to 15 do so
with a capture. `to` of castling is the king's target, and the rook's square in Chess960. 0 is a
null move. NumPy is needed: pip install "kiwipete[data]".
"""

from kiwipete.games.collection import Game as Game
from kiwipete.games.collection import Games as Games
from kiwipete.games.damage import GameError as GameError
from kiwipete.games.layout import MATE as MATE
from kiwipete.games.layout import NO_EVAL as NO_EVAL
from kiwipete.games.positions import NO_SCORE as NO_SCORE
from kiwipete.games.positions import PositionBatch as PositionBatch
from kiwipete.games.positions import PositionBatches as PositionBatches
from kiwipete.games.reading import iter_games as iter_games
from kiwipete.games.reading import read_games as read_games
from kiwipete.games.tag_columns import TagColumns as TagColumns

__all__ = [
    "MATE", "NO_EVAL", "NO_SCORE", "Game", "GameError", "Games", "PositionBatch",
    "PositionBatches", "TagColumns", "iter_games", "read_games",
]  # fmt: skip
