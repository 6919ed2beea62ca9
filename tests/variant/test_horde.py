"""Which pieces of the horde can mate, as python-chess has it."""

from __future__ import annotations

import random

import chess.variant

from kiwipete.variant import HordeBoard


def test_small_hordes_mate_as_in_python_chess():
    luck = random.Random("horde")
    mates = set()
    for _ in range(4000):
        white = luck.choices("PNBRQ", weights=[1, 3, 4, 1, 1], k=luck.choice([0, 1, 1, 2, 2, 3, 4]))
        black = luck.choices("pnbrq", weights=[2, 3, 4, 2, 2], k=luck.randrange(6))
        theirs = chess.variant.HordeBoard.empty()
        pieces = [*white, *black, "k"]
        for square, symbol in zip(luck.sample(range(8, 56), len(pieces)), pieces, strict=True):
            theirs.set_piece_at(square, chess.Piece.from_symbol(symbol))
        ours = HordeBoard(theirs.fen())
        for color in chess.COLORS:
            mates.add(theirs.has_insufficient_material(color))
            expected = theirs.has_insufficient_material(color)
            assert ours.has_insufficient_material(color) == expected, theirs.fen()
    assert mates == {True, False}
