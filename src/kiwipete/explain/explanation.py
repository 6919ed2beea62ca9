"""Explanation: whether a move is legal, by which rule, and a sentence about it."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable

from kiwipete.squares import Square

__all__ = ["Effect", "Explanation", "Rule"]


class Rule(enum.Enum):
    """What makes a move legal or illegal. Values are stable names for grouping and storing.

    >>> Rule.PINNED.value, Rule.PINNED.title, Rule.PINNED.legal
    ('pinned', 'the piece is pinned against its king', False)
    >>> Rule("en-passant").legal
    True
    """

    _value_: str
    title: str
    legal: bool

    def __new__(cls, value: str, title: str, legal: bool = False) -> Rule:
        """Make a member whose value is its name in text."""
        rule = object.__new__(cls)
        rule._value_ = value
        rule.title = title
        rule.legal = legal
        return rule

    # What a legal move is.
    PLAIN_MOVE = "plain-move", "a move to an empty square", True
    CAPTURE = "capture", "a capture", True
    DOUBLE_STEP = "double-step", "a pawn's advance by two squares", True
    EN_PASSANT = "en-passant", "a capture en passant", True
    PROMOTION = "promotion", "a promotion, perhaps with a capture", True
    CASTLING = "castling", "castling", True

    # No piece moves, or one that may not.
    NULL_MOVE = "null-move", "the side to move may not pass"
    SAME_SQUARE = "same-square", "a move must leave its square"
    EMPTY_SQUARE = "empty-square", "there is no piece to move"
    WRONG_SIDE = "wrong-side", "the piece belongs to the side not to move"

    # The piece does not move like that.
    PROMOTION_NOT_A_PAWN = "promotion-not-a-pawn", "only pawns promote"
    NO_SUCH_MOVE = "no-such-move", "the piece does not move like that"
    PATH_BLOCKED = "path-blocked", "a piece is in the way"
    OWN_PIECE_ON_TARGET = "own-piece-on-target", "a piece of the same side is on the target"
    PAWN_BACKWARDS = "pawn-backwards", "pawns do not move backwards"
    PAWN_DOUBLE_STEP_TOO_LATE = (
        "pawn-double-step-too-late",
        "only a pawn that has not moved yet advances two squares",
    )
    PAWN_BLOCKED = "pawn-blocked", "a piece is in front of the pawn"
    PAWN_CAPTURES_NOTHING = "pawn-captures-nothing", "a pawn moves diagonally only to capture"
    EN_PASSANT_EXPIRED = (
        "en-passant-expired",
        "en passant is allowed only right after the double step",
    )
    PROMOTION_NOT_ON_LAST_RANK = (
        "promotion-not-on-last-rank",
        "a pawn promotes only on the last rank",
    )
    PROMOTION_PIECE_MISSING = (
        "promotion-piece-missing",
        "a pawn that reaches the last rank must promote",
    )
    PROMOTION_TO_WRONG_PIECE = (
        "promotion-to-wrong-piece",
        "a pawn becomes a queen, rook, bishop or knight",
    )

    # Castling.
    CASTLING_NO_RIGHT = "castling-no-right", "there is no right to castle on that side"
    CASTLING_PATH_NOT_EMPTY = "castling-path-not-empty", "a piece is in the way of castling"
    CASTLING_OUT_OF_CHECK = "castling-out-of-check", "a king in check may not castle"
    CASTLING_THROUGH_CHECK = "castling-through-check", "the king would pass an attacked square"
    CASTLING_INTO_CHECK = "castling-into-check", "the king would castle into check"
    CASTLING_NOTATION = (
        "castling-notation",
        "castling in Chess960 is written as the king moving onto its rook",
    )

    # The king's safety.
    KING_INTO_CHECK = "king-into-check", "the king would stand in check"
    DOUBLE_CHECK = "double-check", "only the king may move in double check"
    DOES_NOT_ANSWER_CHECK = "does-not-answer-check", "the move does not answer the check"
    PINNED = "pinned", "the piece is pinned against its king"
    EN_PASSANT_EXPOSES_KING = (
        "en-passant-exposes-king",
        "capturing en passant opens a line to the king",
    )


class Effect(enum.Enum):
    """What a legal move does. A move may do several of these.

    >>> Effect("discovered-check")
    <Effect.DISCOVERED_CHECK: 'discovered-check'>
    """

    CAPTURE = "capture"
    EN_PASSANT = "en-passant"
    PROMOTION = "promotion"
    KINGSIDE_CASTLING = "kingside-castling"
    QUEENSIDE_CASTLING = "queenside-castling"
    CHECK = "check"
    DISCOVERED_CHECK = "discovered-check"
    DOUBLE_CHECK = "double-check"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"


@dataclasses.dataclass(frozen=True)
class Explanation:
    """Why a move is legal or not: fields for programs, and a sentence for people.

    It is true if the move is legal, and `str()` returns the sentence.

    >>> found = kiwipete.Board().explain("f1c4")
    >>> found.legal, found.rule
    (False, <Rule.PATH_BLOCKED: 'path-blocked'>)
    >>> print(found)
    The bishop on f1 cannot reach c4: the pawn on e2 is in the way.
    """

    rule: Rule
    squares: tuple[Square, ...]  # those that the sentence names, in its order, each once
    sentence: str
    effects: tuple[Effect, ...] = ()  # empty for an illegal move

    @property
    def legal(self) -> bool:
        """Whether the move is legal.

        >>> kiwipete.Board().explain("e2e4").legal
        True
        """
        return self.rule.legal

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        return self.sentence


def because(rule: Rule, sentence: str, *squares: Square) -> Explanation:
    """Explain by a rule, with the squares that the sentence names."""
    return Explanation(rule, tuple(dict.fromkeys(squares)), sentence)


def first(explanations: Iterable[Explanation | None]) -> Explanation | None:
    """Return the first that is not None (an explanation of an illegal move is false)."""
    return next((found for found in explanations if found is not None), None)
