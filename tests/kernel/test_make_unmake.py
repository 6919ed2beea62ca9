"""Make and unmake: whatever is played, taking it back leaves nothing behind."""

from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiwipete import Board, IllegalMoveError, ImpossiblePositionError, Move, Piece
from tests.support.positions import scattered
from tests.support.random_play import STARTS, games, play

# A game is a start and numbers that choose among the legal moves.
a_start = st.sampled_from(STARTS)
choices = st.lists(st.integers(0, 2**16), max_size=60)


# Edits that clear the history of a board and leave one king a side.
BY_HAND = {
    "set_piece_at": lambda board: board.set_piece_at(28, Piece.from_symbol("Q")),
    "set_piece_at promoted": lambda board: board.set_piece_at(28, Piece.from_symbol("Q"), True),
    "set_piece_at None": lambda board: board.set_piece_at(28, None),
    "remove_piece_at": lambda board: board.remove_piece_at(0),
    "remove nothing": lambda board: board.remove_piece_at(35),
    "set_piece_map": lambda board: board.set_piece_map(Board().piece_map()),
    "set_board_fen": lambda board: board.set_board_fen("4k3/8/8/8/8/8/8/4K3"),
    "reset_board": lambda board: board.reset_board(),
    "set_castling_fen": lambda board: board.set_castling_fen("Kq"),
    "set_fen": lambda board: board.set_fen("4k3/8/8/8/8/8/8/4K3 b - - 7 8"),
    "set_chess960_pos": lambda board: board.set_chess960_pos(518),
    "apply_mirror": lambda board: board.apply_mirror(),
    "clear_stack": lambda board: board.clear_stack(),
    "reset": lambda board: board.reset(),
}


def observed(board: Board) -> tuple:
    """Return everything that can be seen of a board."""
    return (
        board.fingerprint(),
        board.fen(),
        board.fen(shredder=True, en_passant="fen"),
        board.turn,
        board.castling_rights,
        board.ep_square,
        board.halfmove_clock,
        board.fullmove_number,
        board.chess960,
        board.zobrist_key,
        board.material,
        board.piece_square_scores,
        board.phase,
        board.checkers_mask(),
        board.promoted,
        board.clean_castling_rights(),
        board.status(),
        [board.pin_mask(color, square) for color in (True, False) for square in range(64)],
        [int(move) for move in board.legal_moves],
        [int(move) for move in board.pseudo_legal_moves],
        [int(move) for move in board.move_stack],
        [board.piece_type_at(square) for square in range(64)],
        [board.color_at(square) for square in range(64)],
        board.is_repetition(2),
        board.is_game_over(),
    )


def chosen(board: Board, choice: int) -> Move | None:
    """Return the move that a number chooses: now and then the null move, None at the end."""
    moves = list(board.legal_moves)
    if choice % 16 == 0 and not board.is_check():
        return Move.null()
    return moves[choice % len(moves)] if moves else None


@given(a_start, choices)
def test_taking_back_restores_everything(start, choices):
    board = start.board()
    before = []
    for choice in choices:
        move = chosen(board, choice)
        if move is None:
            break
        before.append((observed(board), move))
        board.push(move)
    while before:
        expected, move = before.pop()
        assert board.pop() == move
        assert observed(board) == expected


@given(a_start, choices)
def test_the_position_is_consistent_after_every_push_and_pop(start, choices):
    board = start.board()
    board.validate()
    for choice in choices:
        move = chosen(board, choice)
        if move is None:
            break
        board.push(move)
        board.validate()
    while board.move_stack:
        board.pop()
        board.validate()


@given(a_start, choices)
def test_a_board_that_was_played_to_equals_one_that_was_set_up(start, choices):
    board = start.board()
    for choice in choices:
        move = chosen(board, choice)
        if move is None:
            break
        board.push(move)
        text = board.fen(en_passant="fen", promoted=True)
        fresh = Board(text, chess960=start.chess960)
        assert board.zobrist_key == fresh.zobrist_key
        assert board.material == fresh.material
        assert board.piece_square_scores == fresh.piece_square_scores
        assert board.phase == fresh.phase
        assert board.fingerprint() == fresh.fingerprint()


@given(a_start, choices, choices)
def test_a_copy_goes_its_own_way(start, choices, others):
    board = start.board()
    for choice in choices:
        move = chosen(board, choice)
        if move is not None:
            board.push(move)
    before = observed(board)
    twin = board.copy()
    assert observed(twin) == before
    for choice in others:
        move = chosen(twin, choice)
        if move is not None:
            twin.push(move)
    assert observed(board) == before
    while twin.move_stack:
        twin.pop()
    assert twin.fingerprint() == start.board().fingerprint()
    assert observed(board) == before


def is_consistent(board: Board) -> bool:
    """Validate a board; one without a king a side refuses, but only after all else was right."""
    try:
        board.validate()
    except ImpossiblePositionError:
        return [(side & board.kings).bit_count() for side in board.occupied_co] != [1, 1]
    return True


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_taking_back_restores_everything_on_impossible_boards(seed, chess960):
    rng = random.Random(seed)
    for _ in range(30):
        board = Board(scattered(rng), chess960=chess960)
        before = []
        for _ in range(12):
            before.append(observed(board))
            moves = list(board.pseudo_legal_moves)
            legal = list(board.legal_moves)
            if legal and rng.random() < 0.5:
                board.push(rng.choice(legal))
            elif moves and rng.random() < 0.9:
                board.push_unchecked(rng.choice(moves))
            else:
                board.push(Move.null())
            assert is_consistent(board)
            text = board.fen(en_passant="fen", promoted=True)
            assert Board(text, chess960=chess960).fingerprint() == board.fingerprint(), text
        while before:
            board.pop()
            assert observed(board) == before.pop()
            assert is_consistent(board)


