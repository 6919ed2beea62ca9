"""The hash keys of positions in opening books."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from kiwipete._core.base_board import BaseBoard
from kiwipete._core.position_board import PositionBoard, polyglot_key
from kiwipete.bitboards import BB_PAWN_ATTACKS
from kiwipete.board import Board
from kiwipete.polyglot.random_words import POLYGLOT_RANDOM_ARRAY
from kiwipete.squares import BLACK, PAWN, WHITE, square_file

__all__ = ["ZobristHasher", "zobrist_hash"]

_CASTLING = 768
_EN_PASSANT = 772
_WHITE_TO_MOVE = 780
_WORDS = struct.Struct("=781Q")


class ZobristHasher:
    """Computes keys from an array of at least 781 random numbers.

    >>> hasher = ZobristHasher(POLYGLOT_RANDOM_ARRAY)
    >>> hasher(kiwipete.Board()) == zobrist_hash(kiwipete.Board())
    True
    >>> ZobristHasher([1, 2, 3])
    Traceback (most recent call last):
        ...
    ValueError: keys need 781 random numbers, not 3
    """

    def __init__(self, array: Iterable[int]) -> None:
        self.array = tuple(array)
        if len(self.array) <= _WHITE_TO_MOVE:
            raise ValueError(
                f"keys need {_WHITE_TO_MOVE + 1} random numbers, not {len(self.array)}"
            )
        try:
            self._words = _WORDS.pack(*self.array[: _WHITE_TO_MOVE + 1])
        except struct.error:
            raise ValueError("random numbers for keys must be integers of 64 bits") from None

    def hash_board(self, board: BaseBoard) -> int:
        """Return the contribution of the pieces to the key."""
        key = 0
        for square, piece in board.piece_map().items():
            key ^= self.array[64 * (2 * (piece.piece_type - 1) + piece.color) + square]
        return key

    def hash_castling(self, board: Board) -> int:
        """Return the contribution of the castling rights to the key."""
        rights = (
            board.has_kingside_castling_rights(WHITE),
            board.has_queenside_castling_rights(WHITE),
            board.has_kingside_castling_rights(BLACK),
            board.has_queenside_castling_rights(BLACK),
        )
        key = 0
        for number, right in enumerate(rights, _CASTLING):
            if right:
                key ^= self.array[number]
        return key

    def hash_ep_square(self, board: Board) -> int:
        """Return the contribution of the en passant file to the key.

        It counts if a pawn could capture en passant, legally or not.
        """
        square = board.ep_square
        if square is None:
            return 0
        if not BB_PAWN_ATTACKS[not board.turn][square] & board.pieces_mask(PAWN, board.turn):
            return 0
        return self.array[_EN_PASSANT + square_file(square)]

    def hash_turn(self, board: Board) -> int:
        """Return the contribution of white's turn to the key."""
        return self.array[_WHITE_TO_MOVE] if board.turn == WHITE else 0

    def __call__(self, board: Board) -> int:
        """Return the key of a position."""
        if type(self) is ZobristHasher and isinstance(board, PositionBoard):
            return polyglot_key(board, self._words)
        return (
            self.hash_board(board)
            ^ self.hash_castling(board)
            ^ self.hash_ep_square(board)
            ^ self.hash_turn(board)
        )


_hasher = ZobristHasher(POLYGLOT_RANDOM_ARRAY)
_words = _hasher._words


def zobrist_hash(board: Board) -> int:
    """Return the key of a position in opening books.

    >>> board = kiwipete.Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> hex(zobrist_hash(board))
    '0x823c9b50fd114196'
    """
    # Call the kernel directly: one more call would cost as much as the key.
    if isinstance(board, PositionBoard):
        return polyglot_key(board, _words)
    return _hasher(board)
