"""Boards and moves that the engine accepts: standard chess, from this library or another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kiwipete._core.move import own_move
from kiwipete.board import Board, Move, own_board

# A class that overrides one of these plays another game than the search.
_MOVES = frozenset({"generate_legal_moves", "is_legal"})
_ENDS = ("is_checkmate", "is_stalemate", "is_variant_end")


def standard_board(board: Any) -> Board:
    """Return a board of standard chess for the search, with the moves that led to it.

    Boards of another library are copied. Raises ValueError for variants and for classes that
    change the rules.

    >>> from kiwipete.variant import AtomicBoard
    >>> standard_board(AtomicBoard())
    Traceback (most recent call last):
        ...
    ValueError: Kiwipete's engine plays standard chess, not atomic
    """
    variant = getattr(board, "uci_variant", "chess")
    if variant != "chess":
        raise ValueError(f"Kiwipete's engine plays standard chess, not {variant}")
    own = board if isinstance(board, Board) else _copy_with_moves(board)
    if _has_own_rules(type(board)) if own is board else _has_other_moves(board, own):
        name = type(board).__name__
        raise ValueError(f"Kiwipete's engine plays standard chess; {name} has rules of its own")
    return own


def own_moves(board: Board, moves: Iterable[Any]) -> list[Move]:
    """Return the legal moves among these; ValueError if there are some but none is legal.

    >>> own_moves(Board(), (Move.from_uci(move) for move in ("e2e4", "e2e5")))
    [Move.from_uci('e2e4')]
    """
    wanted = set()
    for move in moves:
        try:
            wanted.add(own_move(move))
        except TypeError:
            raise ValueError(f"root_moves are Move objects, not {move!r}") from None
    legal = [move for move in board.legal_moves if move in wanted]
    if wanted and not legal:
        names = ", ".join(sorted(map(str, wanted)))
        raise ValueError(f"none of the root_moves is legal: {names} in {board.fen()}")
    return legal


def _has_own_rules(cls: type[Board]) -> bool:
    if not cls._own_rules.isdisjoint(_MOVES):
        return True
    return any(getattr(cls, name) is not getattr(Board, name) for name in _ENDS)


def _has_other_moves(board: Any, own: Board) -> bool:
    return {own_move(move) for move in board.legal_moves} != set(own.legal_moves)


def _copy_with_moves(board: Any) -> Board:
    """Convert another library's board; without its history if a move in it isn't legal."""
    own = own_board(board)
    moves = getattr(board, "move_stack", None)
    if not moves:
        return own
    whole = own_board(board.root())
    try:
        for move in moves:
            whole.push(own_move(move))
    except ValueError:
        return own
    return whole if whole == own else own
