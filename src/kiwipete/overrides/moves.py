"""Moves of boards that say themselves which are legal, pseudo-legal or into check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kiwipete._core.move import Move, own_move
from kiwipete.bitboards import BB_ALL, BB_RANK_1, BB_RANK_8, BB_SQUARES, between, lsb, scan_reversed
from kiwipete.board import Board
from kiwipete.errors import IllegalMoveError
from kiwipete.overrides import asks
from kiwipete.squares import WHITE, Bitboard, square_file


class LegalMoves:
    """What `board.legal_moves` gives: the legal moves, whenever they are asked for."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __iter__(self) -> Iterator[Move]:
        return iter(self.board.generate_legal_moves())

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def count(self) -> int:
        """Return how many moves there are."""
        return len(self)

    def __contains__(self, move: object) -> bool:
        return move is not None and self.board.is_legal(own_move(move))

    def __repr__(self) -> str:
        moves = ", ".join(self.board.san(move) for move in self)
        return f"<LegalMoveGenerator at {id(self):#x} ({moves})>"


class PseudoLegalMoves(LegalMoves):
    """What `board.pseudo_legal_moves` gives: moves that may leave the king in check, too."""

    def __iter__(self) -> Iterator[Move]:
        return iter(self.board.generate_pseudo_legal_moves())

    def __contains__(self, move: object) -> bool:
        return move is not None and self.board.is_pseudo_legal(own_move(move))

    def __repr__(self) -> str:
        legal = self.board.is_legal
        moves = ", ".join(self.board.san(one) if legal(one) else one.uci() for one in self)
        return f"<PseudoLegalMoveGenerator at {id(self):#x} ({moves})>"


Moves = Iterator[Move]


@asks("generate_legal_moves", "is_legal", "san", as_property=True)
def legal_moves(board: Board) -> LegalMoves:
    """Return the legal moves: iterate over them, count them, or ask whether a move is one."""
    return LegalMoves(board)


@asks("generate_pseudo_legal_moves", "is_pseudo_legal", "is_legal", "san", as_property=True)
def pseudo_legal_moves(board: Board) -> PseudoLegalMoves:
    """Return the pseudo-legal moves, even those that leave the king in check."""
    return PseudoLegalMoves(board)


# One move.


@asks("is_variant_end", "is_pseudo_legal", "is_into_check")
def is_legal(board: Board, move: Move | None) -> bool:
    """Return True if a move is legal."""
    if move is None or board.is_variant_end():
        return False
    if _kernel_knows(board, "is_pseudo_legal", "is_into_check"):
        return Board.is_legal(board, move)
    return board.is_pseudo_legal(move) and not board.is_into_check(move)


def _kernel_knows(board: Board, *questions: str) -> bool:
    """Return True if the kernel answers these questions as the board would, but faster."""
    return board._own_rules.isdisjoint(questions)


@asks("generate_pseudo_legal_moves", "generate_castling_moves", "attacks_mask")
def is_pseudo_legal(board: Board, move: Move | None) -> bool:
    """Return True if a move is legal, except that it may leave the king in check."""
    if not move:
        return False
    if _kernel_knows(board, "generate_pseudo_legal_moves", "generate_castling_moves"):
        ended = board.is_variant_end() and board.is_castling(move)
        return not ended and Board.is_pseudo_legal(board, move)
    source = BB_SQUARES[move.from_square]
    # The target of castling is the rook.
    target = BB_ALL if source & board.kings else BB_SQUARES[move.to_square]
    return move in board.generate_pseudo_legal_moves(source, target)


@asks("king", "is_attacked_by")
def is_into_check(board: Board, move: Move) -> bool:
    """Return True if a pseudo-legal move would leave the mover's king in check."""
    try:
        Board.push_unchecked(board, move)
    except IllegalMoveError:
        return bool(board.checkers_mask())
    try:
        king = board.king(not board.turn)
        return king is not None and board.is_attacked_by(board.turn, king)
    finally:
        Board.pop(board)


# Moves of one sort.


