"""Every public method of Board, SquareSet, Move and Piece answers as python-chess's does."""

from __future__ import annotations

import random
from types import ModuleType

import chess
import pytest

import kiwipete
from tests.support.agreement.answers import answer, names_for
from tests.support.agreement.arguments import hand
from tests.support.agreement.names import QUESTIONS_BY_NAME
from tests.support.agreement.pair import Pair, first
from tests.support.agreement.positions import found, game, impossible, sweeps
from tests.support.agreement.questions import MISTAKES
from tests.support.random_play import CHESS960_STARTS, STANDARD_STARTS, Start

VARIANTS = {"standard": STANDARD_STARTS, "chess960": CHESS960_STARTS}


def compare_game(module: ModuleType, start: Start, name: str, plies: int = 50) -> None:
    rng = random.Random(name)
    first(found(rng, game(rng, module, start, plies)))


def compare_impossible(module: ModuleType, name: str) -> None:
    rng = random.Random(name)
    first(found(rng, impossible(rng, module, 4)))


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("variant", VARIANTS)
def test_games(variant, part):
    starts = VARIANTS[variant]
    for number in range(part, 8, 4):
        compare_game(kiwipete, starts[number % len(starts)], f"{variant}-{number}")


@pytest.mark.parametrize("part", range(4))
def test_impossible_positions(part):
    for number in range(part, 64, 4):
        compare_impossible(kiwipete, f"impossible-{number}")


def test_every_move_and_every_square():
    rng = random.Random("sweeps")
    for number in range(8):
        variant = VARIANTS["chess960" if number % 2 else "standard"]
        *_, pair = game(rng, kiwipete, variant[number], rng.randrange(40))
        first(sweeps(pair))
        for pair in impossible(rng, kiwipete, 1):
            first(sweeps(pair))


def test_arguments_have_the_same_names():
    rng = random.Random("names")
    pair = Pair(kiwipete, f"board = chess.Board({STANDARD_STARTS[1].fen!r})")
    for _ in range(5):
        first(pair.ask(QUESTIONS_BY_NAME, hand(rng, pair.oracle)))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_refused(mistake):
    for module in (chess, kiwipete):
        names = {**names_for(module), "board": module.Board()}
        assert answer(mistake, names)[0] == "raises"
        assert module is chess or names["board"] == module.Board()


@pytest.mark.deep
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("variant", VARIANTS)
def test_games_deep(variant, part):
    starts = VARIANTS[variant]
    for number in range(part, 12, 4):
        compare_game(kiwipete, starts[number % len(starts)], f"deep-{variant}-{number}", 120)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(4))
def test_impossible_positions_deep(part):
    for number in range(part, 144, 4):
        compare_impossible(kiwipete, f"deep-impossible-{number}")


@pytest.mark.deep
def test_every_move_and_every_square_deep():
    rng = random.Random("deep sweeps")
    for number in range(8, 16):
        variant = VARIANTS["chess960" if number % 2 else "standard"]
        *_, pair = game(rng, kiwipete, variant[number], rng.randrange(40))
        first(sweeps(pair))
    for _ in range(18):
        for pair in impossible(rng, kiwipete, 1):
            first(sweeps(pair))


# Where Kiwipete means to answer otherwise: that it still does.


def test_an_illegal_push_is_refused():
    board = kiwipete.Board("4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1")
    before = board.fen()
    for text in ("e1d2", "a1b2", "e1c1", "a5a6", "e8e7"):
        with pytest.raises(kiwipete.IllegalMoveError):
            board.push(kiwipete.Move.from_uci(text))
        assert board.fen() == before
        assert board.move_stack == []
    board.push_unchecked(kiwipete.Move.from_uci("a1b1"))
    assert board.fen() == "4k3/8/8/8/8/8/4r3/1R2K3 b - - 1 1"


def test_what_trips_an_assertion_raises():
    nowhere = chess.Move.from_uci("e4e5")
    with pytest.raises(AssertionError):
        chess.Board().san(nowhere)
    with pytest.raises(ValueError, match="e4"):
        kiwipete.Board().san(kiwipete.Move.from_uci("e4e5"))