@pytest.mark.parametrize("chess960", [False, True])
def test_a_pop_takes_back_what_hands_have_changed(chess960):
    board = Board("r3k2r/8/8/8/3p4/8/4P3/R3K2R w KQkq - 5 30", chess960=chess960)
    before = observed(board)
    board.push_uci("e2e4")
    board.turn = True
    board.castling_rights = 0
    board.ep_square = None
    board.halfmove_clock = 77
    board.fullmove_number = 88
    board.validate()
    assert board.pop().uci() == "e2e4"
    assert observed(board) == before
    board.validate()


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize(
    "fen", ["r3k2r/8/8/8/8/8/P7/R3K2R w KQkq -", "8/8/8/k7/8/8/P7/1R3KR1 w GB -"]
)
def test_the_rules_are_not_taken_back(fen, chess960):
    board, oracle = Board(fen, chess960=chess960), chess.Board(fen, chess960=chess960)
    for either in (board, oracle):
        either.push_uci("a2a3")
        either.chess960 = not chess960
        either.pop()
    assert board.chess960 is oracle.chess960 is not chess960
    board.validate()
    oracle.castling_rights = board.castling_rights
    assert board.clean_castling_rights() == oracle.clean_castling_rights()
    assert sorted(map(str, board.legal_moves)) == sorted(map(str, oracle.legal_moves))


@pytest.mark.parametrize("by_hand", BY_HAND)
def test_pieces_set_by_hand_end_the_history(by_hand):
    board = Board()
    board.push_uci("e2e4")
    BY_HAND[by_hand](board)
    assert board.move_stack == []
    board.validate()
    twin = Board(board.fen(en_passant="fen", promoted=True), chess960=board.chess960)
    twin.castling_rights = board.castling_rights  # text has only those that count
    assert observed(twin) == observed(board)
    with pytest.raises(IndexError):
        board.pop()


def test_a_pawn_may_have_been_promoted_before():
    board = Board("1n2k3/P~7/8/8/8/8/8/4K3 w - - 0 1")
    for text in ("a7a8q", "a7b8n"):
        board.push_uci(text)
        board.validate()
        assert board.promoted == 1 << board.peek().to_square
        board.pop()
        assert board.promoted == 1 << 48


def test_random_games_are_consistent_to_the_end():
    for rng, start in games(STARTS, 100):
        for board in play(rng, start, 200):
            board.validate()
        while board.move_stack:
            board.pop()
            board.validate()
        assert board.fingerprint() == start.board().fingerprint()


@pytest.mark.parametrize("chess960", [False, True])
def test_a_null_move_passes_the_turn_and_nothing_else(chess960):
    board = Board("4k3/8/8/8/3pP3/8/8/4K2R b K e3 7 30", chess960=chess960)
    before = observed(board)
    board.push(Move.null())
    board.validate()
    assert board.fen() == "4k3/8/8/8/3pP3/8/8/4K2R w K - 8 31"
    assert board.ep_square is None
    assert board.peek() == Move.null()
    assert board.pop() == Move.null()
    assert observed(board) == before


def test_null_moves_return_to_the_same_key():
    board = Board()
    key = board.zobrist_key
    board.push(Move.null())
    assert board.zobrist_key != key
    board.push(Move.null())
    assert board.zobrist_key == key


def test_a_long_game():
    board = Board()
    start = observed(board)
    prints = []
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    for ply in range(3000):
        prints.append(board.fingerprint())
        board.push_uci(shuffle[ply % 4])
    assert board.halfmove_clock == 3000
    assert board.fullmove_number == 1501
    assert len(board.move_stack) == 3000
    assert board.is_repetition(751)
    assert not board.is_repetition(752)
    twin = board.copy()
    for either in (board, twin):
        for ply in reversed(range(3000)):
            assert either.pop().uci() == shuffle[ply % 4]
            assert either.fingerprint() == prints[ply]
    assert observed(board) == start
    assert observed(twin) == start


def test_a_copy_without_its_history():
    board = Board()
    board.push_uci("e2e4")
    copy = board.copy(stack=False)
    assert copy.move_stack == []
    assert copy.fingerprint() == board.fingerprint()
    with pytest.raises(IndexError):
        copy.pop()
    assert board.pop().uci() == "e2e4"


def test_a_copy_is_of_the_same_type():
    class Mine(Board):
        pass

    assert type(Mine().copy()) is Mine
    assert type(Board().copy()) is Board


def test_the_stack():
    board = Board()
    with pytest.raises(IndexError, match="pop from a board without moves"):
        board.pop()
    with pytest.raises(IndexError, match="peek at a board without moves"):
        board.peek()
    board.push_uci("e2e4")
    board.push_uci("e7e5")
    assert [move.uci() for move in board.move_stack] == ["e2e4", "e7e5"]
    assert board.peek().uci() == "e7e5"


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_an_unchecked_move_is_the_same_move(seed, chess960):
    rng = random.Random(seed)
    for _ in range(60):
        board = Board(scattered(rng), chess960=chess960)
        for move in list(board.legal_moves):
            twin = board.copy()
            twin.push(move)
            board.push_unchecked(move)
            assert board.fingerprint() == twin.fingerprint()
            assert list(board.legal_moves) == list(twin.legal_moves)
            board.pop()


def test_any_move_of_ones_own_piece_leaves_a_consistent_board():
    for start in STARTS:
        board = start.board()
        for origin in range(64):
            for target in range(64):
                if origin != target and board.color_at(origin) == board.turn:
                    try:
                        board.push_unchecked(Move(origin, target))
                    except IllegalMoveError:
                        continue
                    assert is_consistent(board)
                    board.legal_moves.count()
                    board.pop()
