from __future__ import annotations

import pytest

from kiwipete import Board
from kiwipete.match import Opening, OpeningError, balanced_by, random_opening, read_openings
from kiwipete.match.openings import static_balance
from kiwipete.positions import STARTING_FEN

ITALIAN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
FENS_960 = "bnrkrqnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKRQNB w ECec - 0 1"


@pytest.mark.parametrize(
    ("line", "opening"),
    [
        (ITALIAN, Opening(ITALIAN)),
        (f"fen {ITALIAN}", Opening(ITALIAN)),
        (f"position fen {ITALIAN} moves g8f6", Opening(ITALIAN, ("g8f6",))),
        ("position startpos", Opening(STARTING_FEN)),
        ("position startpos moves e2e4 e7e5", Opening(STARTING_FEN, ("e2e4", "e7e5"))),
        ("e2e4 c7c5", Opening(STARTING_FEN, ("e2e4", "c7c5"))),
        ("1. e4 c5 2.Nf3", Opening(STARTING_FEN, ("e2e4", "c7c5", "g1f3"))),
        (
            'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - id "the moves 1";',
            Opening(ITALIAN.replace("3 3", "0 1")),
        ),
        (
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - hmvc 3; fmvn 3;",
            Opening(ITALIAN),
        ),
    ],
)
def test_lines(line, opening):
    assert read_openings(["# a comment", "", line, "  "]) == [opening]


def test_chess960():
    (opening,) = read_openings([FENS_960], chess960=True)
    assert opening.fen == FENS_960
    with pytest.raises(OpeningError, match="line 1: a position of Chess960: add --chess960"):
        read_openings([FENS_960])


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("e2e5", "illegal"),
        ("hello", "hello"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "black has no king"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "the game is over there"),
        ("x/8/8/8/8/8/8/K7 w - - 0 1", "line 2"),
    ],
)
def test_bad_lines_are_named(line, reason):
    with pytest.raises(OpeningError, match="line 2") as caught:
        read_openings(["e2e4", line])
    assert reason in str(caught.value)


PGN = f"""\
[Event "one"]

1. e4 {{a comment}} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 1-0

[Event "two"]
[SetUp "1"]
[FEN "{ITALIAN}"]

3... Nf6 *
"""


def test_games():
    whole = read_openings(PGN.splitlines())
    moves = ("e2e4", "e7e5", "g1f3", "b8c6")
    assert whole == [Opening(STARTING_FEN, moves), Opening(ITALIAN, ("g8f6",))]
    cut = read_openings(PGN.splitlines(), plies=3)
    assert cut == [Opening(STARTING_FEN, moves[:3]), Opening(ITALIAN, ("g8f6",))]
    assert read_openings(["e2e4 e7e5"], plies=1) == [Opening(STARTING_FEN, ("e2e4",))]


def test_games_of_chess960():
    text = f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{FENS_960}"]\n\n1. e4 e5 *\n'
    (opening,) = read_openings(text.splitlines(), chess960=True)
    assert opening == Opening(FENS_960, ("e2e4", "e7e5"))
    with pytest.raises(OpeningError, match="game 1: a position of Chess960"):
        read_openings(text.splitlines())


@pytest.mark.parametrize(
    "bad", ["\n1. e5 *", "\n1. f3 e5 2. g4 Qh4# 0-1", '[SetUp "1"]\n[FEN "nonsense"]\n\n*']
)
def test_bad_games_are_named(bad):
    with pytest.raises(OpeningError, match="game 3: "):
        read_openings(f'{PGN}\n[Event "three"]\n{bad}'.splitlines())


# The book without a file.


def board_of_opening(opening, chess960=False):
    board = Board(opening.fen, chess960=chess960)
    for move in opening.moves:
        board.push_uci(move)
    return board


def test_the_book_is_the_same_every_time_and_has_no_end():
    openings = [random_opening(3, number) for number in range(100)]
    assert openings == [random_opening(3, number) for number in range(100)]
    assert len(set(openings)) == 100
    assert random_opening(4, 0) != openings[0]


def test_openings_are_balanced_and_both_sides_begin():
    boards = [board_of_opening(random_opening(0, number)) for number in range(100)]
    assert all(static_balance(board) for board in boards)
    assert 20 < sum(board.turn for board in boards) < 80


@pytest.mark.parametrize(
    "fen",
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",  # a rook is missing
        "rnb1kbnr/pppp1ppp/8/4p1q1/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1",  # white takes the queen
        "rnbqkbnr/ppp1pppp/8/3p4/6Q1/4P3/PPPP1PPP/RNB1KBNR w KQkq - 0 1",  # black would take it
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",  # it is mate
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",  # mate in one
        "rnbqkbnr/ppppp2p/5p2/6p1/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 3",  # of the other side
    ],
)
def test_what_is_not_balanced(fen):
    assert not static_balance(Board(fen))


def test_a_search_may_have_a_say():
    asked = []

    def score(board):
        asked.append(board.fen())
        return 40 if len(asked) % 2 else -30

    opening = random_opening(0, 0, balanced_by(score))
    assert len(asked) == 2
    assert asked[-1] == board_of_opening(opening).fen()


def test_the_book_of_chess960():
    openings = [random_opening(0, number, chess960=True) for number in range(20)]
    assert len({opening.fen for opening in openings}) > 15
    assert all(static_balance(board_of_opening(opening, True)) for opening in openings)
