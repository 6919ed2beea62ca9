"""FEN text in and out."""

from __future__ import annotations

import chess
import pytest

from kiwipete import STARTING_FEN, Board, InvalidFenError, Move
from tests.support.bad_fens import GOOD, KINDS
from tests.support.perft_data import CHESS960, STANDARD

CANONICAL = [
    *(known.fen for known in STANDARD),
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w Kq d6 0 2",
    "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 99999 99999",
    "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk b - h8 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - a1 3 4",
]

BAD = [
    pytest.param(bad, id=f"{kind.__name__}-{number}")
    for kind in KINDS
    for number, bad in enumerate(bad for fen in GOOD for bad in kind(fen))
]

# (text, field, character, reason), by hand.
WRITTEN = [
    ("", 0, 0, "0 fields instead of 1 to 6"),
    ("   ", 0, 0, "0 fields instead of 1 to 6"),
    ("startpos", 1, 1, "'s' is not a piece"),
    ("8/8/8/8/8/8/8/8 w - - 0 1 e2e4", 0, 0, "7 fields instead of 1 to 6"),
    ("8/8/8/8/8/8/8", 1, 14, "7 ranks instead of 8"),
    ("8/8/8/8/8/8/8/8 e3", 2, 17, "the side to move is not 'w' or 'b'"),
    ("rnbqkbnr/pppppppp/8/8/8/9/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 25, "'9' is not a piece"),
    ("rnbqkbnr/pppppppp/8/8/4PP4/8/PPPP1PPP/RNBQKBNR w - - 0 1", 1, 27, "rank 4 has 10 squares"),
    ("8/8/8/8/8/8/8 w - - 0 1", 1, 14, "7 ranks instead of 8"),
    ("8/8/8/8/8/8/8/ w - - 0 1", 1, 15, "rank 1 has 0 squares"),
    ("/8/8/8/8/8/8/8 w - - 0 1", 1, 1, "rank 8 has 0 squares"),
    ("8//8/8/8/8/8/8 w - - 0 1", 1, 3, "rank 7 has 0 squares"),
    ("8\\8/8/8/8/8/8/8 w - - 0 1", 1, 2, "'\\\\' is not a piece"),
    ("8/8/8/8/8/8/8/8\tw\t-\tx", 4, 21, "the en passant square is not a square"),
    ("8/8/8/8/8/8/8/8\xa0w - -", 1, 16, "'\\xa0' is not a piece"),
    ("8/8/8/8/8/8/8/8 w KQkq e", 4, 24, "the en passant square is not a square"),
    ("8/8/8/8/8/8/8/8 w - - 0 1\0", 6, 26, "the full-move number is not a number"),
    ("Q~~7/8/8/8/8/8/8/8 w - - 0 1", 1, 3, "'~' marks a promoted piece"),
    ("  8/8/8/8/8/8/8/7x w - - 0 1", 1, 18, "'x' is not a piece"),
    ("8/8/8/8/8/8/8/8   w   -   x", 4, 27, "the en passant square is not a square"),
]


def read_error(fen: str) -> InvalidFenError:
    with pytest.raises(InvalidFenError) as caught:
        Board(fen)
    return caught.value


@pytest.mark.parametrize("fen", CANONICAL)
def test_canonical_text_comes_out_as_it_went_in(fen):
    assert Board(fen).fen(en_passant="fen") == fen


@pytest.mark.parametrize("fen", GOOD)
def test_the_texts_that_bad_ones_are_made_of_are_good(fen):
    assert Board(fen, chess960=True).fen(shredder="H" in fen, en_passant="fen") == fen


def test_there_are_hundreds_of_bad_texts():
    assert len(BAD) > 800


@pytest.mark.parametrize("bad", BAD)
def test_bad_text_is_refused_with_its_reason_and_place(bad):
    error = read_error(bad.fen)
    assert str(error) == bad.message
    assert (error.fen, error.field, error.character) == (bad.fen, bad.field, bad.character)


@pytest.mark.parametrize(("fen", "field", "character", "reason"), WRITTEN)
def test_bad_text_by_hand(fen, field, character, reason):
    error = read_error(fen)
    assert str(error).startswith(f"FEN: {reason}")
    assert (error.field, error.character) == (field, character)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_board_that_cannot_read_stays_as_it_was(kind):
    board = Board(GOOD[1])
    board.push_uci("e1g1")
    before = board.fingerprint(), board.fen(), board.move_stack, list(board.legal_moves)
    for bad in kind(GOOD[0]):
        with pytest.raises(InvalidFenError):
            board.set_fen(bad.fen)
    assert (board.fingerprint(), board.fen(), board.move_stack, list(board.legal_moves)) == before
    board.pop()
    assert board.fen() == GOOD[1]


NO_TEXT = [None, b"8/8/8/8/8/8/8/8 w - - 0 1", 1, 1.5, [], ["8"], object()]


@pytest.mark.parametrize("value", NO_TEXT, ids=lambda value: type(value).__name__)
def test_only_text_is_text(value):
    if value is not None:  # which makes an empty board
        with pytest.raises(TypeError, match=f"a FEN is text, not {type(value).__name__}"):
            Board(value)
    with pytest.raises(TypeError, match=f"a FEN is text, not {type(value).__name__}"):
        Board().set_fen(value)


class Text(str):
    __slots__ = ()


def test_subclasses_of_str_are_text():
    assert Board(Text(GOOD[1])).fen() == GOOD[1]
    error = read_error(Text("8/8/8/8/8/8/8/7x w - - 0 1"))
    assert (error.field, error.character) == (1, 16)


# (what reads a part of a FEN, text, field, character, reason)
PARTS = [
    ("set_board_fen", "8/8/8/8/8/8/8/7x", 1, 16, "'x' is not a piece"),
    ("set_board_fen", "  8/8/8/8/8/8/8/7x", 1, 18, "'x' is not a piece"),
    ("set_board_fen", "8/8/8/8/8/8/8", 1, 14, "7 ranks instead of 8"),
    ("set_board_fen", "8/8/8/8/8/8/8/8 w", 1, 16, "there is more than a placement"),
    ("set_board_fen", "8/8/8/8/8/8/8/8 w - - 0 1", 1, 16, "there is more than a placement"),
    ("set_castling_fen", "KK", 3, 2, "castling right 'K' names a rook that has been named"),
    ("set_castling_fen", "x", 3, 1, "castling rights are at most two"),
    ("set_castling_fen", "K Q", 3, 2, "castling rights are at most two"),
]


@pytest.mark.parametrize(("method", "text", "field", "character", "reason"), PARTS)
def test_parts_that_cannot_be_read(method, text, field, character, reason):
    board = Board()
    board.push_uci("e2e4")
    before = board.fingerprint()
    for bad in (text, Text(text)):
        with pytest.raises(InvalidFenError) as caught:
            getattr(board, method)(bad)
        error = caught.value
        assert str(error).startswith(f"FEN: {reason}")
        assert (error.fen, error.field, error.character) == (text, field, character)
    for value in (None, 1, b"8/8/8/8/8/8/8/8"):
        with pytest.raises(TypeError, match=f"is text, not {type(value).__name__}"):
            getattr(board, method)(value)
    assert board.fingerprint() == before
    assert board.move_stack == [Move.from_uci("e2e4")]


@pytest.mark.parametrize("letter", ["x", "8", "/", "é", "\0", " ", "8/", "8 "])
def test_very_long_text_is_refused(letter):
    read_error(letter * 1_000_000)


@pytest.mark.parametrize("gap", [100, 10_000, 100_000])
def test_no_character_is_too_far_behind_to_be_read(gap):
    read_error(STARTING_FEN + " " * gap + "junk")
    assert Board(STARTING_FEN + " " * gap).fen() == STARTING_FEN


@pytest.mark.parametrize("zeros", [10, 10_000, 100_000])
def test_leading_zeros(zeros):
    assert Board("8/8/8/8/8/8/8/8 w - - 0 " + "0" * zeros + "5").fullmove_number == 5


def test_none_is_an_empty_board():
    assert Board(None).fen() == "8/8/8/8/8/8/8/8 w - - 0 1"
    assert Board(None).fingerprint() == Board("8/8/8/8/8/8/8/8 w - - 0 1").fingerprint()
    assert Board(None, chess960=True).chess960


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("fen", [*GOOD, "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 7 9"])
def test_fields_that_are_missing_say_nothing(fen, count):
    fields = fen.split(" ")[:count]
    full = " ".join([*fields, *["w", "-", "-", "0", "1"][count - 1 :]])
    for chess960 in (False, True):
        board = Board(" ".join(fields), chess960=chess960)
        assert board.fingerprint() == Board(full, chess960=chess960).fingerprint()
        oracle = chess.Board(" ".join(fields), chess960=chess960)
        for en_passant in ("legal", "xfen", "fen"):
            assert board.fen(en_passant=en_passant) == oracle.fen(en_passant=en_passant)


@pytest.mark.parametrize("space", [" ", "\t", "\n", "\r", "\v", "\f", "\r\n", " \t  \n"])
def test_fields_are_separated_by_any_space(space):
    fen = "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 7 9"
    for text in (fen.replace(" ", space), space + fen, fen + space):
        assert Board(text).fingerprint() == Board(fen).fingerprint()


@pytest.mark.parametrize(
    "placement",
    ["Q~7/8/8/8/8/8/8/8", "8/8/8/k~K~6/8/8/8/7n~", "8/P~p~N~n~4/8/8/8/8/8/R~r~B~b~Q~q~k~K~"],
)
def test_promoted_pieces_are_marked(placement):
    text = f"{placement} w - - 0 1"
    board = Board(text)
    assert board.fen(promoted=True) == text
    assert board.fen() == board.fen(promoted=False) == text.replace("~", "")
    assert board.board_fen(promoted=True) == placement
    assert board.board_fen() == placement.replace("~", "")
    assert board.promoted == board.occupied & chess.Board(text).promoted
    assert board.promoted.bit_count() == placement.count("~")
    assert board.fingerprint() != Board(board.fen()).fingerprint()


def test_rights_that_nothing_bears_out_are_not_written():
    board = Board("4k3/8/8/8/8/8/8/4K3 w KQkq a1 3 4")
    assert board.fen(en_passant="fen") == "4k3/8/8/8/8/8/8/4K3 w - a1 3 4"
    assert board.castling_rights == 0x8100000000000081


def test_spaces_may_be_many():
    assert Board("  8/8/8/8/8/8/8/K1k5   b  -  -  7   9  ").fen() == "8/8/8/8/8/8/8/K1k5 b - - 7 9"


def test_moves_are_numbered_from_one():
    assert Board("8/8/8/8/8/8/8/K1k5 w - - 0 0").fullmove_number == 1


def test_set_fen_forgets_the_history():
    board = Board()
    board.push_uci("e2e4")
    board.set_fen(GOOD[1])
    assert board.move_stack == []
    assert board.fingerprint() == Board(GOOD[1]).fingerprint()


def test_set_fen_keeps_the_rules():
    board = Board(CHESS960[0].fen, chess960=True)
    board.set_fen(STARTING_FEN)
    assert board.chess960


def test_what_is_written_can_be_read():
    board = Board("4k3/8/8/8/8/8/8/K6R b - - 99999 99999")
    board.push_uci("e8d8")
    assert Board(board.fen()).fen() == board.fen()
