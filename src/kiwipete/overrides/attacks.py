"""Attacks and checks on boards that say themselves what attacks what."""

from __future__ import annotations

from kiwipete._core.base_board import BaseBoard
from kiwipete._core.square_set import SquareSet
from kiwipete.bitboards import BB_ALL, BB_EMPTY, BB_SQUARES, between, ray, scan_forward
from kiwipete.board import Board
from kiwipete.overrides import asks
from kiwipete.squares import Bitboard, Color, PieceType, Square, square_file
from kiwipete.status import Status

_ABOUT_CHECKS = Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK


@asks("pieces_mask")
def pieces(board: Board, piece_type: PieceType, color: Color) -> SquareSet:
    """Return the squares of the pieces of a type and colour."""
    return SquareSet(board.pieces_mask(piece_type, color))


@asks("attacks_mask")
def attacks(board: Board, square: Square) -> SquareSet:
    """Return the squares that the piece on a square attacks."""
    return SquareSet(board.attacks_mask(square))


@asks("attackers_mask")
def attackers(
    board: Board, color: Color, square: Square, occupied: Bitboard | None = None
) -> SquareSet:
    """Return the squares of the pieces of a colour that attack a square."""
    return SquareSet(_attackers_mask(board, color, square, occupied))


@asks("attackers_mask")
def is_attacked_by(
    board: Board, color: Color, square: Square, occupied: Bitboard | None = None
) -> bool:
    """Return True if a piece of a colour attacks a square."""
    return bool(_attackers_mask(board, color, square, occupied))


def _attackers_mask(
    board: Board, color: Color, square: Square, occupied: Bitboard | None
) -> Bitboard:
    # An override need not know the third argument if nobody gives one.
    if occupied is None:
        return board.attackers_mask(color, square)
    return board.attackers_mask(color, square, occupied)


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


@asks("pin_mask")
def pin(board: Board, color: Color, square: Square) -> SquareSet:
    """Return the line to which the piece on a square is pinned, or all squares."""
    return SquareSet(board.pin_mask(color, square))


@asks("pin_mask")
def is_pinned(board: Board, color: Color, square: Square) -> bool:
    """Return True if the piece on a square is pinned to its king."""
    return board.pin_mask(color, square) != BB_ALL


@asks("king", "attackers_mask")
def checkers_mask(board: Board) -> Bitboard:
    """Return the pieces that give check to the side to move."""
    king = board.king(board.turn)
    return BB_EMPTY if king is None else board.attackers_mask(not board.turn, king)


@asks("checkers_mask")
def checkers(board: Board) -> SquareSet:
    """Return the squares of the pieces that give check to the side to move."""
    return SquareSet(board.checkers_mask())


@asks("checkers_mask")
def is_check(board: Board) -> bool:
    """Return True if the side to move is in check."""
    return bool(board.checkers_mask())


@asks("king", "is_attacked_by")
def was_into_check(board: Board) -> bool:
    """Return True if the side that has just moved is in check."""
    king = board.king(not board.turn)
    return king is not None and board.is_attacked_by(board.turn, king)


@asks("checkers_mask", "was_into_check")
def status(board: Board) -> Status:
    """Return everything that is wrong with the position."""
    found = Board.status(board) & ~Status.OPPOSITE_CHECK
    if not board.checkers_mask():
        found &= ~_ABOUT_CHECKS
    return found | Status.OPPOSITE_CHECK if board.was_into_check() else found


@asks("status")
def is_valid(board: Board) -> bool:
    """Return True if nothing is wrong with the position."""
    return board.status() == Status.VALID
