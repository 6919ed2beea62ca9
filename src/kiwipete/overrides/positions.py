"""Positions: set up, looked up and written by boards that do parts of it themselves."""

from __future__ import annotations

from typing import Any, cast

from kiwipete._core.base_board import BaseBoard
from kiwipete._core.piece import Piece
from kiwipete.bitboards import BB_ALL, BB_SQUARES, scan_reversed
from kiwipete.board import EMPTY_FEN, Board, EnPassantSpec
from kiwipete.overrides import asks
from kiwipete.positions import STARTING_FEN
from kiwipete.squares import SQUARE_NAMES, SQUARES_180, WHITE, Bitboard, Square, square_file

# Setting up.


@asks("clear", "reset", "set_fen")
def __init__(board: Board, fen: str | None = STARTING_FEN, *, chess960: bool = False) -> None:
    """Set up a board by the methods that set one up."""
    Board.__init__(board, None, chess960=chess960)
    if fen is None:
        board.clear()
    elif fen == STARTING_FEN:
        board.reset()
    else:
        board.set_fen(fen)


@asks("reset_board", "set_fen")
def reset(board: Board) -> None:
    """Set up the start position and forget all moves."""
    Board.set_fen(board, STARTING_FEN)
    board.reset_board()


@asks("clear_board", "set_fen")
def clear(board: Board) -> None:
    """Remove all pieces, rights and moves and reset the counters."""
    Board.set_fen(board, EMPTY_FEN)
    board.clear_board()


def _forgets_moves(name: str) -> None:
    """Note a method that calls `clear_stack` after the kernel has forgotten the moves."""
    by_kernel = getattr(Board, name)

    def method(board: Board, *arguments: Any, **named: Any) -> Any:
        answer = by_kernel(board, *arguments, **named)
        board.clear_stack()
        return answer

    method.__doc__ = by_kernel.__doc__
    asks("clear_stack", name=name)(method)


for _name in (
    "clear_board",
    "put",
    "remove_piece_at",
    "set_board_fen",
    "set_castling_fen",
    "set_fen",
    "set_piece_at",
):
    _forgets_moves(_name)


# Looking up squares.


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


# Writing.


@asks(
    "board_fen",
    "castling_shredder_fen",
    "castling_xfen",
    "has_legal_en_passant",
    "has_pseudo_legal_en_passant",
)
def position_fen(
    board: Board,
    *,
    shredder: bool = False,
    en_passant: EnPassantSpec = "legal",
    promoted: bool | None = None,
) -> str:
    """Return the first four fields of the FEN."""
    if en_passant == "legal":
        names_square = board.has_legal_en_passant()
    elif en_passant == "xfen":
        names_square = board.has_pseudo_legal_en_passant()
    elif en_passant == "fen":
        names_square = True
    else:
        raise ValueError(f"en_passant is 'legal', 'xfen' or 'fen', not {en_passant!r}")
    square = board.ep_square if names_square else None
    fields = [
        board.board_fen(promoted=promoted),
        "w" if board.turn == WHITE else "b",
        board.castling_shredder_fen() if shredder else board.castling_xfen(),
        "-" if square is None else SQUARE_NAMES[square],
    ]
    return " ".join(fields)


@asks("epd", "position_fen")
def fen(
    board: Board,
    *,
    shredder: bool = False,
    en_passant: EnPassantSpec = "legal",
    promoted: bool | None = None,
) -> str:
    """Return the position as FEN text."""
    position = board.epd(shredder=shredder, en_passant=en_passant, promoted=promoted)
    return f"{position} {board.halfmove_clock} {board.fullmove_number}"


@asks("epd", "position_fen")
def shredder_fen(
    board: Board, *, en_passant: EnPassantSpec = "legal", promoted: bool | None = None
) -> str:
    """Return the position as FEN text with castling rooks named by their files."""
    return fen(board, shredder=True, en_passant=en_passant, promoted=promoted)
