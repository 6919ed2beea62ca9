"""Why a move is legal or not, for people and for programs.

>>> board = kiwipete.Board("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1")
>>> print(explain(board, "d2f3"))
The knight on d2 is pinned against the king on e1 by the bishop on b4.
"""

from __future__ import annotations

from kiwipete._core.move import Move
from kiwipete.errors import InconsistentPositionError
from kiwipete.explain import effects, faults
from kiwipete.explain.board_protocol import Board
from kiwipete.explain.explanation import Effect, Explanation, Rule
from kiwipete.explain.reading import read_legal_move, read_move

__all__ = ["Effect", "Explanation", "Rule", "explain", "read_legal_move", "read_move"]


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
    fault = faults.find_fault(board, move)
    if fault is None:
        raise InconsistentPositionError(f"{move.uci()} is illegal, yet breaks no rule")
    return fault
