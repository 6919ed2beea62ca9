"""Board: what can be asked of a position, and how it shows itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

import chess
import pytest

from kiwipete import (
    BB_D6,
    BLACK,
    E6,
    STARTING_FEN,
    WHITE,
    BaseBoard,
    Board,
    InvalidSquareError,
    LegalMoveGenerator,
    Move,
    PseudoLegalMoveGenerator,
    flip_horizontal,
)
from kiwipete.positions import NAMED_POSITIONS
from tests.support.perft_data import KNOWN
from tests.support.random_play import STARTS, games, play


def test_a_new_board_is_the_start_position():
    board = Board()
    assert board.fen() == STARTING_FEN
    assert board.turn is WHITE
    assert board.castling_rights == 0x8100000000000081
    assert board.ep_square is None
    assert (board.halfmove_clock, board.fullmove_number) == (0, 1)
    assert board.chess960 is False
    assert board.material == (4000, 4000)
    assert board.piece_square_scores == (0, 0)
    assert board.phase == 24
    assert board.move_stack == []


COMPUTED = [
    *("zobrist_key", "material", "piece_square_scores", "phase"),
    *("legal_moves", "pseudo_legal_moves"),
]


@pytest.mark.parametrize("name", COMPUTED)
def test_what_is_computed_cannot_be_set(name):
    board = Board()
    before = board.fingerprint()
    with pytest.raises(AttributeError):
        setattr(board, name, getattr(board, name))
    assert board.fingerprint() == before


# (FEN, what is set, to what, the FEN of a board that was set up so)
SET_BY_HAND = [
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 3 4", "turn", BLACK, "4k3/8/8/8/8/8/8/R3K2R b KQ - 3 4"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 3 4", "castling_rights", 128, "4k3/8/8/8/8/8/8/R3K2R w K - 3 4"),
    ("4k3/8/8/8/8/8/8/R3K2R w - - 3 4", "castling_rights", 129, "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 4"),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 4", "ep_square", 20, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 4"),
    ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 4", "ep_square", None, "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 4"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 3 4", "halfmove_clock", 9, "4k3/8/8/8/8/8/8/R3K2R w KQ - 9 4"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 3 4", "fullmove_number", 9, "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 9"),
]


@pytest.mark.parametrize(("fen", "name", "value", "expected"), SET_BY_HAND)
def test_state_set_by_hand_is_the_state_of_a_board_set_up_so(fen, name, value, expected):
    board = Board(fen)
    before = board.fingerprint()
    setattr(board, name, value)
    assert getattr(board, name) == value
    board.validate()
    assert board.fingerprint() == Board(expected).fingerprint() != before
    setattr(board, name, getattr(Board(fen), name))
    assert board.fingerprint() == before


def test_chess960_set_by_hand():
    board = Board("4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1")
    assert board.clean_castling_rights() == 0
    board.chess960 = True
    board.validate()
    assert board.clean_castling_rights() == board.castling_rights == 0x42
    assert board.fingerprint() == Board(board.fen(), chess960=True).fingerprint()


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("ep_square", 64, ValueError),
        ("ep_square", -1, ValueError),
        ("ep_square", "e3", TypeError),
        ("castling_rights", None, TypeError),
        ("castling_rights", 1.5, TypeError),
        ("halfmove_clock", -1, ValueError),
        ("halfmove_clock", 2**32, ValueError),
        ("halfmove_clock", None, TypeError),
        ("fullmove_number", -1, ValueError),
        ("fullmove_number", 2**32, ValueError),
        ("fullmove_number", "1", TypeError),
    ],
)
def test_state_that_cannot_be_set_leaves_the_board_as_it_was(name, value, error):
    board = Board("4k3/8/8/8/3pP3/8/8/R3K3 b Q e3 0 1")
    before = board.fingerprint()
    with pytest.raises(error):
        setattr(board, name, value)
    assert board.fingerprint() == before


@pytest.mark.parametrize("name", ["turn", "castling_rights", "ep_square", "chess960"])
def test_state_cannot_be_deleted(name):
    with pytest.raises((AttributeError, NotImplementedError)):
        delattr(Board(), name)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_squares(known):
    board, oracle = known.board(), chess.Board(known.fen, chess960=known.chess960)
    for square in range(64):
        assert board.piece_type_at(square) == oracle.piece_type_at(square)
        assert board.color_at(square) == oracle.color_at(square)


@pytest.mark.parametrize("square", [-1, 64, 1000])
def test_squares_off_the_board(square):
    for ask in (Board().piece_type_at, Board().color_at, lambda s: Board().attackers_mask(True, s)):
        for kind in (InvalidSquareError, ValueError, IndexError):
            with pytest.raises(kind, match=f"a square is 0 to 63, not {square}"):
                ask(square)


def test_no_move_is_not_legal():
    for board in (Board(), chess.Board()):
        assert board.is_legal(None) is False
        assert board.is_pseudo_legal(None) is False
        assert None not in board.legal_moves
    for refuse in (Board().push, Board().san, Board().gives_check):
        with pytest.raises(TypeError):
            refuse(None)


def test_attackers_and_pins_are_those_of_python_chess():
    for rng, start in games(STARTS, 60):
        oracle = start.oracle()
        for ply, board in enumerate(play(rng, start, 60)):
            if board.move_stack:
                oracle.push(chess.Move.from_uci(board.peek().uci()))
            if ply % 10:
                continue
            for square in range(64):
                for color in (WHITE, BLACK):
                    expected = oracle.attackers_mask(color, square)
                    assert board.attackers_mask(color, square) == expected
                    assert board.is_pinned(color, square) == oracle.is_pinned(color, square)
                    assert board.pin_mask(color, square) == oracle.pin_mask(color, square)


def test_material_and_phase():
    board = Board("4k3/8/8/8/8/8/PN6/BRQ1K3 w - - 0 1")
    assert board.material == (100 + 320 + 330 + 500 + 900, 0)
    assert board.phase == 1 + 1 + 2 + 4


def test_scores_change_sign_with_the_colours():
    white = Board("4k3/8/8/8/8/2N5/PP6/4K3 w - - 0 1").piece_square_scores
    black = Board("4k3/pp6/2n5/8/8/8/8/4K3 b - - 0 1").piece_square_scores
    assert white == tuple(-score for score in black)
    assert white > (0, 0)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_drawing(known):
    assert str(known.board()) == str(chess.Board(known.fen, chess960=known.chess960))


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_repr_can_be_evaluated(known):
    board = known.board()
    again = eval(repr(board), {"Board": Board})
    assert again.fingerprint() == board.fingerprint()


def test_repr():
    assert repr(Board(chess960=True)) == f"Board({STARTING_FEN!r}, chess960=True)"


def test_generators_show_their_moves():
    # All but the place in memory; pseudo-legal moves that are not legal are written as UCI does.
    board = Board("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1")
    oracle = chess.Board(board.fen())
    for name in ("legal_moves", "pseudo_legal_moves"):
        ours, theirs = repr(getattr(board, name)), repr(getattr(oracle, name))
        pattern = re.compile(r"<(\w+) at 0x[0-9a-f]+ \((.*)\)>")
        our_class, our_moves = pattern.fullmatch(ours).groups()
        their_class, their_moves = pattern.fullmatch(theirs).groups()
        assert our_class == their_class
        assert sorted(our_moves.split(", ")) == sorted(their_moves.split(", "))


class Sparse:
    """A board of somebody else's: a king that may only go to e2 or e3."""

    moves = (Move.from_uci("e1e2"), Move.from_uci("e1e3"))

    def generate_legal_moves(self) -> Iterator[Move]:
        yield self.moves[0]

    def generate_pseudo_legal_moves(self) -> Iterator[Move]:
        yield from self.moves

    def is_legal(self, move: Move) -> bool:
        return move == self.moves[0]

    def is_pseudo_legal(self, move: Move) -> bool:
        return move in self.moves

    def san(self, move: Move) -> str:
        return f"K{move.uci()[2:]}"


