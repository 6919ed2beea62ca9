"""Pickles that somebody has tampered with: they raise or make a consistent board; none crashes."""

from __future__ import annotations

import pickle
import random

import chess
import pytest

from kiwipete import BaseBoard, Board, ImpossiblePositionError, Move
from kiwipete._core.game_board import restore_board
from kiwipete._core.move import restore_move

GOOD = (Board().__reduce__()[1][1], [])


def stored(**changes: object) -> tuple:
    """Return what is stored of the start position, with some of it changed."""
    names = ["mailbox", "promoted", "rights", "en_passant", "clock", "number", "turn", "chess960"]
    return tuple(changes.get(name, value) for name, value in zip(names, GOOD[0], strict=True))


@pytest.mark.parametrize(
    "position",
    [
        None,
        (),
        [],
        "position",
        GOOD[0][:-1],
        (*GOOD[0], 0),
        stored(mailbox=b""),
        stored(mailbox=bytes(63)),
        stored(mailbox=bytes(65)),
        stored(mailbox=bytes([13]) * 64),
        stored(mailbox=bytes([255]) * 64),
        stored(mailbox="0" * 64),
        stored(mailbox=[0] * 64),
        stored(mailbox=None),
        stored(promoted=None),
        stored(promoted=1.5),
        stored(rights=None),
        stored(rights="KQkq"),
        stored(en_passant=65),
        stored(en_passant=-1),
        stored(en_passant=2**70),
        stored(en_passant=None),
        stored(clock=-1),
        stored(clock=2**32),
        stored(clock=None),
        stored(number=-1),
        stored(number=2**64),
        stored(turn=2),
        stored(turn=-1),
        stored(turn="w"),
        stored(chess960=2),
        stored(chess960=None),
    ],
    ids=str,
)
def test_nonsense_is_not_restored(position):
    with pytest.raises((TypeError, ValueError)):
        restore_board(Board, position, [])
    with pytest.raises((TypeError, ValueError)):
        restore_board(Board, GOOD[0], [(position, 796)])


@pytest.mark.parametrize(
    "history",
    [
        *(None, 1, [1], [()], [(GOOD[0],)], [(GOOD[0], 796, 0, 0)]),
        *([(GOOD[0], move)] for move in (-1, 2**16, 6 << 12, None, "e2e4")),
        *([(GOOD[0], 796, odd)] for odd in (-1, 0x07, 0x70, 0x100, None, "P")),
    ],
    ids=str,
)
def test_no_history_is_restored_from_nonsense(history):
    with pytest.raises((TypeError, ValueError)):
        restore_board(Board, GOOD[0], history)


@pytest.mark.parametrize("cls", [None, 1, int, list, BaseBoard, Move, chess.Board, type])
def test_only_boards_are_restored(cls):
    with pytest.raises((TypeError, ValueError)):
        restore_board(cls, *GOOD)


@pytest.mark.parametrize("value", [None, -1, 2**16, 6 << 12, 7 << 12, "e2e4", 1.5])
def test_no_move_is_restored_from_nonsense(value):
    with pytest.raises((TypeError, ValueError)):
        restore_move(value)


@pytest.mark.parametrize("rights", [0, 2**64 - 1, -1, 2**70, 0x8100000000000081])
@pytest.mark.parametrize("promoted", [0, 2**64 - 1, -1, 2**200])
def test_whatever_is_restored_is_consistent(promoted, rights):
    for en_passant in range(65):
        changed = stored(promoted=promoted, rights=rights, en_passant=en_passant)
        board = restore_board(Board, changed, [(changed, 796)])
        for _ in range(2):
            board.validate()
            list(board.legal_moves)
            twin = pickle.loads(pickle.dumps(board))
            assert twin.fingerprint() == board.fingerprint()
            if board.move_stack:
                board.pop()


def any_value(rng: random.Random) -> object:
    """Return something that a tampered store may hold in place of anything."""
    return rng.choice(
        [
            rng.randrange(-2, 70),
            rng.getrandbits(rng.choice([1, 8, 16, 32, 64, 100])),
            -rng.getrandbits(64),
            bytes(rng.choices(range(13), k=64)),
            bytes(rng.choices([12, 12, 12, 5, 11, 0, 6], k=64)),
            rng.randbytes(rng.choice([0, 63, 64, 65])),
            rng.choice([None, True, 1.5, "w", (), [], {}, Board()]),
        ]
    )


def test_no_value_in_a_store_makes_anything_crash():
    rng = random.Random(23)
    restored = refused = 0
    for _ in range(20_000):
        positions = [list(GOOD[0]) for _ in range(3)]
        for position in positions:
            if rng.random() < 0.7:
                position[rng.randrange(8)] = any_value(rng)
        moves = [rng.randrange(2**16) if rng.random() < 0.5 else 796 for _ in range(2)]
        first, second, last = map(tuple, positions)
        try:
            board = restore_board(Board, last, list(zip([first, second], moves, strict=True)))
        except (TypeError, ValueError):
            refused += 1
        else:
            restored += 1
            check(board)
    assert restored > 1000
    assert refused > 1000


def check(board: Board) -> None:
    """Prove a board consistent at each of its moves, and use it."""
    while True:
        try:
            board.validate()
        except ImpossiblePositionError:
            assert not board.is_valid()
        len(board.legal_moves)
        if not board.move_stack:
            return
        board.pop()
