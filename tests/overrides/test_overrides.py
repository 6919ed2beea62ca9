"""Which classes take the general paths, and what those do."""

from __future__ import annotations

import chess
import pytest

import kiwipete
from kiwipete import perft
from kiwipete.overrides.honour import METHODS
from tests.support.overrides.games import capture_first, three_check

E2E4 = kiwipete.Move.from_uci("e2e4")


class Harmless(kiwipete.Board):
    """Adds something, and changes nothing."""

    def material_balance(self):
        return self.material[0] - self.material[1]


class Logged(Harmless):
    """Writes down what is played."""

    def __init__(self, *arguments, **named):
        self.log = []
        super().__init__(*arguments, **named)

    def push(self, move):
        self.log.append(move.uci())
        super().push(move)


class NoRookMoves:
    """A mixin, which knows no board."""

    def is_legal(self, move):
        return super().is_legal(move) and self.piece_type_at(move.from_square) != kiwipete.ROOK


class NoRooks(NoRookMoves, Harmless):
    """A harmless board with the mixin."""


def compiled(cls):
    return {name for name in METHODS if getattr(cls, name) is getattr(kiwipete.Board, name)}


def test_harmless_classes_keep_every_compiled_method():
    assert Harmless.__mro__ == (Harmless, *kiwipete.Board.__mro__)
    assert compiled(Harmless) == METHODS.keys()


def test_only_what_asks_an_override_becomes_general():
    assert {"generate_legal_moves", "is_legal", "is_checkmate"} <= compiled(Logged)
    assert "san" not in compiled(Logged)
    board = Logged()
    assert board.san(E2E4) == "e4"
    assert board.log == ["e2e4"]


def test_bookkeeping_does_not_switch_off_the_check_of_moves():
    board = Logged()
    with pytest.raises(kiwipete.IllegalMoveError):
        board.push(kiwipete.Move.from_uci("e2e5"))


def test_a_board_with_its_own_legality_plays_what_it_is_told():
    board = capture_first(kiwipete)("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    assert list(board.legal_moves) == [kiwipete.Move.from_uci("e4d5")]
    board.push(kiwipete.Move.from_uci("e4e5"))
    assert board.pop() == kiwipete.Move.from_uci("e4e5")
    with pytest.raises(kiwipete.IllegalMoveError):
        board.push(kiwipete.Move.from_uci("e5e6"))


def test_mixins_and_inherited_overrides_count():
    board = NoRooks("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert kiwipete.Move.from_uci("a1a2") not in board.legal_moves
    assert kiwipete.Move.from_uci("e1e2") in board.legal_moves

    class Heir(NoRooks):
        def is_variant_end(self):
            return True

    assert kiwipete.Move.from_uci("e1e2") not in Heir(board.fen()).legal_moves
    assert not Heir(board.fen()).legal_moves


def test_overrides_of_heirs_count_with_those_they_inherit():
    class Bound(Logged):
        def attackers_mask(self, color, square, *occupied):
            return super().attackers_mask(color, square, *occupied) & ~self.rooks

    board = Bound("4r1k1/8/8/8/8/8/4N3/R3K3 w Q - 0 1")
    assert kiwipete.Move.from_uci("e2c3") in board.legal_moves
    assert kiwipete.Move.from_uci("e2c3") in list(board.legal_moves)
    assert kiwipete.Move.from_uci("e1c1") in board.legal_moves
    assert board.san(kiwipete.Move.from_uci("e1c1")) == "O-O-O"
    assert board.log == ["e1c1"]


def test_super_reaches_the_general_version():
    class Paradise(kiwipete.Board):
        def is_check(self):
            return False

        def is_checkmate(self):
            return super().is_checkmate()

    assert not Paradise("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").is_checkmate()
    assert kiwipete.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").is_checkmate()


def test_boards_are_set_up_by_their_own_methods():
    class Watched(kiwipete.Board):
        def __init__(self, *arguments, **named):
            self.heard = []
            super().__init__(*arguments, **named)

        def set_fen(self, fen):
            self.heard.append("set_fen")
            super().set_fen(fen)

        def reset(self):
            self.heard.append("reset")
            super().reset()

        def clear(self):
            self.heard.append("clear")
            super().clear()

        def clear_stack(self):
            self.heard.append("clear_stack")
            super().clear_stack()

    assert Watched().heard == ["reset", "clear_stack"]
    assert Watched(None).heard == ["clear", "clear_stack"]
    assert Watched("8/8/8/8/8/8/8/8 w - - 0 1").heard == ["set_fen", "clear_stack"]
    board = Watched()
    board.push(E2E4)
    board.set_piece_at(kiwipete.E4, None)
    assert board.heard == ["reset", "clear_stack", "clear_stack"]


def test_perft_counts_by_the_rules_of_the_class():
    board = three_check(kiwipete)("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    plain = kiwipete.Board(board.fen())
    assert board.perft(3) == plain.perft(3)
    board.checks = [0, 2]
    assert board.perft(2) < plain.perft(2)
    assert sum(board.divide(2).values()) == board.perft(2)
    with pytest.raises(TypeError, match="overrides rules"):
        perft.count(board, 2)


def test_reasons_of_chess_are_not_given_for_other_rules():
    with pytest.raises(ValueError, match="rules of its own"):
        three_check(kiwipete)().explain("e2e4")
    assert Logged().explain("e2e4")


def test_general_methods_are_named_as_those_they_stand_for():
    for name in METHODS:
        assert hasattr(kiwipete.Board, name)


@pytest.mark.parametrize("cls", [Logged, NoRooks, three_check(kiwipete), capture_first(kiwipete)])
def test_moves_of_python_chess_are_understood_and_other_things_refused(cls):
    board, move = cls(), chess.Move.from_uci("e2e4")
    assert move in board.legal_moves
    assert None not in board.legal_moves
    with pytest.raises(TypeError, match="a move is expected, not str"):
        _ = "e2e4" in board.legal_moves
    assert board.san(move) == "e4"
    board.push(move)
    assert board.peek() == E2E4