def test_generators_ask_boards_of_any_make():
    legal, pseudo = LegalMoveGenerator(Sparse()), PseudoLegalMoveGenerator(Sparse())
    assert (list(legal), list(pseudo)) == ([Sparse.moves[0]], [*Sparse.moves])
    assert (legal.count(), pseudo.count()) == (1, 2)
    assert (bool(legal), Sparse.moves[1] in legal, Sparse.moves[1] in pseudo) == (True, False, True)
    assert repr(legal).endswith("(Ke2)>")
    assert repr(pseudo).endswith("(Ke2, e1e3)>")
    for oracle in (chess.Board(), chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")):
        assert sorted(map(str, LegalMoveGenerator(oracle))) == sorted(map(str, oracle.legal_moves))
        assert bool(LegalMoveGenerator(oracle)) is bool(oracle.legal_moves)


def test_a_board_of_any_make_is_asked_once():
    class Counting(Sparse):
        asked = 0

        def generate_legal_moves(self) -> Iterator[Move]:
            self.asked += 1
            return super().generate_legal_moves()

    board = Counting()
    assert list(LegalMoveGenerator(board)) == [Sparse.moves[0]]
    assert board.asked == 1


def test_the_length_of_a_view_is_that_of_the_board_as_it_is():
    board = Board("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1")
    oracle = chess.Board(board.fen())
    moves = board.legal_moves
    changes = [
        *("board.turn = not board.turn", "board.castling_rights = 0", "board.ep_square = None"),
        *("board.chess960 = True", "board.set_piece_at(4, None)", "board.clear_board()"),
        *("board.reset()", "board.push_san('e4')", "board.pop()", "board.halfmove_clock = 9"),
    ]
    for change in changes:
        assert len(list(moves)) == len(moves)
        for each in (board, oracle):
            exec(change, {"board": each})
        assert len(moves) == moves.count() == oracle.legal_moves.count()


@pytest.mark.parametrize("thing", [None, 5, "board", BaseBoard()])
@pytest.mark.parametrize("generator", [LegalMoveGenerator, PseudoLegalMoveGenerator])
def test_what_generates_no_moves_is_no_board(generator, thing):
    with pytest.raises(TypeError, match=r"a board is expected, which has generate_\w+, not"):
        generator(thing)


def test_arguments_are_named():
    with pytest.raises(TypeError):
        Board(STARTING_FEN, True)
    with pytest.raises(TypeError):
        Board().copy(False)
    with pytest.raises(TypeError):
        Board().fen(True)


@pytest.mark.parametrize("name", NAMED_POSITIONS)
def test_named_positions(name):
    board = Board(NAMED_POSITIONS[name])
    assert board.is_valid()
    assert board.fen() == NAMED_POSITIONS[name]


def test_named_positions_cannot_be_changed():
    with pytest.raises(TypeError):
        NAMED_POSITIONS["startpos"] = ""


def test_legal_moves_are_found_when_asked_for():
    board = Board()
    moves = board.legal_moves
    assert len(moves) == 20
    board.push_uci("e2e4")
    assert Move.from_uci("e7e5") in moves
    board.set_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert not moves
    assert list(moves) == []


def test_a_transformation_may_drop_the_en_passant_square():
    board = Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
    turned = board.transform(lambda squares: squares & ~BB_D6)
    assert turned.ep_square is None
    assert turned.transform(flip_horizontal).ep_square is None
    assert board.transform(flip_horizontal).ep_square == E6


def test_unequal_is_the_opposite_of_equal():
    for change in ({"turn": False}, {"halfmove_clock": 3}, {"castling_rights": 0}):
        board, oracle = Board(), chess.Board()
        for name, value in change.items():
            setattr(board, name, value)
            setattr(oracle, name, value)
        assert (board != Board()) is (oracle != chess.Board()) is True
        assert (board == Board()) is (oracle == chess.Board()) is False
    assert (Board() != Board()) is False


def test_subclasses_say_what_is_equal():
    class Unique(Board):
        def __eq__(self, other):
            return self is other

    board = Unique()
    assert (board == Unique(), board != Unique()) == (False, True)
    assert (board == board.root(), board != board) == (False, False)


def test_moves_of_another_make_are_made_once():
    class Counting:
        made = 0

        def generate_legal_moves(self):
            self.made += 1
            return iter([Move.from_uci("e2e4")])

        generate_pseudo_legal_moves = generate_legal_moves

    for view in (LegalMoveGenerator, PseudoLegalMoveGenerator):
        board = Counting()
        assert list(view(board)) == [Move.from_uci("e2e4")]
        assert board.made == 1
        assert view(board).count() == 1
        with pytest.raises(TypeError, match="no length"):
            len(view(board))
