"""Objects of python-chess where ours are expected: understood, or refused."""

from __future__ import annotations

import io
import pickle
import random

import chess
import chess.polyglot
import chess.svg
import chess.variant
import pytest

import kiwipete
from kiwipete import polyglot, svg
from kiwipete.board import own_board
from tests.support.random_play import STARTS

E7E5 = chess.Move.from_uci("e7e5")
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

# Methods that take a move and answer something.
QUESTIONS = [
    "gives_check", "is_capture", "is_castling", "is_en_passant", "is_into_check", "is_irreversible",
    "is_kingside_castling", "is_legal", "is_pseudo_legal", "is_queenside_castling", "is_zeroing",
    "key_after", "lan", "san", "see", "uci", "xboard", "explain",
]  # fmt: skip


def game(rng: random.Random, fen: str, chess960: bool, plies: int = 60):
    """Play a random game on both libraries' boards; yield them after each move."""
    theirs, ours = chess.Board(fen, chess960=chess960), kiwipete.Board(fen, chess960=chess960)
    for _ in range(plies):
        yield theirs, ours
        moves = list(theirs.legal_moves)
        if not moves:
            return
        move = rng.choice(moves)
        theirs.push(move)
        ours.push(move)


@pytest.mark.parametrize("start", STARTS[::9], ids=str)
def test_games_by_foreign_moves(start):
    for theirs, ours in game(random.Random(start.fen), start.fen, start.chess960):
        assert ours == theirs
        assert theirs == ours
        assert list(ours.move_stack) == theirs.move_stack
        assert set(ours.legal_moves) == set(theirs.legal_moves)
        assert ours.piece_map() == theirs.piece_map()
        for move in theirs.pseudo_legal_moves:
            assert (move in ours.legal_moves) == (move in theirs.legal_moves)
            assert move in ours.pseudo_legal_moves


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_method_understands_a_foreign_move(question):
    ask = getattr(kiwipete.Board(KIWIPETE), question)
    for move in chess.Board(KIWIPETE).legal_moves:
        assert ask(move) == ask(kiwipete.Move.from_uci(move.uci()))


@pytest.mark.parametrize("question", [*QUESTIONS, "push", "push_unchecked", "san_and_push"])
@pytest.mark.parametrize("thing", ["e2e4", 12, 3.5, chess.Piece(1, True)], ids=repr)
def test_what_is_no_move_is_refused(question, thing):
    if question == "explain" and thing == "e2e4":
        return  # it reads text
    with pytest.raises(TypeError, match=f"a move is expected, not {type(thing).__name__}"):
        getattr(kiwipete.Board(), question)(thing)


def test_membership_of_what_is_no_move():
    board = kiwipete.Board()
    for moves in (board.legal_moves, board.pseudo_legal_moves):
        assert None not in moves
        with pytest.raises(TypeError, match="a move is expected, not str"):
            assert "e2e4" in moves
    assert not board.is_legal(None)
    assert not board.is_pseudo_legal(None)


def test_moves_that_only_some_libraries_have():
    class Step:
        from_square, to_square, promotion, drop = 52, 36, None, None

    class Half:
        from_square = 52

    board = kiwipete.Board()
    board.push_san("e4")
    assert Step() in board.legal_moves
    assert kiwipete.Move.from_uci("e7e5") == Step()
    assert kiwipete.Move.from_uci("e7e5") != Half()
    with pytest.raises(TypeError, match="a move is expected, not Half"):
        board.push(Half())


def test_playing_and_writing_foreign_moves():
    board = kiwipete.Board()
    board.push(chess.Move.from_uci("e2e4"))
    assert board.variation_san([E7E5, chess.Move.from_uci("g1f3")]) == "1...e5 2. Nf3"
    assert board.san_and_push(E7E5) == "e5"
    board.push(chess.Move.null())
    assert board.peek() == chess.Move.null()
    board.push_unchecked(chess.Move.from_uci("b8c6"))
    assert board.epd(bm=chess.Move.from_uci("g1f3")).endswith(" bm Nf3;")
    assert board.epd(pv=[chess.Move.from_uci("g1f3")]).endswith(" pv Nf3;")
    with pytest.raises(kiwipete.IllegalMoveError, match="illegal move e7e5"):
        board.push(E7E5)
    with pytest.raises(kiwipete.IllegalMoveError, match="illegal move e7e5"):
        board.variation_san([E7E5])


@pytest.mark.parametrize("uci", ["e2e4", "a7a8q", "a7a8n", "0000", "e1g1", "h8a1"])
def test_equal_moves_hash_alike(uci):
    ours, theirs = kiwipete.Move.from_uci(uci), chess.Move.from_uci(uci)
    assert ours == theirs
    assert theirs == ours
    assert hash(ours) == hash(theirs)
    assert ours in {theirs}
    assert {ours: 1}[theirs] == 1
    assert ours != chess.Move(1, 2)


def test_moves_with_a_flag_hash_as_those_without():
    for start in STARTS:
        for move in kiwipete.Board(start.fen, chess960=start.chess960).legal_moves:
            assert hash(move) == hash(chess.Move.from_uci(move.uci()))


@pytest.mark.parametrize("color", [True, False])
@pytest.mark.parametrize("piece_type", range(1, 7))
def test_equal_pieces_hash_alike(piece_type, color):
    ours, theirs = kiwipete.Piece(piece_type, color), chess.Piece(piece_type, color)
    assert ours == theirs
    assert theirs == ours
    assert hash(ours) == hash(theirs)
    assert ours != chess.Piece(piece_type, not color)
    assert svg.piece(theirs) == svg.piece(ours)


