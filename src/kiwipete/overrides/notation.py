"""Moves as text on boards with rules of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kiwipete._core.move import Move
from kiwipete._core.python_types import SanParts
from kiwipete._core.rules import read_san_parts
from kiwipete.bitboards import BB_BACKRANKS, BB_FILES, BB_RANKS, BB_SQUARES, lsb
from kiwipete.board import Board
from kiwipete.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from kiwipete.overrides import asks
from kiwipete.squares import (
    FILE_NAMES,
    PAWN,
    QUEEN,
    RANK_NAMES,
    SQUARE_NAMES,
    WHITE,
    PieceType,
    Square,
    piece_symbol,
    square_file,
    square_rank,
)

# Writing.

_ASKED_BY_WRITERS = (
    "is_capture", "is_castling", "is_check", "is_checkmate", "is_variant_loss", "is_variant_win",
    "push",
)  # fmt: skip


@asks("san_and_push", "pop")
def san(board: Board, move: Move) -> str:
    """Return a legal move in standard algebraic notation."""
    text = board.san_and_push(move)
    board.pop()
    return text


@asks(*_ASKED_BY_WRITERS, "pop")
def lan(board: Board, move: Move) -> str:
    """Return a legal move in long algebraic notation."""
    if not move:
        return "--"
    text = _unsigned(board, move, long_form=True)
    board.push(move)
    text += _sign(board)
    board.pop()
    return text


@asks(*_ASKED_BY_WRITERS, "generate_legal_moves", "pieces_mask")
def san_and_push(board: Board, move: Move) -> str:
    """Play a move and return it in standard algebraic notation."""
    if not move:
        board.push(move)
        return "--"
    text = _unsigned(board, move, long_form=False)
    board.push(move)
    return text + _sign(board)


def _sign(board: Board) -> str:
    """Return the sign for the move just played: check, or the end."""
    check = board.is_check()
    if (check and board.is_checkmate()) or board.is_variant_loss() or board.is_variant_win():
        return "#"
    return "+" if check else ""


def _unsigned(board: Board, move: Move, *, long_form: bool) -> str:
    """Return a move without the sign of what it leads to."""
    piece_type = move.drop or board.piece_type_at(move.from_square)
    if piece_type is None:
        raise _illegal(board, move)
    if board.is_castling(move):
        return "O-O" if square_file(move.to_square) > square_file(move.from_square) else "O-O-O"
    letter = "" if piece_type == PAWN else piece_symbol(piece_type).upper()
    if move.drop:
        return f"{letter}@{SQUARE_NAMES[move.to_square]}"
    capture = board.is_capture(move)
    if long_form:
        origin = SQUARE_NAMES[move.from_square]
    elif piece_type == PAWN:
        origin = FILE_NAMES[square_file(move.from_square)] if capture else ""
    else:
        origin = _distinction(board, move, piece_type)
    between = "x" if capture else "-" if long_form else ""
    promotion = f"={piece_symbol(move.promotion).upper()}" if move.promotion else ""
    return f"{letter}{origin}{between}{SQUARE_NAMES[move.to_square]}{promotion}"


def _distinction(board: Board, move: Move, piece_type: PieceType) -> str:
    """Return the file, the rank or both, if others of its kind can go to the same square."""
    here = BB_SQUARES[move.from_square]
    kin = board.pieces_mask(piece_type, board.turn) & ~here
    rivals = 0
    for rival in board.generate_legal_moves(kin, BB_SQUARES[move.to_square]):
        rivals |= BB_SQUARES[rival.from_square]
    file, rank = square_file(move.from_square), square_rank(move.from_square)
    if not rivals:
        return ""
    if not rivals & BB_FILES[file]:
        return FILE_NAMES[file]
    if not rivals & BB_RANKS[rank]:
        return RANK_NAMES[rank]
    return FILE_NAMES[file] + RANK_NAMES[rank]


@asks("copy", "is_legal", "san_and_push")
def variation_san(board: Board, variation: Iterable[Move]) -> str:
    """Return a sequence of legal moves in standard algebraic notation, with move numbers."""
    line = board.copy(stack=False)
    words: list[str] = []
    for move in variation:
        if not line.is_legal(move):
            raise _illegal(line, move)
        if line.turn == WHITE:
            prefix = f"{line.fullmove_number}. "
        else:
            prefix = "" if words else f"{line.fullmove_number}..."
        words.append(prefix + line.san_and_push(move))
    return " ".join(words)


def _illegal(board: Board, move: Move) -> IllegalMoveError:
    return IllegalMoveError(f"illegal move {move.uci()} in {board.fen()}")


# Reading.


@asks("is_legal")
def parse_uci(board: Board, uci: str) -> Move:
    """Read a legal move in UCI notation; castling is understood in both ways of writing."""
    move = Move.from_uci(uci)
    if not move:
        return move
    written = _as_board_writes(board, move)
    if not board.is_legal(written):
        raise _illegal(board, move)
    return written


def _as_board_writes(board: Board, move: Move) -> Move:
    """Return a move with castling written as the board does."""
    return Move.from_uci(Board.uci(board, move)) if board.is_castling(move) else move


@asks("is_legal")
def find_move(
    board: Board, from_square: Square, to_square: Square, promotion: PieceType | None = None
) -> Move:
    """Find the legal move between two squares; a pawn promotes to a queen by default."""
    arrives = bool(board.pawns & BB_SQUARES[from_square] and BB_SQUARES[to_square] & BB_BACKRANKS)
    if promotion is None and arrives:
        promotion = QUEEN
    move = _as_board_writes(board, Move(from_square, to_square, promotion))
    if not board.is_legal(move):
        raise _illegal(board, move)
    return move


@asks(
    "generate_castling_moves",
    "generate_legal_moves",
    "is_castling",
    "is_kingside_castling",
    "is_legal",
    "pieces_mask",
)
def parse_san(board: Board, san: str) -> Move:
    """Read a legal move in standard algebraic notation."""
    if not isinstance(san, str):
        raise TypeError(f"a move is text such as 'Nf3', not {type(san).__name__}")
    parts = read_san_parts(san)
    if parts is None:
        raise InvalidMoveError(f"invalid san: {san[:40]!r}")
    if parts.is_null:
        return Move.null()
    if parts.castles:
        moves = board.generate_castling_moves()
        meant = [move for move in moves if board.is_kingside_castling(move) == parts.kingside]
    else:
        meant = list(_meant(board, parts))
    if not meant:
        raise IllegalMoveError(f"illegal san: {san!r} in {board.fen()}")
    if len(meant) > 1:
        raise AmbiguousMoveError(f"ambiguous san: {san!r} in {board.fen()}")
    return meant[0]


@asks("parse_san", "push")
def push_san(board: Board, san: str) -> Move:
    """Read a move in standard algebraic notation, play it and return it."""
    move = board.parse_san(san)
    board.push(move)
    return move


def _meant(board: Board, parts: SanParts) -> Iterator[Move]:
    """Yield the legal moves that a text can mean."""
    if parts.has_both_squares:
        move = Move(lsb(parts.origins), parts.target, parts.promotion)
        written = _as_board_writes(board, move)
        if board.is_legal(written):
            yield written
        return
    origins = parts.origins & board.pieces_mask(parts.piece_type, board.turn)
    for move in board.generate_legal_moves(origins, BB_SQUARES[parts.target]):
        if move.promotion == parts.promotion and not board.is_castling(move):
            yield move
