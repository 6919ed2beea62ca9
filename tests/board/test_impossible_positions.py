"""Impossible positions: some cannot be counted, and all else is answered as python-chess does."""

from __future__ import annotations

import pytest

from kiwipete import Board, IllegalMoveError, ImpossiblePositionError, Move, Status
from kiwipete._core.perft_job import PerftJob
from tests.support.impossible import (
    IMPOSSIBLE,
    UNCOUNTABLE,
    countable_boards,
    is_uncountable,
    oracle_of,
    random_boards,
)
from tests.support.stockfish import Stockfish

# Everything that only a countable position can answer.
COUNTING = {
    "perft 0": lambda board: board.perft(0),
    "perft": lambda board: board.perft(2),
    "legal perft": lambda board: board.perft(1, method="legal"),
    "pseudo-legal perft": lambda board: board.perft(1, method="pseudo"),
    "checked perft": lambda board: board.perft(1, check=True),
    "divide": lambda board: board.divide(1),
    "PerftJob": lambda board: PerftJob(board, 1),
}


def texts(moves) -> list[str]:
    return sorted(move.uci() for move in moves)


# Everything else is answered as python-chess answers it: the same words run on either board.
QUESTIONS = {
    "legal moves": lambda board: texts(board.legal_moves),
    "count": lambda board: board.legal_moves.count(),
    "bool": lambda board: bool(board.legal_moves),
    "captures": lambda board: texts(board.generate_legal_captures()),
    "pseudo-legal moves": lambda board: texts(board.generate_pseudo_legal_moves()),
    "pseudo-legal captures": lambda board: texts(board.generate_pseudo_legal_captures()),
    "castling moves": lambda board: texts(board.generate_castling_moves()),
    "en passant": lambda board: texts(board.generate_legal_ep()),
    "checkers_mask": lambda board: board.checkers_mask(),
    "is_check": lambda board: board.is_check(),
    "was_into_check": lambda board: board.was_into_check(),
    "is_checkmate": lambda board: board.is_checkmate(),
    "is_stalemate": lambda board: board.is_stalemate(),
    "is_game_over": lambda board: board.is_game_over(),
    "result": lambda board: board.result(),
    "pins": lambda board: [board.pin_mask(color, s) for color in (True, False) for s in range(64)],
    "fen": lambda board: [board.fen(en_passant=way) for way in ("legal", "xfen", "fen")],
    "shredder": lambda board: board.fen(shredder=True),
    "clean rights": lambda board: board.clean_castling_rights(),
    "san": lambda board: sorted(board.san(move) for move in board.legal_moves),
}


REFUSED = [(fen, status) for fen, status in IMPOSSIBLE if is_uncountable(status)]
COUNTED = [(fen, status) for fen, status in IMPOSSIBLE if not is_uncountable(status)]


@pytest.mark.parametrize("question", COUNTING)
@pytest.mark.parametrize(("fen", "status"), REFUSED)
def test_counting_refuses_what_it_cannot_trust_with_every_reason(fen, status, question):
    board = Board(fen)
    before = board.fingerprint()
    assert not board.is_countable()
    with pytest.raises(ImpossiblePositionError) as caught:
        COUNTING[question](board)
    for flag in UNCOUNTABLE:
        if flag & status:
            assert flag.reasons()[0] in str(caught.value)
    assert board.fen() in str(caught.value)
    assert board.fingerprint() == before
    assert board.move_stack == []


def counted_slowly(board: Board, depth: int) -> int:
    """Count the leaves by the tolerant way: pseudo-legal moves, each asked whether it is safe."""
    if depth == 0:
        return 1
    total = 0
    for move in list(board.pseudo_legal_moves):
        if not board.is_into_check(move):
            board.push_unchecked(move)
            total += counted_slowly(board, depth - 1)
            board.pop()
    return total


def without_vain_square(board: Board) -> Board:
    """Return a board without an en passant square behind no pawn, which does not count."""
    board = board.copy(stack=False)
    if board.status() & Status.INVALID_EP_SQUARE:
        board.ep_square = None
    return board


@pytest.mark.parametrize(("fen", "status"), COUNTED)
def test_what_is_impossible_but_harmless_is_counted(fen, status):
    board = Board(fen)
    before = board.fingerprint()
    assert board.is_countable()
    assert not board.is_valid()
    for depth in range(3):
        slowly = counted_slowly(without_vain_square(board), depth)
        for method in ("fast", "fast1", "legal", "pseudo"):
            assert board.perft(depth, method=method, check=True) == slowly
        assert depth == 0 or sum(board.divide(depth).values()) == slowly
    assert board.fingerprint() == before


def test_the_position_that_half_of_all_suites_have():
    board = Board("B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1")
    assert board.status() == Status.IMPOSSIBLE_CHECK
    assert [board.perft(depth) for depth in range(1, 6)] == [6, 106, 1829, 31151, 530585]


