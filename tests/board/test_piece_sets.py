"""Sets of pieces that are written by hand one by one, and boards made from all of them."""

from __future__ import annotations

import pickle
import random

import chess
import pytest

import kiwipete
from kiwipete import (
    BB_E1,
    BB_E4,
    BB_E8,
    BB_H1,
    BLACK,
    E4,
    WHITE,
    BaseBoard,
    Board,
    Piece,
)
from tests.support.impossible import random_boards
from tests.support.random_play import STARTS, games, play

KINDS = ["pawns", "knights", "bishops", "rooks", "queens", "kings"]
NAMES = [*KINDS, "occupied", "promoted"]


def write(board: object, name: str, squares: int) -> None:
    if name in ("white", "black"):
        board.occupied_co[name == "white"] = squares
    else:
        setattr(board, name, squares)


def sets_of(board: object) -> dict[str, int]:
    sets = {name: getattr(board, name) for name in NAMES}
    return sets | {"white": board.occupied_co[True], "black": board.occupied_co[False]}


def played() -> list[Board]:
    """Return positions from games and impossible ones, promoted pieces among them."""
    boards = [list(play(rng, start, 40))[-1] for rng, start in games(STARTS, 30, seed=31)]
    return boards + [board for _, board in random_boards(31, 40, chess960=False)]


@pytest.mark.parametrize("kind", [Board, BaseBoard])
def test_all_sets_in_any_order_make_the_board(kind):
    rng = random.Random(32)
    for board in played():
        lines = list(sets_of(board).items())
        rng.shuffle(lines)
        twin = kind(None)
        for name, squares in lines:
            write(twin, name, squares)
        assert twin.board_fen(promoted=True) == board.board_fen(promoted=True)
        assert sets_of(twin) == sets_of(board)
        if kind is Board:
            anew = Board(board.board_fen(promoted=True))
            assert twin.fingerprint() == anew.fingerprint()


def test_sets_that_disagree_read_as_in_python_chess():
    rng = random.Random(33)
    for _ in range(200):
        fen = rng.choice(STARTS).fen
        ours, theirs = Board(fen), chess.Board(fen)
        for _ in range(rng.randrange(1, 12)):
            name = rng.choice([*NAMES, "white", "black"])
            squares = rng.getrandbits(64) & rng.choice([0, rng.getrandbits(64), kiwipete.BB_ALL])
            for board in (ours, theirs):
                write(board, name, sets_of(board)[name] ^ squares)
            assert sets_of(ours) == sets_of(theirs)
            assert ours.occupied_co == theirs.occupied_co
            assert ours.board_fen() == theirs.board_fen()
            for square in range(64):
                assert str(ours.piece_at(square)) == str(theirs.piece_at(square))


def test_no_sets_make_anything_crash():
    rng = random.Random(34)
    for _ in range(300):
        board = Board()
        for _ in range(rng.randrange(20)):
            write(board, rng.choice([*NAMES, "white", "black"]), rng.getrandbits(64))
            use(board)
            twin = Board(board.fen(shredder=True, en_passant="fen", promoted=True))
            twin.castling_rights = board.castling_rights
            assert board.fingerprint() == twin.fingerprint()


def use(board: Board) -> None:
    moves = list(board.legal_moves)
    assert len(moves) == board.legal_moves.count()
    board.is_game_over(claim_draw=True)
    str(board)
    if not board.is_countable():
        with pytest.raises(ValueError, match=r"."):
            board.perft(1)
    if moves:
        before = board.fingerprint()
        board.push(moves[0])
        board.pop()
        assert board.fingerprint() == before


def test_what_was_written_is_forgotten_when_pieces_change_otherwise():
    board = Board(None)
    board.pawns |= BB_E4
    assert (board.pawns, board.occupied, board.board_fen()) == (BB_E4, 0, "8/8/8/8/8/8/8/8")
    board.turn = BLACK  # changes no piece
    assert board.pawns == BB_E4
    board.set_piece_at(0, Piece.from_symbol("R"))
    assert (board.pawns, board.rooks, board.occupied) == (0, 1, 1)
    board.occupied |= BB_E4
    assert board.piece_at(E4) == Piece.from_symbol("k")


