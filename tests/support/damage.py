"""Boards with one bit of their position flipped: proof that damage is noticed."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

from kiwipete import Board, InconsistentPositionError

KEY_AT = 128  # where in a position its key stands: behind the boards and the mailbox


def _address(board: Board) -> int:
    """Return where the position of a board lies in memory: found by its key."""
    memory = ctypes.string_at(id(board), Board.__base__.__basicsize__)
    return id(board) + memory.index(board.zobrist_key.to_bytes(8, "little")) - KEY_AT


def _flip(address: int, index: int) -> None:
    ctypes.c_uint8.from_address(address + index // 8).value ^= 1 << index % 8


@contextmanager
def flipped(board: Board, index: int) -> Iterator[Board]:
    """Flip one bit of a board's position, and flip it back. Ask nothing that trusts the board."""
    address = _address(board)
    _flip(address, index)
    try:
        yield board
    finally:
        _flip(address, index)


def spoil_key(board: Board) -> None:
    """Make the key of a board wrong for good, which harms nobody."""
    _flip(_address(board), 8 * KEY_AT)


def damage(board: Board, index: int) -> tuple[str | None, int]:
    """Return what `validate` and `fingerprint` say if one bit of a position is flipped."""
    with flipped(board, index):
        try:
            board.validate()
        except InconsistentPositionError as error:
            return str(error), board.fingerprint()
        except ValueError as error:
            return f"impossible: {error}", board.fingerprint()
        return None, board.fingerprint()