def test_a_square_behind_no_pawn_does_not_count_but_python_chess_captures_there():
    board = Board("4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1")
    oracle = oracle_of(board, board.fen(en_passant="fen"))
    assert "d5e6" in texts(board.legal_moves) == texts(oracle.legal_moves)
    assert board.perft(1) == len(board.legal_moves) - 1


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_the_fast_ways_agree_with_the_tolerant_way(seed, chess960):
    flags = Status.VALID
    for fen, board in countable_boards(seed, 60, chess960=chess960):
        flags |= board.status()
        assert board.perft(2, check=True) == counted_slowly(without_vain_square(board), 2), fen
        tolerant = [m for m in board.pseudo_legal_moves if not board.is_into_check(m)]
        assert sorted(map(str, board.legal_moves)) == sorted(map(str, tolerant)), fen
    for flag in (Status.IMPOSSIBLE_CHECK, Status.TOO_MANY_CHECKERS, Status.BAD_CASTLING_RIGHTS):
        assert flag & flags
    assert flags & (Status.TOO_MANY_WHITE_PAWNS | Status.TOO_MANY_BLACK_PAWNS)


@pytest.mark.parametrize("chess960", [False, True])
def test_moves_of_countable_positions_are_those_of_python_chess(chess960):
    for fen, board in countable_boards(50, 300, chess960=chess960):
        assert texts(board.legal_moves) == texts(oracle_of(board, fen).legal_moves), fen


def test_a_board_stays_trusted_after_its_legal_moves():
    for _, board in countable_boards(51, 100, chess960=False):
        for move in list(board.legal_moves):
            board.push(move)
            assert board.is_countable()
            board.validate()
            assert board.perft(1) == board.legal_moves.count() == counted_slowly(board, 1)
            board.pop()


@pytest.mark.deep
def test_stockfish_counts_the_same_where_no_move_can_have_led():
    stockfish = Stockfish()
    for _, board in countable_boards(52, 500, chess960=False):
        # Stockfish looks for the rook of a right until it finds one.
        board.castling_rights = board.clean_castling_rights()
        expected = stockfish.divide(board.fen(en_passant="fen"), 3)
        divided = board.divide(3)
        assert {move.uci(): nodes for move, nodes in divided.items()} == expected, board.fen()
    stockfish.quit()


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(("fen", "status"), IMPOSSIBLE)
def test_an_impossible_position_answers_as_python_chess_does(fen, status, question):
    board = Board(fen)
    before = board.fingerprint()
    assert QUESTIONS[question](board) == QUESTIONS[question](oracle_of(board, fen))
    assert board.fingerprint() == before
    assert board.move_stack == []


@pytest.mark.parametrize(("fen", "status"), IMPOSSIBLE)
def test_every_move_of_an_impossible_position_is_read_and_played(fen, status):
    board = Board(fen)
    before = board.fingerprint()
    for text in [*texts(board.legal_moves), "0000"]:
        oracle = oracle_of(board, fen)
        assert board.parse_uci(text).uci() == text
        assert board.push_uci(text).uci() == text
        oracle.push_uci(text)
        assert board.fen(en_passant="fen") == oracle.fen(en_passant="fen")
        assert board.pop().uci() == text
        assert board.fingerprint() == before


@pytest.mark.parametrize(("fen", "status"), IMPOSSIBLE)
def test_an_impossible_position_has_illegal_moves(fen, status):
    board = Board(fen)
    before = board.fingerprint()
    legal = {*board.legal_moves}
    for move in (Move(s, t) for s in range(0, 64, 3) for t in range(64) if s != t):
        assert (move in board.legal_moves) is board.is_legal(move) is (move in legal)
        if move not in legal:
            with pytest.raises(IllegalMoveError, match=f"^illegal move {move.uci()} in "):
                board.push(move)
            with pytest.raises(IllegalMoveError, match=f"^illegal move {move.uci()} in "):
                board.parse_uci(move.uci())
    assert board.fingerprint() == before
    assert board.move_stack == []


@pytest.mark.parametrize("chess960", [False, True])
def test_random_placements_are_counted_or_refused(chess960):
    for fen, board in random_boards(99, 300, chess960=chess960):
        countable = board.is_countable()
        assert countable is not is_uncountable(board.status())
        before = board.fingerprint()
        for name, question in COUNTING.items():
            try:
                question(board)
            except ImpossiblePositionError:
                assert not countable, (fen, name)
            else:
                assert countable, (fen, name)
        assert board.fingerprint() == before


@pytest.mark.parametrize("chess960", [False, True])
def test_random_placements_answer_as_python_chess_does(chess960):
    for fen, board in random_boards(99, 300, chess960=chess960):
        before = board.fingerprint()
        for name, question in QUESTIONS.items():
            assert question(board) == question(oracle_of(board, fen)), (fen, name)
        assert board.fingerprint() == before


@pytest.mark.parametrize("side", ["w", "b"])
def test_a_king_that_was_a_pawn_cannot_be_trusted(side):
    board = Board(f"4k~3/8/8/8/8/8/8/4K3 {side}")
    assert board.is_valid()  # python-chess finds nothing wrong with it
    for question in COUNTING.values():
        with pytest.raises(ImpossiblePositionError, match="a king is a promoted pawn"):
            question(board)
    board.validate()
    assert len(board.legal_moves) == 5
