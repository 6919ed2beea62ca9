"""FEN text in and out."""

from __future__ import annotations

import pytest

from kiwipete import STARTING_FEN, Board, InvalidFenError
from tests.bad_fens import GOOD, KINDS
from tests.perft_data import CHESS960, STANDARD

CANONICAL = [
    *(known.fen for known in STANDARD),
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w Kq d6 0 2",
    "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 99999 99999",
    "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/kkkkkkkk/kkkkkkkk/kkkkkkkk/kkkkkkkk b - h8 0 1",
    "4k3/8/8/8/8/8/8/4K3 w KQkq a1 3 4",
]

BAD = [
    pytest.param(bad, id=f"{kind.__name__}-{number}")
    for kind in KINDS
    for number, bad in enumerate(bad for fen in GOOD for bad in kind(fen))
]

# (text, field, character, reason), by hand.
WRITTEN = [
    ("", 0, 0, "0 fields instead of 6 or 4"),
    ("   ", 0, 0, "0 fields instead of 6 or 4"),
    ("startpos", 0, 0, "1 field instead of 6 or 4"),
    ("8/8/8/8/8/8/8/8", 0, 0, "1 field instead of 6 or 4"),
    ("rnbqkbnr/pppppppp/8/8/8/9/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 25, "'9' is not a piece"),
    ("rnbqkbnr/pppppppp/8/8/4PP4/8/PPPP1PPP/RNBQKBNR w - - 0 1", 1, 27, "rank 4 has 10 squares"),
    ("8/8/8/8/8/8/8 w - - 0 1", 1, 14, "7 ranks instead of 8"),
    ("8/8/8/8/8/8/8/ w - - 0 1", 1, 15, "rank 1 has 0 squares"),
    ("/8/8/8/8/8/8/8 w - - 0 1", 1, 1, "rank 8 has 0 squares"),
    ("8//8/8/8/8/8/8 w - - 0 1", 1, 3, "rank 7 has 0 squares"),
    ("8\\8/8/8/8/8/8/8 w - - 0 1", 1, 2, "'\\\\' is not a piece"),
    ("8/8/8/8/8/8/8/8\tw\t-\t-", 0, 0, "1 field instead of 6 or 4"),
    ("8/8/8/8/8/8/8/8 w KQkq e", 4, 24, "the en passant square is not a square"),
    ("8/8/8/8/8/8/8/8 w - - 0 1\n", 6, 26, "the full-move number is not a number"),
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


@pytest.mark.parametrize("value", [None, b"8/8/8/8/8/8/8/8 w - - 0 1", 1, 1.5, [], ["8"], object()])
def test_only_text_is_text(value):
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


def test_four_fields_start_the_counters():
    board = Board("r3k2r/8/8/8/8/8/8/R3K2R b Kq -")
    assert board.fen() == "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1"


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
