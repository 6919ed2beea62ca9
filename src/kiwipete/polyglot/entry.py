"""One entry of an opening book, and its move in 16 bits.

Bits 0 to 5 are the target square, 6 to 11 the origin, 12 to 14 the promotion: 1 is a knight,
4 a queen. Castling is written as king takes rook.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from kiwipete._core.move import Move, own_move
from kiwipete.board import Board
from kiwipete.errors import IllegalMoveError
from kiwipete.polyglot.hashing import zobrist_hash
from kiwipete.squares import KNIGHT, QUEEN

__all__ = ["ENTRY_STRUCT", "Entry", "make_entry", "raw_move_on", "read_entry", "written_for"]

ENTRY_STRUCT = struct.Struct(">QHHI")


class Entry(NamedTuple):
    """An entry of an opening book.

    `raw_move` is the move as the book stores it, and `move` the same as a Move. `weight` is its
    relative frequency, and `learn` is for engines that learn.
    """

    key: int
    raw_move: int
    weight: int
    learn: int
    move: Move


def make_entry(board: Board, move: Move, weight: int = 1, learn: int = 0) -> Entry:
    """Return the entry for a legal move on a board.

    >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    >>> entry = make_entry(board, board.parse_san("O-O"), weight=7)
    >>> hex(entry.raw_move), entry.weight, entry.move
    ('0x107', 7, Move.from_uci('e1g1'))
    """
    move = own_move(move)
    if not board.is_legal(move):
        raise IllegalMoveError(f"illegal move {move} in {board.fen()}")
    raw_move = raw_move_on(board, move)
    return Entry(zobrist_hash(board), raw_move, weight, learn, move)


def raw_move_on(board: Board, move: Move) -> int:
    """Return a legal move of a board as books store it.

    >>> hex(raw_move_on(kiwipete.Board("8/4P3/8/8/8/8/8/K1k5 w - - 0 1"), Move.from_uci("e7e8q")))
    '0x4d3c'
    """
    if board.is_castling(move):
        move = Move.from_uci(board.uci(move, chess960=True))
    promotion = 0 if move.promotion is None else move.promotion - KNIGHT + 1
    return promotion << 12 | move.from_square << 6 | move.to_square


def read_entry(data: bytes) -> Entry:
    """Decode an entry from 16 bytes of a book.

    Castling stays king takes rook, because only a board can recognise it. Drops and promotions
    to a king, which are not moves of chess, become the null move.

    >>> read_entry(bytes.fromhex("463b96181691fc9c 031c 0005 00000000")).move
    Move.from_uci('e2e4')
    """
    key, raw_move, weight, learn = ENTRY_STRUCT.unpack(data)
    return Entry(key, raw_move, weight, learn, _move(raw_move))


def _move(raw_move: int) -> Move:
    from_square, to_square = raw_move >> 6 & 63, raw_move & 63
    promotion = raw_move >> 12 & 7
    if promotion == 0:
        return Move(from_square, to_square)
    piece_type = KNIGHT + promotion - 1
    if from_square == to_square or piece_type > QUEEN:
        return Move.null()
    return Move(from_square, to_square, piece_type)


def written_for(board: Board, move: Move) -> Move:
    """Return a move of a book as a board writes it.

    In standard chess castling is the king's two squares.

    >>> board = kiwipete.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    >>> written_for(board, Move.from_uci("e1h1"))
    Move.from_uci('e1g1')
    """
    if board.chess960 or not board.is_castling(move):
        return move
    return Move.from_uci(board.uci(move, chess960=False))
