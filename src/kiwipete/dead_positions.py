"""Dead positions: whether a side can still give mate by any series of legal moves.

This decides when a game is drawn at once (Laws of Chess, 5.2.2), and whether a player whose
opponent has run out of time wins (6.9).

The answers are exact. Yes comes with a line that was replayed, no with a proof,
and what takes more work than allowed is left open. Repetition and the clocks of
fifty and seventy-five moves do not count, as nobody has to play on that long.

>>> board = kiwipete.Board("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1")
>>> can_win(board, kiwipete.WHITE), can_win(board, kiwipete.BLACK)
(False, False)
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from kiwipete._core import dead_position as _compiled
from kiwipete.bitboards import scan_forward
from kiwipete.squares import COLORS, SQUARE_NAMES, Bitboard, Color

if TYPE_CHECKING:
    from kiwipete._core.game_board import GameBoard
    from kiwipete._core.move import Move

__all__ = [
    "NODES",
    "can_win",
    "explain_dead_position",
    "explain_unwinnable",
    "helpmate",
    "is_dead_position",
]

# How many positions a search stores by default: 48 MB, and half a second if it finds nothing.
NODES = 500_000

# A class that overrides one of these may end its games otherwise.
_ENDS = ("is_variant_end", "is_variant_win", "is_variant_loss", "is_variant_draw")
# The classes that were looked at and have the rules of chess.
_standard: weakref.WeakSet[type] = weakref.WeakSet()


def can_win(board: GameBoard, color: Color, nodes: int = NODES) -> bool | None:
    """Return whether a side can still give mate; None if `nodes` positions do not decide it.

    >>> can_win(kiwipete.Board(), kiwipete.WHITE)
    True
    """
    _demand_standard_rules(type(board))
    return _compiled.can_win(board, color, nodes)


def helpmate(board: GameBoard, color: Color, nodes: int = NODES) -> list[Move] | None:
    """Return moves of both sides that end in mate by a side, or None.

    >>> board = kiwipete.Board("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    >>> [move.uci() for move in helpmate(board, kiwipete.WHITE)]
    ['a1a8']
    """
    _demand_standard_rules(type(board))
    return _compiled.helpmate(board, color, nodes)


def is_dead_position(board: GameBoard, nodes: int = NODES) -> bool | None:
    """Return whether neither side can give mate; None if `nodes` positions do not decide it.

    >>> is_dead_position(kiwipete.Board("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1"))
    True
    """
    _demand_standard_rules(type(board))
    # The side to move is more often the one that is short of moves.
    verdicts = []
    for color in (board.turn, not board.turn):
        verdicts.append(_compiled.can_win(board, color, nodes))
        if verdicts[-1]:
            return False
    return None if None in verdicts else True


def _demand_standard_rules(cls: type[GameBoard]) -> None:
    """Raise NotImplementedError for boards of variants, and for those that override rules."""
    if cls in _standard:
        return
    # Board's own ones, by where they are defined: this module is below Board.
    ends = any(getattr(cls, name).__module__ != "kiwipete.board" for name in _ENDS)
    if ends or getattr(cls, "_own_rules", None) or getattr(cls, "uci_variant", None) != "chess":
        raise NotImplementedError(
            f"dead positions are known for standard chess, not for the rules of {cls.__name__}"
        )
    _standard.add(cls)


# The reasons in words.

_SIDES = (("White", "Black"), ("Black", "White"))
# What is said once if it is true of both sides.
_CONCLUSIONS = {
    "Neither side can ever give check": "{} can never give check",
    "Neither side has enough pieces to give mate": (
        "{} has too few pieces to give mate, even with {}'s help"
    ),
    "In none of the positions that can still arise is a king mated": (
        "In none of the positions that can still arise is the {2} king mated"
    ),
    "Wherever a king can ever be checked, it has a way out": (
        "Wherever {0} can ever check the {2} king, that king has a way out"
    ),
}


def explain_unwinnable(board: GameBoard, color: Color, nodes: int = NODES) -> str | None:
    """Return why a side cannot win, or None if it can or if it is not known.

    >>> board = kiwipete.Board("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1")
    >>> for sentence in explain_unwinnable(board, kiwipete.WHITE).split(". "):
    ...     print(sentence)
    No pawn can ever move or be captured (b4, d4, g4, b5, d5, g5)
    The white king can never leave ranks 1 to 3, nor the black king ranks 6 to 8
    White can never give check.
    """
    if can_win(board, color, nodes) is not False:
        return None
    if not any(board.generate_legal_moves()):
        return "The game is over: there is no legal move."
    us, them = _SIDES[0 if color else 1]
    proof = _compiled.static_proof(board, color)
    if proof is None:
        return f"In none of the positions that can still arise is the {them.lower()} king mated."
    kind, fixed, ours, theirs = proof
    if kind == "material":
        return f"{us} has too few pieces to give mate, even with {them}'s help."
    kings = {color: ours, not color: theirs}
    reasons = [*_fixed_pawns(board, fixed), *_confined_kings(kings)]
    if kind == "no check":
        return " ".join([*reasons, f"{us} can never give check."])
    conclusion = f"Wherever {us} can ever check the {them.lower()} king, that king has a way out."
    return " ".join([*reasons, conclusion])


def explain_dead_position(board: GameBoard, nodes: int = NODES) -> str | None:
    """Return why neither side can win, or None if one can or if it is not known.

    >>> board = kiwipete.Board("8/2k5/8/1p1p2p1/1P1P2P1/8/2K5/8 w - - 0 1")
    >>> explain_dead_position(board).split(". ")[-1]
    'Neither side can ever give check.'
    """
    reasons = [explain_unwinnable(board, color, nodes) for color in COLORS]
    if reasons[0] is None or reasons[1] is None:
        return None
    sentences = list(dict.fromkeys(f"{reasons[0]} {reasons[1]}".rstrip(".").split(". ")))
    for both, conclusion in _CONCLUSIONS.items():
        pair = [conclusion.format(us, them, them.lower()) for us, them in _SIDES]
        if set(pair) <= set(sentences):
            sentences = [one for one in sentences if one not in pair]
            sentences.append(both)
    return ". ".join(sentences) + "."


def _fixed_pawns(board: GameBoard, fixed: Bitboard) -> list[str]:
    pawns = board.pawns & fixed
    if not pawns:
        return []
    if pawns == board.pawns:
        return [f"No pawn can ever move or be captured ({_names(pawns)})."]
    if pawns & (pawns - 1):
        return [f"The pawns on {_names(pawns)} can never move or be captured."]
    return [f"The pawn on {_names(pawns)} can never move or be captured."]


def _confined_kings(kings: dict[Color, Bitboard]) -> list[str]:
    """Return a sentence about the kings that cannot go everywhere."""
    white, black = _area(kings[True]), _area(kings[False])
    if white and black:
        return [f"The white king can never leave {white}, nor the black king {black}."]
    if white:
        return [f"The white king can never leave {white}."]
    return [f"The black king can never leave {black}."] if black else []


def _area(squares: Bitboard) -> str:
    """Name the squares of a king: themselves if they are few, otherwise their ranks or files.

    >>> _area(0b111), _area(0xff7f), _area(0x0303030303030303)
    ('a1, b1, c1', 'ranks 1 to 2', 'files a to b')
    """
    names = [SQUARE_NAMES[square] for square in scan_forward(squares)]
    if len(names) == 1:
        return f"its square {names[0]}"
    if len(names) <= 6:
        return ", ".join(names)
    ranks, files = sorted({name[1] for name in names}), sorted({name[0] for name in names})
    if len(ranks) < 8:
        return f"ranks {ranks[0]} to {ranks[-1]}"
    if len(files) < 8:
        return f"files {files[0]} to {files[-1]}"
    return ""


def _names(squares: Bitboard) -> str:
    return ", ".join(SQUARE_NAMES[square] for square in scan_forward(squares))