@asks("is_variant_end", "generate_pseudo_legal_moves", "king", "is_attacked_by")
def generate_legal_moves(
    board: Board, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
) -> Moves:
    """Yield the legal moves from squares of one set to squares of another."""
    if board.is_variant_end():
        return
    plain_checks = _kernel_knows(board, "king", "is_attacked_by")
    if plain_checks and _kernel_knows(board, "generate_pseudo_legal_moves"):
        yield from Board.generate_legal_moves(board, from_mask, to_mask)
        return
    # python-chess does not ask is_into_check here either.
    unsafe = Board.is_into_check if plain_checks else is_into_check
    for move in board.generate_pseudo_legal_moves(from_mask, to_mask):
        if not unsafe(board, move):
            yield move


@asks("attacks_mask", "generate_castling_moves", "generate_pseudo_legal_ep")
def generate_pseudo_legal_moves(
    board: Board, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
) -> Moves:
    """Yield the pseudo-legal moves, which may leave the king in check."""
    if _kernel_knows(board, "attacks_mask", "generate_castling_moves", "generate_pseudo_legal_ep"):
        moves = Board.generate_pseudo_legal_moves(board, from_mask, to_mask)
        ended = board.is_variant_end()
        yield from (move for move in moves if not (ended and move.is_castling))
        return
    ours = board.occupied_co[board.turn]
    pieces = ours & ~board.pawns & from_mask
    if _kernel_knows(board, "attacks_mask"):
        moves = Board.generate_pseudo_legal_moves(board, pieces, to_mask)
        yield from (move for move in moves if not move.is_castling)
    else:
        for square in scan_reversed(pieces):
            for target in scan_reversed(board.attacks_mask(square) & ~ours & to_mask):
                yield Move(square, target)
    yield from board.generate_castling_moves(from_mask, to_mask)
    moves = Board.generate_pseudo_legal_moves(board, from_mask & board.pawns, to_mask)
    yield from (move for move in moves if not move.is_en_passant)
    yield from board.generate_pseudo_legal_ep(from_mask, to_mask)


@asks("is_variant_end", "attackers_mask", "_attacked_for_king")
def generate_castling_moves(
    board: Board, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
) -> Moves:
    """Yield the legal castling moves; `to_mask` selects the rooks' squares."""
    if not board.is_variant_end():
        for way in castling_ways(board, from_mask, to_mask):
            if not any(board._attacked_for_king(*danger) for danger in way.dangers):
                yield way.move


@asks("is_variant_end", "generate_pseudo_legal_ep", "is_into_check")
def generate_legal_ep(
    board: Board, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
) -> Moves:
    """Yield the legal captures en passant."""
    if not board.is_variant_end():
        for move in board.generate_pseudo_legal_ep(from_mask, to_mask):
            if not board.is_into_check(move):
                yield move


@asks("generate_legal_moves", "generate_legal_ep")
def generate_legal_captures(
    board: Board, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
) -> Moves:
    """Yield the legal moves that capture, en passant included."""
    theirs = board.occupied_co[not board.turn]
    yield from board.generate_legal_moves(from_mask, to_mask & theirs)
    yield from board.generate_legal_ep(from_mask, to_mask)


@asks("generate_pseudo_legal_moves", "generate_pseudo_legal_ep")
def generate_pseudo_legal_captures(
    board: Board, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
) -> Moves:
    """Yield the pseudo-legal moves that capture, en passant included."""
    theirs = board.occupied_co[not board.turn]
    yield from board.generate_pseudo_legal_moves(from_mask, to_mask & theirs)
    yield from board.generate_pseudo_legal_ep(from_mask, to_mask)


@asks("generate_legal_ep")
def has_legal_en_passant(board: Board) -> bool:
    """Return True if a capture en passant is legal."""
    return board.ep_square is not None and any(True for _ in board.generate_legal_ep())


@asks("generate_pseudo_legal_ep")
def has_pseudo_legal_en_passant(board: Board) -> bool:
    """Return True if a pawn could capture en passant, pinned or not."""
    return board.ep_square is not None and any(True for _ in board.generate_pseudo_legal_ep())


# Castling.


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