def test_pieces_on_a_board():
    board = kiwipete.Board.empty()
    board.set_piece_at(kiwipete.E1, chess.Piece.from_symbol("K"))
    assert board.piece_at(kiwipete.E1) == chess.Piece.from_symbol("K")
    board.set_piece_map(chess.Board().piece_map())
    assert board.piece_map() == chess.Board().piece_map()
    for thing in ("K", 6, object()):
        with pytest.raises(TypeError, match=f"a piece is expected, not {type(thing).__name__}"):
            board.set_piece_at(kiwipete.E1, thing)


def test_boards_compare_as_their_positions():
    theirs, ours = chess.Board(), kiwipete.Board()
    theirs.push_san("Nf3")
    assert ours != theirs
    assert theirs != ours
    theirs.pop()
    assert ours == theirs
    theirs.halfmove_clock = 3
    assert ours != theirs
    assert kiwipete.BaseBoard() == chess.BaseBoard()
    assert chess.BaseBoard() == kiwipete.BaseBoard()
    assert kiwipete.BaseBoard() != chess.BaseBoard.empty()
    assert ours != chess.variant.AtomicBoard()
    assert ours != chess.variant.ThreeCheckBoard()
    assert ours != "a board"
    assert kiwipete.BaseBoard() is not None
    assert kiwipete.BaseBoard() != 3


def test_boards_of_python_chess_where_ours_are_expected():
    theirs = chess.Board(KIWIPETE)
    assert own_board(theirs) == kiwipete.Board(KIWIPETE)
    assert own_board(theirs).chess960 is False
    shuffled = chess.Board.from_chess960_pos(11)
    assert own_board(shuffled).chess960 is True
    assert polyglot.zobrist_hash(theirs) == chess.polyglot.zobrist_hash(theirs)
    assert svg.board(theirs, lastmove=E7E5) == svg.board(
        kiwipete.Board(KIWIPETE), lastmove=kiwipete.Move.from_uci("e7e5")
    )


def test_opening_books(tmp_path):
    played = chess.Board()
    for san in ("e4", "e5", "Nf3"):
        played.push_san(san)
    book = polyglot.make_book([played, ([chess.Move.from_uci("d2d4")], "1-0")])
    assert {entry.move.uci() for entry in book} == {"e2e4", "e7e5", "g1f3", "d2d4"}
    assert all(type(entry.move) is kiwipete.Move for entry in book)
    entry = polyglot.make_entry(chess.Board(), chess.Move.from_uci("e2e4"))
    assert type(entry.move) is kiwipete.Move
    polyglot.write_book(tmp_path / "book.bin", book)
    with polyglot.open_reader(tmp_path / "book.bin") as reader:
        assert reader.find(chess.Board()).move == chess.Move.from_uci("d2d4")
        others = reader.find_all(kiwipete.Board(), exclude_moves=[chess.Move.from_uci("d2d4")])
        assert [entry.move.uci() for entry in others] == ["e2e4"]


def test_sets_of_squares():
    theirs, ours = chess.SquareSet(chess.BB_CENTER), kiwipete.SquareSet(kiwipete.BB_CENTER)
    assert ours == theirs
    assert theirs == ours
    assert ours | chess.SquareSet(1) == theirs | kiwipete.SquareSet(1)
    assert kiwipete.SquareSet(theirs) == ours
    moves = list(kiwipete.Board().generate_legal_moves(chess.SquareSet(chess.BB_E2)))
    assert moves == [chess.Move.from_uci("e2e3"), chess.Move.from_uci("e2e4")]


class AsKiwipete(pickle.Unpickler):
    """Reads a pickle as under the switch, where chess is Kiwipete."""

    def find_class(self, module, name):
        return getattr(kiwipete, name) if module == "chess" else super().find_class(module, name)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "theirs",
    [
        chess.Move.from_uci("e2e4"),
        chess.Move.from_uci("a7a8n"),
        chess.Move.null(),
        chess.Piece.from_symbol("q"),
        chess.SquareSet(chess.BB_CENTER),
        list(chess.Board().legal_moves),
    ],
    ids=str,
)
def test_pickles_of_python_chess(theirs, protocol):
    ours = AsKiwipete(io.BytesIO(pickle.dumps(theirs, protocol))).load()
    assert ours == theirs
    assert type(ours).__module__ != "chess"


def test_pickles_cannot_change_what_boards_share():
    shared = next(iter(kiwipete.Board().legal_moves))
    before = shared.uci()
    state = {"from_square": 1, "to_square": 2, "promotion": None, "drop": None}
    with pytest.raises((TypeError, AttributeError)):
        shared.__setstate__(state)
    assert shared.uci() == before
    king = kiwipete.Board().piece_at(kiwipete.E1)
    with pytest.raises((TypeError, AttributeError)):
        king.__setstate__({"piece_type": 1, "color": True})
    assert king.symbol() == "K"
    for thing in (shared, king, kiwipete.SquareSet()):
        with pytest.raises(AttributeError):
            thing.__setstate__({"nothing": "known"})


def test_our_moves_on_their_boards():
    theirs = chess.Board()
    move = kiwipete.Move.from_uci("e2e4")
    assert move in theirs.legal_moves
    assert theirs.san(move) == "e4"
    theirs.push(move)
    assert theirs.move_stack == [move]
