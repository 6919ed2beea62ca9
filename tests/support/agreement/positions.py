"""Positions in step on two boards: games, impossible placements, and boards changed by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import ModuleType

import chess

from tests.support.agreement.arguments import any_mask, hand, impossible_fen, move_source
from tests.support.agreement.changes import CHANGES, PIECE_CHANGES, any_piece_map, push_move
from tests.support.agreement.pair import Difference, Pair
from tests.support.agreement.questions import (
    ALONE,
    BASE,
    EVERY_MOVE,
    SWEEPS,
    VALUES,
    WITH_ARGUMENTS,
)
from tests.support.random_play import Start


def weight(board: chess.Board, move: chess.Move) -> int:
    """Return how much a move is preferred: the rarer, the more."""
    if board.is_en_passant(move):
        return 200
    if board.is_castling(move):
        return 100
    if move.promotion:
        return 20
    return 12 if board.gives_check(move) else 2 if board.is_capture(move) else 4


def choose(rng: random.Random, board: chess.Board, *, shuffling: bool) -> chess.Move | None:
    """Choose a rare move, one that takes the last one back, or now and then the null move."""
    moves = sorted(board.legal_moves, key=str)
    if not moves or rng.random() < 0.02:
        return None if board.is_game_over() else chess.Move.null()
    if shuffling and len(board.move_stack) >= 2 and rng.random() < 0.8:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves:
            return back
    return rng.choices(moves, [weight(board, move) for move in moves])[0]


def game(rng: random.Random, module: ModuleType, start: Start, plies: int) -> Iterator[Pair]:
    """Play a game on both boards; yield them before the first move and after each."""
    pair = Pair(module, f"board = chess.Board({start.fen!r}, chess960={start.chess960})")
    shuffling = rng.random() < 0.25
    yield pair
    for _ in range(plies):
        move = choose(rng, pair.oracle, shuffling=shuffling)
        if move is None:
            return
        pair.run(f"board.push({move_source(move)})")
        yield pair
        if rng.random() < 0.05:
            pair.run("board.pop()")
            yield pair


def impossible_start(rng: random.Random, module: ModuleType) -> Pair:
    """Set up what no game can reach, by FEN or by hand."""
    if rng.random() < 0.6:
        line = f"board = chess.Board({impossible_fen(rng)!r}, chess960={rng.random() < 0.5})"
        return Pair(module, line)
    pair = Pair(module, f"board = chess.Board.empty(chess960={rng.random() < 0.5})")
    pair.run(f"board.set_piece_map({any_piece_map(rng)})")
    pair.run(f"board.turn = {rng.random() < 0.5}")
    rights = rng.choice([pair.oracle.rooks & chess.BB_BACKRANKS, any_mask(rng, pair.oracle)])
    pair.run(f"board.castling_rights = {rights:#x}")
    pair.run(f"board.ep_square = {rng.choice([None, rng.randrange(64)])}")
    return pair


def impossible(rng: random.Random, module: ModuleType, plies: int) -> Iterator[Pair]:
    """Play pseudo-legal moves from an impossible position, and take them back."""
    pair = impossible_start(rng, module)
    yield pair
    for _ in range(plies):
        pair.run(push_move(rng, pair.oracle))
        yield pair
    while pair.oracle.move_stack:
        pair.run("board.pop()")
    yield pair


def edited(rng: random.Random, module: ModuleType, changes: int) -> Iterator[Pair]:
    """Change a board by hand, and yield it after each change."""
    pair = Pair(module, "board = chess.Board()")
    for _ in range(changes):
        pair.run(rng.choice(CHANGES)(rng, pair.oracle))
        yield pair


def edited_base(rng: random.Random, module: ModuleType, changes: int) -> Iterator[Pair]:
    """Change the pieces of a BaseBoard by hand, and yield it after each change."""
    pair = Pair(module, "board = chess.BaseBoard()")
    for _ in range(changes):
        pair.run(rng.choice(PIECE_CHANGES)(rng, pair.oracle))
        yield pair


def differences(rng: random.Random, pair: Pair, *, hands: int = 2) -> Iterator[Difference]:
    """Ask a pair of boards everything; costly questions rarely."""
    yield from pair.ask(ALONE)
    for _ in range(hands):
        arguments = hand(rng, pair.oracle)
        yield from pair.ask(WITH_ARGUMENTS, arguments)
    yield from pair.ask(VALUES)
    pair.compare_state()  # the questions have changed nothing


def found(rng: random.Random, pairs: Iterator[Pair], *, hands: int = 2) -> Iterator[Difference]:
    """Ask everything at every position, until a change itself is answered differently."""
    try:
        for pair in pairs:
            yield from differences(rng, pair, hands=hands)
    except Difference as difference:
        yield difference


def sweeps(pair: Pair) -> Iterator[Difference]:
    """Ask about every move and every square."""
    for names in pair.names:
        exec(EVERY_MOVE, names)
    yield from pair.ask(SWEEPS)


def base_differences(rng: random.Random, pair: Pair, *, hands: int = 2) -> Iterator[Difference]:
    """Ask a pair of BaseBoards everything."""
    board = chess.Board(None)
    board.set_board_fen(pair.oracle.board_fen())
    for _ in range(hands):
        yield from pair.ask(BASE, hand(rng, board))
    pair.compare_state()
