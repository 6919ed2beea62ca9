"""Mistakes with pinned pieces."""

from __future__ import annotations

from .mutant import Mutant

HELD = "return move.origin not in danger.pins or move.target in danger.pins[move.origin]"
SHIELD = "if position.own(board[shield]) and board[pinner] in pinners:"
LINE = "found[shield] = line[: line.index(pinner) + 1]"


def unless(condition: str) -> str:
    """Text that lets a pinned piece go under a condition."""
    return HELD.replace(" or ", f" or ({condition}) or ")


def only_if(condition: str) -> str:
    """Text that wants more of a move of a pinned piece."""
    return f"{HELD} and ({condition})"


PINS = {
    "pins-ignored": Mutant("pins are unknown", HELD, "return True"),
    "pinned-pawn": Mutant(
        "a pinned pawn may move", HELD, unless('position.board[move.origin] in "Pp"')
    ),
    "pinned-knight": Mutant(
        "a pinned knight may move", HELD, unless('position.board[move.origin] in "Nn"')
    ),
    "pinned-bishop": Mutant(
        "a pinned bishop may move", HELD, unless('position.board[move.origin] in "Bb"')
    ),
    "pinned-rook": Mutant(
        "a pinned rook may move", HELD, unless('position.board[move.origin] in "Rr"')
    ),
    "pinned-queen": Mutant(
        "a pinned queen may move", HELD, unless('position.board[move.origin] in "Qq"')
    ),
    "pinned-capture": Mutant(
        "a pinned piece may take", HELD, unless("position.board[move.target] != EMPTY")
    ),
    "pinned-pawn-capture": Mutant(
        "a pinned pawn may take",
        HELD,
        unless('position.board[move.origin] in "Pp" and (move.target - move.origin) % 8'),
    ),
    "pinned-pawn-push": Mutant(
        "a pinned pawn may step ahead",
        HELD,
        unless('position.board[move.origin] in "Pp" and (move.target - move.origin) % 8 == 0'),
    ),
    "pinned-slider": Mutant(
        "a pinned piece may not move at all", HELD, "return move.origin not in danger.pins"
    ),
    "pinned-stays-clear": Mutant(
        "a pinned piece does not take what pins it",
        LINE,
        "found[shield] = line[: line.index(pinner)]",
    ),
    "pinned-goes-ahead": Mutant(
        "a pinned piece does not go back towards its king",
        LINE,
        "found[shield] = line[line.index(shield) : line.index(pinner) + 1]",
    ),
    "pinned-pawn-stays": Mutant(
        "a pinned pawn does not step along the line of the pin",
        HELD,
        only_if(
            'move.origin not in danger.pins or position.board[move.origin] not in "Pp"'
            " or (move.target - move.origin) % 8 > 0"
        ),
    ),
    "pinned-pawn-no-double": Mutant(
        "a pinned pawn does not advance two squares",
        HELD,
        only_if('move.origin not in danger.pins or move.kind != "double"'),
    ),
    "pinned-pawn-takes-not": Mutant(
        "a pinned pawn does not take what pins it",
        HELD,
        only_if(
            'move.origin not in danger.pins or position.board[move.origin] not in "Pp"'
            " or (move.target - move.origin) % 8 == 0"
        ),
    ),
    "pinned-no-promotion": Mutant(
        "a pinned pawn is not promoted",
        HELD,
        only_if("move.origin not in danger.pins or len(move.kind) != 1"),
    ),
    "pin-orthogonal": Mutant("rooks do not pin", 'for kind in "RB":', 'for kind in "B":'),
    "pin-diagonal": Mutant("bishops do not pin", 'for kind in "RB":', 'for kind in "R":'),
    "pin-file": Mutant(
        "there are no pins along files",
        SHIELD,
        f"{SHIELD[:-1]} and (shield - pinner) % 8:",
    ),
    "pin-rank": Mutant(
        "there are no pins along ranks",
        SHIELD,
        f"{SHIELD[:-1]} and shield // 8 != pinner // 8:",
    ),
    "pin-queen": Mutant(
        "queens do not pin",
        "pinners = (kind.lower() if position.white else kind, queen)",
        "pinners = (kind.lower() if position.white else kind,)",
    ),
    "pin-queen-only": Mutant(
        "only queens pin",
        "pinners = (kind.lower() if position.white else kind, queen)",
        "pinners = (queen,)",
    ),
    "pin-wrong-slider": Mutant(
        "bishops pin along files and rooks along diagonals",
        "pinners = (kind.lower() if position.white else kind, queen)",
        'pinners = ("r", "b", "q") if position.white else ("R", "B", "Q")',
    ),
    "pin-two-shields": Mutant(
        "two pieces between are pinned too",
        "shield, pinner = occupied\n",
        "shield = occupied[0]\n"
        "                pinner = next((s for s in line[line.index(shield) + 1 :]"
        " if position.theirs(board[s])), shield)\n",
    ),
    "pin-through-theirs": Mutant(
        "a piece is pinned through another of the other side",
        "shield, pinner = occupied\n",
        "shield = occupied[0]\n"
        "                pinner = next((s for s in line if board[s] in pinners), shield)\n",
    ),
    "pin-theirs": Mutant(
        "a piece behind one of the other side is pinned",
        "shield, pinner = occupied\n                if",
        "shield, pinner = occupied\n"
        "                if position.theirs(board[shield]) and position.own(board[pinner]):\n"
        "                    behind = [s for s in line if board[s] != EMPTY][2:3]\n"
        "                    if behind and board[behind[0]] in pinners:\n"
        "                        found[pinner] = line\n                if",
    ),
    "pin-first": Mutant(
        "of two pinned pieces only one is", LINE, f"{LINE}\n                    return found"
    ),
    "pin-not-adjacent": Mutant(
        "a piece beside the king is not pinned",
        SHIELD,
        f"{SHIELD[:-1]} and shield != line[0]:",
    ),
    "pin-near": Mutant(
        "a piece beside the slider is not pinned",
        SHIELD,
        f"{SHIELD[:-1]} and line.index(pinner) > line.index(shield) + 1:",
    ),
}
