"""The ways to castle, and what must not be attacked for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kiwipete._core.move import Move
from kiwipete.bitboards import BB_RANK_1, BB_RANK_8, BB_SQUARES, between, lsb, scan_reversed
from kiwipete.board import Board
from kiwipete.squares import WHITE, Bitboard, square_file


class CastlingWay(NamedTuple):
    """A castling move with its squares free, and dangers: squares and what is occupied then."""

    move: Move
    dangers: tuple[tuple[Bitboard, Bitboard], ...]


def castling_ways(board: Board, from_mask: Bitboard, rook_mask: Bitboard) -> Iterator[CastlingWay]:
    """Yield the castling moves of the side to move that nothing stands in the way of."""
    home = BB_RANK_1 if board.turn == WHITE else BB_RANK_8
    kings = board.kings & board.occupied_co[board.turn] & ~board.promoted & home & from_mask
    if not kings:
        return
    king = lsb(kings)
    for rook in scan_reversed(board.clean_castling_rights() & home & rook_mask):
        king_to = (king & 56) + (6 if rook > king else 2)
        rook_to = (king & 56) + (5 if rook > king else 3)
        pieces = BB_SQUARES[king] | BB_SQUARES[rook]
        others = board.occupied & ~pieces
        arrival = BB_SQUARES[king_to]
        path = between(king, king_to)
        if others & (path | arrival | between(rook, rook_to) | BB_SQUARES[rook_to]):
            continue
        by_rook = board.chess960 or square_file(king) != 4
        yield CastlingWay(
            Move(king, rook if by_rook else king_to),
            (
                (path | BB_SQUARES[king], board.occupied & ~BB_SQUARES[king]),
                (arrival, others | BB_SQUARES[rook_to]),
            ),
        )
