"""Where pieces stand, on boards that override how a square or a king is looked up."""

from __future__ import annotations

from typing import cast

from kiwipete._core.base_board import BaseBoard
from kiwipete._core.piece import Piece
from kiwipete.attack_tables import between, ray
from kiwipete.bitboards import BB_ALL, BB_SQUARES, scan_forward, scan_reversed
from kiwipete.overrides.general import asks
from kiwipete.squares import SQUARES_180, WHITE, Bitboard, Color, Square, square_file


@asks("piece_type_at", base_only=True)
def piece_at(board: BaseBoard, square: Square) -> Piece | None:
    """Return the piece on a square, or None."""
    piece_type = board.piece_type_at(square)
    if piece_type is None:
        return None
    return Piece(piece_type, bool(board.occupied_co[WHITE] & BB_SQUARES[square]))


@asks("piece_at", base_only=True)
def piece_map(board: BaseBoard, *, mask: Bitboard = BB_ALL) -> dict[Square, Piece]:
    """Return the pieces by square, from h8 down, on the squares of a set."""
    occupied = scan_reversed(board.occupied & mask)
    return {square: cast(Piece, board.piece_at(square)) for square in occupied}


@asks("piece_at", base_only=True)
def board_fen(board: BaseBoard, *, promoted: bool = False) -> str:
    """Return the placement as the first field of a FEN."""
    text = ""
    empty = 0
    for square in SQUARES_180:
        piece = board.piece_at(square)
        if piece is None:
            empty += 1
        else:
            mark = "~" if promoted and board.promoted & BB_SQUARES[square] else ""
            text += f"{empty or ''}{piece.symbol()}{mark}"
            empty = 0
        if square_file(square) == 7:
            text += f"{empty or ''}/"
            empty = 0
    return text.removesuffix("/")


@asks("king", base_only=True)
def pin_mask(board: BaseBoard, color: Color, square: Square) -> Bitboard:
    """Return the line to which the piece on a square is pinned, or all squares."""
    king = board.king(color)
    if king is None or between(king, square) & board.occupied:
        return BB_ALL
    line = ray(king, square)
    straight = square_file(king) == square_file(square) or king // 8 == square // 8
    sliders = board.queens | (board.rooks if straight else board.bishops)
    for pinner in scan_forward(line & sliders & board.occupied_co[not color]):
        on_the_way = between(king, pinner)
        if (
            on_the_way & BB_SQUARES[square]
            and not on_the_way & board.occupied & ~BB_SQUARES[square]
        ):
            return line
    return BB_ALL
