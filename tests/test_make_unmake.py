"""Make and unmake: whatever is played, taking it back leaves nothing behind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiwipete import Board, Move
from tests.random_play import STARTS, games, play

# A game is a start and numbers that choose among the legal moves.
a_start = st.sampled_from(STARTS)
choices = st.lists(st.integers(0, 2**16), max_size=60)


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
        board.pinned_mask(),
        [int(move) for move in board.legal_moves],
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
        fresh = Board(board.fen(en_passant="fen"), chess960=start.chess960)
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
    board.move_stack.clear()
    assert len(board.move_stack) == 2
