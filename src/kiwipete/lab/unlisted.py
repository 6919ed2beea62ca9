"""Which moves an engine has too many or too few that lists none: a guess, by how many they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kiwipete.bitboards import scan_forward
from kiwipete.board import Board, Move
from kiwipete.explain import Rule
from kiwipete.lab.comparing import Count

# What generators allow, the rarest first. Of other illegal moves there are too many to guess.
_ALLOWED = (
    Rule.EN_PASSANT_EXPOSES_KING,
    Rule.EN_PASSANT_EXPIRED,
    Rule.CASTLING_THROUGH_CHECK,
    Rule.CASTLING_INTO_CHECK,
    Rule.CASTLING_OUT_OF_CHECK,
    Rule.CASTLING_PATH_NOT_EMPTY,
    Rule.DOUBLE_CHECK,
    Rule.PINNED,
    Rule.PROMOTION_PIECE_MISSING,
    Rule.PAWN_BLOCKED,
    Rule.PAWN_DOUBLE_STEP_TOO_LATE,
    Rule.KING_INTO_CHECK,
    Rule.DOES_NOT_ANSWER_CHECK,
    Rule.CASTLING_NO_RIGHT,
    Rule.PAWN_CAPTURES_NOTHING,
)


def suspect(board: Board, count: Count, forgotten: Sequence[Rule]) -> Rule | None:
    """Return the likeliest kind of move that an engine has too many or too few, if any fits.

    `forgotten` are the kinds of legal moves, those first that generators are likely to forget.

    >>> pinned = kiwipete.Board("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1")
    >>> suspect(pinned, Count(engine=10, rules=4), []).value
    'pinned'
    """
    number = count.engine - count.rules
    moves = _conceivable(board) if number > 0 else iter(board.legal_moves)
    found = Counter(board.explain(move).rule for move in moves)
    order = _ALLOWED if number > 0 else forgotten
    fitting = [rule for rule in order if found[rule] >= abs(number)]
    return min(fitting, key=lambda rule: found[rule] != abs(number), default=None)


def _conceivable(board: Board) -> Iterator[Move]:
    """Yield all moves of the side to move that an engine may dream of, castling in one notation."""
    own = board.occupied_co[board.turn]
    for origin in scan_forward(own):
        castles = board.chess960 and origin == board.king(board.turn)
        targets = (target for target in range(64) if target != origin)
        yield from (Move(origin, t) for t in targets if castles or not own >> t & 1)
