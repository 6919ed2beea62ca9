"""What a subclass of BaseBoard overrides is honoured by its other methods, as in python-chess."""

from __future__ import annotations

import random

import chess
import pytest

import kiwipete


def blind(library):
    """A board that never sees rooks, and has its king where the highest knight is."""

    class Blind(library.BaseBoard):
        def piece_type_at(self, square):
            found = super().piece_type_at(square)
            return None if found == library.ROOK else found

        def king(self, color):
            knights = self.knights & self.occupied_co[color]
            return knights.bit_length() - 1 if knights else None

        def attackers_mask(self, color, square, *rest):
            return super().attackers_mask(color, square, *rest) & ~self.pawns

        def attacks_mask(self, square):
            return super().attacks_mask(square) & library.BB_LIGHT_SQUARES

        def pieces_mask(self, piece_type, color):
            return super().pieces_mask(piece_type, not color)

    return Blind


def answers(library, board):
    squares = range(64)
    colors = (True, False)
    return {
        "piece_map": {square: str(piece) for square, piece in board.piece_map().items()},
        "piece_at": [str(board.piece_at(square)) for square in squares],
        "board_fen": board.board_fen(),
        "str": str(board),
        "attackers": [int(board.attackers(c, s)) for s in squares for c in colors],
        "is_attacked_by": [board.is_attacked_by(c, s) for s in squares for c in colors],
        "attacks": [int(board.attacks(s)) for s in squares],
        "pieces": [int(board.pieces(kind, c)) for kind in range(1, 7) for c in colors],
        "pin_mask": [board.pin_mask(c, s) for s in squares for c in colors],
        "pin": [int(board.pin(c, s)) for s in squares for c in colors],
        "is_pinned": [board.is_pinned(c, s) for s in squares for c in colors],
    }


@pytest.mark.parametrize("seed", range(12))
def test_overrides_are_honoured_as_in_python_chess(seed):
    game = chess.Board()
    dice = random.Random(seed)
    for _ in range(dice.randrange(60)):
        moves = list(game.legal_moves)
        if not moves:
            break
        game.push(dice.choice(moves))
    placement = game.board_fen()
    ours = answers(kiwipete, blind(kiwipete)(placement))
    assert ours == answers(chess, blind(chess)(placement))


def test_a_class_that_overrides_nothing_gets_nothing():
    class Plain(kiwipete.BaseBoard):
        pass

    assert [name for name in vars(Plain) if not name.startswith("__")] == []