def test_copies_have_what_the_board_has():
    board = Board()
    board.pawns |= BB_E4
    for twin in (board.copy(), pickle.loads(pickle.dumps(board)), board.transform(lambda x: x)):
        assert twin.pawns == Board().pawns
        assert twin.board_fen() == board.board_fen()


def test_the_moves_before_stay():
    board = Board()
    board.push_san("e4")
    board.pawns &= ~kiwipete.BB_D2
    board.occupied_co[WHITE] &= ~kiwipete.BB_D2
    board.occupied &= ~kiwipete.BB_D2
    assert board.board_fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPP2PPP/RNBQKBNR"
    board.push_san("d5")
    assert len(board.move_stack) == 2
    board.pop()
    board.pop()
    assert board == Board()
    assert sets_of(board) == sets_of(Board())


def test_the_two_colours_are_a_list_to_look_at():
    board, oracle = Board(), chess.Board()
    ours, theirs = board.occupied_co, oracle.occupied_co
    assert ours == theirs == ours.copy()
    assert board.occupied_co == ours
    assert (list(ours), len(ours), repr(ours)) == (theirs, 2, repr(theirs))
    for index in (0, 1, -1, -2, True, False):
        assert ours[index] == theirs[index]
    assert ours[:] == theirs
    assert ours != [0, 0]
    assert ours != tuple(theirs)
    for index in (2, -3):
        with pytest.raises(IndexError):
            ours[index]
        with pytest.raises(IndexError):
            ours[index] = 0
    with pytest.raises(TypeError):
        ours[True] = "e4"
    with pytest.raises(TypeError):
        hash(ours)
    black, white = board.occupied_co
    assert black & white == 0
    board.occupied_co = oracle.occupied_co = [white, black]
    assert ours == [white, black]
    assert board.board_fen() == oracle.board_fen()


@pytest.mark.parametrize("name", NAMES)
def test_only_numbers_are_sets(name):
    board = Board()
    before = board.fingerprint()
    for value in (None, "e4", 1.5, [1]):
        with pytest.raises(TypeError):
            setattr(board, name, value)
    setattr(board, name, getattr(board, name) | 1 << 70)
    assert board.fingerprint() == before


def in_sets(board: Board) -> dict[str, object]:
    """Return the arguments of from_bitboards for a board."""
    sets = sets_of(board)
    del sets["occupied"]
    names = ["turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number"]
    return sets | {name: getattr(board, name) for name in [*names, "chess960"]}


def test_boards_from_bitboards():
    for board in played():
        twin = Board.from_bitboards(**in_sets(board))
        assert type(twin) is Board
        assert twin.fingerprint() == board.fingerprint()
        assert twin.move_stack == []
        assert list(twin.legal_moves) == list(board.legal_moves)


SETS = {
    **dict.fromkeys(["pawns", "knights", "bishops", "queens"], 0),
    **{"rooks": BB_H1, "kings": BB_E1 | BB_E8, "white": BB_E1 | BB_H1, "black": BB_E8},
}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"queens": BB_E8}, "e8 is in two sets of pieces"),
        ({"black": BB_E8 | BB_E1}, "e1 is both white and black"),
        ({"white": BB_E1}, "h1 has a piece without a colour"),
        ({"rooks": 0}, "h1 has a colour without a piece"),
        ({"promoted": BB_E4}, "e4 has no piece to be promoted"),
        ({"ep_square": 64}, "a square is 0 to 63, not 64"),
        ({"halfmove_clock": -1}, "the half-move clock is 0 to"),
        ({"fullmove_number": 2**32}, "the full-move number is 0 to"),
    ],
)
def test_bitboards_must_agree(changes, message):
    assert Board.from_bitboards(**SETS).fen() == "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
    with pytest.raises(ValueError, match=message):
        Board.from_bitboards(**SETS | changes)


class Annotated(Board):
    """A subclass that is made in its own way."""

    def __init__(self, fen: str | None = kiwipete.STARTING_FEN, *, chess960: bool = False) -> None:
        super().__init__(fen, chess960=chess960)
        self.notes = ["new"]


def test_a_subclass_is_made_as_it_makes_boards():
    board = Annotated.from_bitboards(**SETS, castling_rights=BB_H1, turn=BLACK, chess960=True)
    assert (type(board), board.notes, board.chess960) == (Annotated, ["new"], True)
    assert board.fen() == "4k3/8/8/8/8/8/8/4K2R b K - 0 1"
