"""Board: what can be asked of a position, and how it shows itself."""

from __future__ import annotations

import chess
import pytest

from kiwipete import BLACK, STARTING_FEN, WHITE, Board, Move
from kiwipete.positions import NAMED_POSITIONS
from tests.perft_data import KNOWN
from tests.random_play import STARTS, games, play


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


def test_properties_cannot_be_set():
    board = Board()
    for name in ("turn", "castling_rights", "ep_square", "halfmove_clock", "zobrist_key"):
        with pytest.raises(AttributeError):
            setattr(board, name, 0)


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_squares(known):
    board, oracle = known.board(), chess.Board(known.fen, chess960=known.chess960)
    for square in range(64):
        assert board.piece_type_at(square) == oracle.piece_type_at(square)
        assert board.color_at(square) == oracle.color_at(square)


@pytest.mark.parametrize("square", [-1, 64, 1000])
def test_squares_off_the_board(square):
    for ask in (Board().piece_type_at, Board().color_at, lambda s: Board().attackers_mask(True, s)):
        with pytest.raises(ValueError, match=f"a square is 0 to 63, not {square}"):
            ask(square)


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
            own = oracle.occupied_co[oracle.turn]
            pinned = [s for s in chess.scan_forward(own) if oracle.is_pinned(oracle.turn, s)]
            assert board.pinned_mask() == sum(1 << square for square in pinned)


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
    assert repr(Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").legal_moves).startswith("<LegalMoves (")


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
