"""Mistakes of the counter of leaves; the list of moves is right."""

from __future__ import annotations

from .mutant import Mutant

LEAVES = {
    "leaves-promotion": Mutant(
        "a promotion counts as one move", "total *= len(PROMOTIONS)", "total *= 1"
    ),
    "leaves-promotion-rank": Mutant(
        "every move to the last two ranks counts as a promotion",
        "    if rank == 6:\n        total *=",
        "    if rank > 4:\n        total *=",
    ),
    "leaves-en-passant": Mutant(
        "en passant is not counted",
        "if position.passed in pawn_targets(origin, ahead):",
        "if False:",
    ),
    "leaves-en-passant-unsafe": Mutant(
        "en passant counts even if it exposes the king",
        "total += en_passant_is_safe(position, origin, position.passed)",
        "total += 1",
    ),
    "leaves-en-passant-check": Mutant(
        "en passant is not counted in check",
        "if position.passed in pawn_targets(origin, ahead):",
        "if position.passed in pawn_targets(origin, ahead) and not danger.checkers:",
    ),
    "leaves-double-push": Mutant(
        "a double step is not counted",
        "            targets.append(ahead + step)",
        "            targets += []",
    ),
    "leaves-castling": Mutant(
        "castling is not counted", "total += len(castlings(position))", "total += 0"
    ),
    "leaves-castling-check": Mutant(
        "castling counts in check",
        "    if not danger.checkers:\n        total += len",
        "    if True:\n        total += len",
    ),
    "leaves-double-check": Mutant(
        "in double check moves of other pieces count",
        "if len(danger.checkers) > 1:",
        "if len(danger.checkers) > 2:",
    ),
    "leaves-pins": Mutant(
        "pins do not count", "and target in danger.pins.get(origin, danger.answers)", "and True"
    ),
    "leaves-pinned": Mutant(
        "moves of pinned pieces are not counted",
        "and target in danger.pins.get(origin, danger.answers)",
        "and origin not in danger.pins",
    ),
    "leaves-check": Mutant(
        "moves that leave the king in check count",
        "return target in danger.answers and target in danger.pins.get(origin, danger.answers)",
        "return target in danger.pins.get(origin, [target])",
    ),
    "leaves-king-guarded": Mutant(
        "the king's captures of guarded pieces count",
        "return sum(king_can_go(position, target) for target in free)",
        "taken = [target for target in free if position.board[target] != EMPTY]\n"
        "    return sum(target in taken or king_can_go(position, target) for target in free)",
    ),
    "leaves-captures": Mutant(
        "a capture counts twice",
        "targets = piece_targets(position, origin)",
        "targets = list(piece_targets(position, origin))\n"
        "            targets += [target for target in targets if position.board[target] != EMPTY]",
    ),
    "leaves-checkmate": Mutant(
        "a position without moves counts as one leaf",
        "        total += len(castlings(position))\n    return total",
        "        total += len(castlings(position))\n    return max(total, 1)",
    ),
}
