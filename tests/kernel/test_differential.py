"""Thousands of random positions, compared with python-chess and with Stockfish."""

from __future__ import annotations

from collections import Counter

import chess
import pytest

from kiwipete import Board
from tests.support.deep import share
from tests.support.random_play import CHESS960_STARTS, STANDARD_STARTS, STARTS, Start, games, play

PLIES = 100
SMALL = 640  # games, in parts of 80
LARGE = share(2000, 400)  # games, in parts of 400

VARIANTS = {"standard": STANDARD_STARTS, "chess960": CHESS960_STARTS}


def parts(total: int, size: int) -> pytest.MarkDecorator:
    """Cut the games into parts; a part is known by its first game."""
    return pytest.mark.parametrize(
        ("starts", "first"),
        [
            pytest.param(starts, first, id=f"{name}-{first}")
            for name, starts in VARIANTS.items()
            for first in range(0, total // 2, size)
        ],
    )


def compare_moves(board: Board, oracle: chess.Board) -> None:
    """Compare the legal moves and what they are."""
    moves = list(board.legal_moves)
    expected = {move.uci(): move for move in oracle.legal_moves}
    assert len(moves) == len(expected)
    assert {move.uci() for move in moves} == expected.keys()
    for move in moves:
        twin = expected[move.uci()]
        assert move.is_capture == oracle.is_capture(twin)
        assert move.is_en_passant == oracle.is_en_passant(twin)
        assert move.is_castling == oracle.is_castling(twin)
        assert move.promotion == twin.promotion


def compare(board: Board, oracle: chess.Board) -> None:
    """Compare all that both can tell of a position."""
    compare_moves(board, oracle)
    assert board.fen() == oracle.fen()
    assert board.fen(en_passant="fen") == oracle.fen(en_passant="fen")
    assert board.fen(shredder=True) == oracle.fen(shredder=True)
    assert board.castling_rights == oracle.castling_rights
    assert board.checkers_mask() == oracle.checkers_mask()
    assert board.is_check() == oracle.is_check()
    assert board.is_checkmate() == oracle.is_checkmate()
    assert board.is_stalemate() == oracle.is_stalemate()
    assert board.is_insufficient_material() == oracle.is_insufficient_material()
    for color in (chess.WHITE, chess.BLACK):
        assert board.has_insufficient_material(color) == oracle.has_insufficient_material(color)
    assert board.is_fifty_moves() == oracle.is_fifty_moves()
    assert board.is_seventyfive_moves() == oracle.is_seventyfive_moves()
    for count in (2, 3, 5):
        assert board.is_repetition(count) == oracle.is_repetition(count)
    assert board.is_fivefold_repetition() == oracle.is_fivefold_repetition()
    assert board.is_game_over() == oracle.is_game_over()


def compare_game(rng, start: Start, plies: int) -> None:
    """Play a game on both boards and compare them after every move."""
    oracle = start.oracle()
    for board in play(rng, start, plies):
        if board.move_stack:
            oracle.push(chess.Move.from_uci(board.peek().uci()))
        try:
            compare(board, oracle)
        except AssertionError as difference:
            moves = " ".join(move.uci() for move in board.move_stack)
            message = f"{difference}\nin {board.fen()}\nfrom {start} by {moves}"
            raise AssertionError(message) from difference


def compare_with_stockfish(stockfish, board: Board, depth: int) -> None:
    fen = board.fen(shredder=board.chess960, en_passant="fen")
    expected = stockfish.divide(fen, depth, chess960=board.chess960)
    counted = {move.uci(): count for move, count in board.divide(depth).items()}
    assert counted == expected, fen


@parts(SMALL, 80)
def test_python_chess(starts, first):
    for rng, start in list(games(starts, first + 80))[first:]:
        compare_game(rng, start, PLIES)


@pytest.mark.deep
@parts(LARGE, 400)
def test_python_chess_deep(starts, first):
    for rng, start in list(games(starts, first + 400, seed=7))[first:]:
        compare_game(rng, start, PLIES)


@pytest.mark.deep
@parts(SMALL, 160)
def test_stockfish(starts, first, stockfish):
    for rng, start in list(games(starts, first + 160, seed=1))[first:]:
        for ply, board in enumerate(play(rng, start, PLIES)):
            if ply % 15 == 0:
                compare_with_stockfish(stockfish, board, 3 if ply % 30 == 0 else 2)


@pytest.mark.deep
@parts(LARGE, 400)
def test_stockfish_deep(starts, first, stockfish):
    for rng, start in list(games(starts, first + 400, seed=8))[first:]:
        for ply, board in enumerate(play(rng, start, PLIES)):
            if ply % 10 == 0:
                compare_with_stockfish(stockfish, board, 3)


@pytest.mark.deep
def test_every_chess960_start_has_the_same_moves(stockfish):
    for number in range(0, 960, 5):
        board = Board(chess.Board.from_chess960_pos(number).fen(), chess960=True)
        compare_with_stockfish(stockfish, board, 2)


def test_every_reached_position_is_possible():
    for rng, start in games(STARTS, SMALL):
        for board in play(rng, start, PLIES):
            text = board.fen(en_passant="fen")
            assert Board(text, chess960=start.chess960).is_valid(), text


@pytest.mark.parametrize("name", VARIANTS)
def test_the_games_go_through_the_corners(name):
    seen: Counter[str] = Counter()
    for rng, start in games(VARIANTS[name], SMALL // 2):
        for board in play(rng, start, PLIES):
            move = board.peek() if board.move_stack else None
            seen["positions"] += 1
            seen["castling"] += move is not None and move.is_castling
            seen["en passant"] += move is not None and move.is_en_passant
            seen["promotions"] += move is not None and move.is_promotion
            seen["checks"] += board.is_check()
            seen["double checks"] += board.checkers_mask().bit_count() == 2
            seen["repetitions"] += board.is_repetition(3)
            seen["fifty moves"] += board.is_fifty_moves()
            seen["seventy-five moves"] += board.is_seventyfive_moves()
            seen["insufficient material"] += board.is_insufficient_material()
            seen["ends"] += board.is_checkmate() or board.is_stalemate()
    assert seen["positions"] > 20_000
    assert seen["castling"] > 150
    assert seen["en passant"] > 100
    assert seen["promotions"] > 100
    assert seen["checks"] > 2000
    assert seen["double checks"] > 10
    assert seen["repetitions"] > 1000
    assert seen["fifty moves"] > 200
    assert seen["seventy-five moves"] > 50
    assert seen["insufficient material"] > 20
    assert seen["ends"] > 20
