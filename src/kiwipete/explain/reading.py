"""Read moves as people write them: by their squares or in algebraic notation, legal or not."""

from __future__ import annotations

import re

from kiwipete._core.move import Move
from kiwipete.bitboards import BB_SQUARES
from kiwipete.errors import IllegalMoveError, InvalidMoveError
from kiwipete.explain.board_protocol import Board
from kiwipete.explain.explanation import Rule
from kiwipete.explain.faults import find_fault
from kiwipete.explain.words import at, side
from kiwipete.squares import (
    A1,
    A8,
    C1,
    E1,
    G1,
    PAWN,
    PIECE_SYMBOLS,
    ROOK,
    SQUARES,
    Square,
    parse_square,
)

_CASTLING = re.compile(r"[O0]-[O0](?P<long>-[O0])?[+#]?")
_SAN = re.compile(
    r"(?P<piece>[KQRBN]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)[x-]?"
    r"(?P<target>[a-h][1-8])(?:=?(?P<promotion>[QRBNqrbn]))?[+#]?"
)
_ORDER = list(Rule)


def read_legal_move(board: Board, text: str) -> Move:
    """Read a legal move in UCI notation or in standard algebraic notation.

    >>> read_legal_move(kiwipete.Board(), "e2e4") == read_legal_move(kiwipete.Board(), "e4")
    True
    """
    try:
        return board.parse_uci(text)
    except InvalidMoveError as by_squares:
        try:
            return board.parse_san(text)
        except InvalidMoveError:
            raise by_squares from None


def read_move(board: Board, text: str) -> Move:
    """Read a move in UCI notation or in standard algebraic notation, legal or not.

    Legal castling may be written in either UCI notation. In algebraic notation an illegal
    move must leave no doubt which piece is meant, or IllegalMoveError is raised.

    >>> read_move(kiwipete.Board(), "e1e8")
    Move.from_uci('e1e8')
    >>> read_move(kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", chess960=True), "e1c1")
    Move.from_uci('e1a1')
    >>> read_move(kiwipete.Board(), "O-O"), read_move(kiwipete.Board(), "Ke2")
    (Move.from_uci('e1g1'), Move.from_uci('e1e2'))
    """
    try:
        return read_legal_move(board, text)
    except IllegalMoveError:
        if found := _CASTLING.fullmatch(text):
            return _castling(board, text, kingside=not found["long"])
        found = _SAN.fullmatch(text)
        if found is None or (not found["piece"] and found["file"] and found["rank"]):
            return Move.from_uci(text)
        return _move(board, text, found)


def _castling(board: Board, text: str, *, kingside: bool) -> Move:
    """Return the king's move that castling on a side would be."""
    home = range(A1, A1 + 8) if board.turn else range(A8, A8 + 8)
    king = board.king(board.turn)
    if king == home[E1] and not board.chess960:
        return Move(home[E1], home[G1 if kingside else C1])
    if king is not None and king in home and board.chess960:
        beyond = [square for square in home if (square > king) == kingside]
        rooks = [square for square in beyond if _has_own(board, ROOK, square)]
        able = [square for square in rooks if board.clean_castling_rights() & BB_SQUARES[square]]
        if rooks:
            return Move(king, max(able or rooks) if kingside else min(able or rooks))
    raise IllegalMoveError(
        f"illegal move {text!r}: {side(board.turn)} has no king and rook at home to do that"
    )


def _move(board: Board, text: str, san: re.Match[str]) -> Move:
    """Return what an illegal move means: of several pieces the one that breaks the last rule."""
    target = parse_square(san["target"])
    promotion = PIECE_SYMBOLS.index(san["promotion"].lower()) if san["promotion"] else None
    moves = [Move(origin, target, promotion) for origin in _origins(board, san)]
    faults = {move: find_fault(board, move) for move in moves}
    reasons = {move: fault.rule for move, fault in faults.items() if fault is not None}
    if not reasons:
        raise IllegalMoveError(f"illegal move {text!r}: {side(board.turn)} has no such piece")
    last = max(reasons.values(), key=_ORDER.index)
    meant = [move for move, rule in reasons.items() if rule is last]
    if len(meant) > 1:
        choice = " or ".join(move.uci() for move in meant)
        raise IllegalMoveError(f"illegal move {text!r}: to learn why, ask about {choice}")
    return meant[0]


def _origins(board: Board, san: re.Match[str]) -> list[Square]:
    """List the squares of the pieces that may be meant."""
    kind = PIECE_SYMBOLS.index(san["piece"].lower()) if san["piece"] else PAWN
    file, rank, target = san["file"], san["rank"], san["target"]
    if kind == PAWN and not file:
        file = target[0]
    return [
        square
        for square in SQUARES
        if _has_own(board, kind, square) and target != (name := at(square))
        if file in name and rank in name
    ]


def _has_own(board: Board, kind: int, square: Square) -> bool:
    return board.piece_type_at(square) == kind and board.color_at(square) == board.turn
