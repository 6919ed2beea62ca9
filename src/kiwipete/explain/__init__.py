"""Why a move is legal or not, for people and for programs.

>>> board = kiwipete.Board("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1")
>>> print(explain(board, "d2f3"))
The knight on d2 is pinned against the king on e1 by the bishop on b4.
"""

from __future__ import annotations

from kiwipete._core.move import Move
from kiwipete._core.python_types import SanParts
from kiwipete._core.rules import read_san_parts
from kiwipete.bitboards import BB_SQUARES, scan_forward
from kiwipete.errors import IllegalMoveError, InconsistentPositionError, InvalidMoveError
from kiwipete.explain import effects
from kiwipete.explain.castling import home_rank
from kiwipete.explain.explanation import Effect, Explanation, Rule
from kiwipete.explain.faults import find_fault
from kiwipete.explain.words import Board, is_own, side
from kiwipete.squares import C1, E1, G1, ROOK, Square

__all__ = ["Effect", "Explanation", "Rule", "explain", "read_legal_move", "read_move"]

_ORDER = list(Rule)


def explain(board: Board, move: Move | str) -> Explanation:
    """Explain whether a move is legal, by which rule, and what it does.

    Any move is accepted. A move that breaks several rules is explained by the
    first of them in the order of `Rule`. `read_move` reads text.

    >>> found = explain(kiwipete.Board(), "e1g1")
    >>> found.legal, found.rule.value, found.squares
    (False, 'castling-path-not-empty', (4, 5, 6))
    >>> print(found)
    The king on e1 cannot castle kingside: the bishop on f1 and the knight on g1 are in the way.
    """
    if isinstance(move, str):
        move = read_move(board, move)
    if board.is_legal(move):
        return effects.tell(board, move)
    fault = find_fault(board, move)
    if fault is None:
        raise InconsistentPositionError(f"{move.uci()} is illegal, yet breaks no rule")
    return fault


# Reading moves, legal or not.


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

    Legal castling may be written in either UCI notation. An illegal move in algebraic notation
    must be unambiguous; otherwise IllegalMoveError is raised.

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
        parts = read_san_parts(text)
        if parts is None or parts.has_both_squares:
            return Move.from_uci(text)
        if parts.castles:
            return _castling(board, text, kingside=parts.kingside)
        return _move(board, text, parts)


def _castling(board: Board, text: str, *, kingside: bool) -> Move:
    """Return the king's move that castling on a side would be."""
    home = home_rank(board)
    king = board.king(board.turn)
    if king == home[E1] and not board.chess960:
        return Move(home[E1], home[G1 if kingside else C1])
    if king is not None and king in home and board.chess960:
        beyond = [square for square in home if (square > king) == kingside]
        rooks = [square for square in beyond if is_own(board, ROOK, square)]
        able = [square for square in rooks if board.clean_castling_rights() & BB_SQUARES[square]]
        if rooks:
            return Move(king, max(able or rooks) if kingside else min(able or rooks))
    raise IllegalMoveError(
        f"illegal move {text!r}: {side(board.turn)} has no king and rook at home to do that"
    )


def _move(board: Board, text: str, san: SanParts) -> Move:
    """Return what an illegal move means: of several pieces the one that breaks the last rule."""
    moves = [Move(origin, san.target, san.promotion) for origin in _origins(board, san)]
    faults = {move: find_fault(board, move) for move in moves}
    reasons = {move: fault.rule for move, fault in faults.items() if fault is not None}
    if not reasons:
        raise IllegalMoveError(f"illegal move {text!r}: {side(board.turn)} has no such piece")
    last = max(reasons.values(), key=_ORDER.index)
    meant = [move for move, rule in reasons.items() if rule is last]
    if len(meant) > 1:
        choice = " or ".join(move.uci() for move in meant)
        raise IllegalMoveError(f"illegal move {text!r}: to see why, try {choice}")
    return meant[0]


def _origins(board: Board, san: SanParts) -> list[Square]:
    """List the squares of the pieces that may be meant."""
    squares = scan_forward(san.origins & ~BB_SQUARES[san.target])
    return [square for square in squares if is_own(board, san.piece_type, square)]