def test_an_error_of_our_own_is_one_of_theirs():
    assert issubclass(kiwipete.InvalidFenError, ValueError)
    with pytest.raises(kiwipete.InvalidFenError):
        kiwipete.Board("8/8/8 w - - 0 1")


def test_castling_rights_are_always_cleaned():
    fens = []
    for module in (chess, kiwipete):
        board = module.Board()
        board.push_san("Nc3")
        board.castling_rights = module.BB_A1 | module.BB_D8
        fens.append(board.fen(shredder=True))
        board.clear_stack()
        fens.append(board.fen(shredder=True))
    start = "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b"
    assert [fen.split(" - ")[0] for fen in fens] == [f"{start} {x}" for x in ["Ad", *["A"] * 3]]


def test_a_claim_leaves_alone_what_hands_have_changed():
    kept = []
    for module in (chess, kiwipete):
        board = module.Board()
        board.push_san("Nf3")
        board.turn = module.WHITE
        board.push_san("Ng1")
        before = board.fen()
        board.can_claim_threefold_repetition()
        kept.append(board.fen() == before)
    assert kept == [False, True]


def test_the_letter_q_names_a_corner_without_a_rook():
    fen = "6k1/8/8/8/8/8/8/4K3 w Qkq - 0 1"
    assert chess.Board(fen).castling_rights == chess.BB_H8
    board = kiwipete.Board(fen)
    assert board.castling_rights == kiwipete.BB_A1 | kiwipete.BB_A8 | kiwipete.BB_H8
    assert board.clean_castling_rights() == 0
    assert board.status() == kiwipete.STATUS_BAD_CASTLING_RIGHTS


def test_castling_promotes_nothing():
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert chess.Board(fen).parse_uci("e1g1n") == chess.Move(4, 6)
    with pytest.raises(kiwipete.IllegalMoveError, match="e1g1n"):
        kiwipete.Board(fen).parse_uci("e1g1n")


@pytest.mark.parametrize("letters", ["KK", "kk", "KH", "AQ"])
def test_a_right_named_twice_is_refused(letters):
    fen = f"r3k2r/8/8/8/8/8/8/R3K2R w {letters} - 0 1"
    assert chess.Board(fen).castling_rights.bit_count() == 1
    with pytest.raises(kiwipete.InvalidFenError, match="named"):
        kiwipete.Board(fen)


def test_operations_of_a_chess960_board_are_read_as_chess960():
    epd = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O;"
    for module, uci in ((chess, "e1g1"), (kiwipete, "e1h1")):
        board, operations = module.Board.from_epd(epd, chess960=True)
        assert [move.uci() for move in operations["bm"]] == [uci]
        assert (operations["bm"][0] in board.legal_moves) is (module is kiwipete)


def test_a_promoted_king_is_no_king():
    """Here the generator and `is_legal` agree."""
    for module in (chess, kiwipete):
        board = module.Board()
        board.set_piece_at(module.E5, module.Piece(module.KING, True), promoted=True)
        assert board.king(True) == module.E1
        assert board.is_legal(module.Move(module.E5, module.D6))
        listed = module.Move(module.E5, module.D6) in board.generate_legal_moves()
        assert listed is (module is kiwipete)


def test_pieces_that_their_sets_disagree_about_are_settled():
    for module, moves in ((chess, 1), (kiwipete, 0)):
        board = module.Board(None)
        board.pawns = board.occupied_co[True] = module.BB_E4  # and `occupied` is empty
        assert board.piece_at(module.E4) is None
        assert board.legal_moves.count() == moves


def test_the_move_stack_is_changed_by_the_board():
    board = kiwipete.Board()
    board.push_san("e4")
    with pytest.raises(AttributeError, match="push and pop"):
        board.move_stack.pop()
    assert board.move_stack == [kiwipete.Move.from_uci("e2e4")]
