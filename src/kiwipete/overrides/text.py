"""Positions as text, on boards that write parts of it themselves."""

from __future__ import annotations

from kiwipete.board import Board, EnPassantSpec
from kiwipete.overrides.general import asks
from kiwipete.squares import SQUARE_NAMES, WHITE


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
