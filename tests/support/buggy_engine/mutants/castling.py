"""Mistakes with castling and the rights to it."""

from __future__ import annotations

from .mutant import Mutant

SIDES = "rook in position.rights if rook in position.home)"
CROSSED = "crossed = (path(king, king_to) | path(rook, rook_to)) - {king, rook}"
SAFE = "crossed = path(king, king_to) - {king, king_to}"
ARRIVES = "return not attackers(after, king_to, theirs)"
NO_CHECK = "    if not danger.checkers:\n        moves += castlings"
LOST = "return {origin, target}"
KING_LOSES = "return {*self.home, target}"

CASTLING = {
    "castling-forgotten": Mutant("nobody castles", SIDES, f"{SIDES[:-1]} and False)"),
    "castling-short-only": Mutant(
        "nobody castles queenside", SIDES, f"{SIDES[:-1]} and rook > king)"
    ),
    "castling-long-only": Mutant(
        "nobody castles kingside", SIDES, f"{SIDES[:-1]} and rook < king)"
    ),
    "castling-white": Mutant("black does not castle", SIDES, f"{SIDES[:-1]} and position.white)"),
    "castling-out-of-check": Mutant(
        "the king may castle when in check",
        NO_CHECK,
        NO_CHECK.replace("not danger.checkers", "True"),
    ),
    "castling-out-of-knight-check": Mutant(
        "the king may castle when a knight gives check",
        NO_CHECK,
        NO_CHECK.replace(
            "not danger.checkers",
            "not [c for c in danger.checkers if position.board[c] not in 'Nn']",
        ),
    ),
    "castling-through-check": Mutant(
        "the king may pass an attacked square", SAFE, "crossed: set[int] = set()"
    ),
    "castling-through-check-long": Mutant(
        "the king may pass an attacked square queenside",
        SAFE,
        f"{SAFE} if rook > king else set()",
    ),
    "castling-through-check-short": Mutant(
        "the king may pass an attacked square kingside",
        SAFE,
        f"{SAFE} if rook < king else set()",
    ),
    "castling-into-check": Mutant("the king may castle into check", ARRIVES, "return True"),
    "castling-into-check-short": Mutant(
        "the king may castle into check kingside", ARRIVES, f"return rook > king or {ARRIVES[7:]}"
    ),
    "castling-into-check-long": Mutant(
        "the king may castle into check queenside", ARRIVES, f"return rook < king or {ARRIVES[7:]}"
    ),
    **{
        f"castling-past-{name}": Mutant(
            f"{name} do not guard the squares of castling",
            "after[king] = EMPTY\n    after[rook] = EMPTY",
            f"after = [EMPTY if letter in '{letters}' else letter for letter in after]\n"
            "    after[king] = EMPTY\n    after[rook] = EMPTY",
        )
        for name, letters in (
            ("pawns", "Pp"),
            ("knights", "Nn"),
            ("bishops", "Bb"),
            ("rooks", "Rr"),
            ("queens", "Qq"),
            ("kings", "Kk"),
        )
    },
    "castling-safe-rook": Mutant(
        "the rook may not pass an attacked square either",
        SAFE,
        "crossed = (path(king, king_to) | path(rook, rook_to)) - {king, rook, king_to}",
    ),
    "castling-rook-attacked": Mutant(
        "an attacked rook does not castle",
        "    return way_is_free(",
        "    if attackers(position.board, rook, not position.white):\n"
        "        return False\n    return way_is_free(",
    ),
    "castling-over-knight": Mutant(
        "queenside only two squares have to be empty",
        CROSSED,
        f"{CROSSED} - {{rook + 1 if rook < king_to else rook - 1}}",
    ),
    "castling-takes": Mutant(
        "the king may take when it castles", CROSSED, f"{CROSSED} - {{king_to}}"
    ),
    "castling-takes-theirs": Mutant(
        "the king may take a piece of the other side when it castles",
        "return all(position.board[square] == EMPTY for square in crossed)",
        "free = crossed - {king_to} if position.theirs(position.board[king_to]) else crossed\n"
        "    return all(position.board[square] == EMPTY for square in free)",
    ),
    "castling-over-own": Mutant(
        "the king castles over pieces of its own side",
        "return all(position.board[square] == EMPTY for square in crossed)",
        "return not any(position.theirs(position.board[square]) for square in crossed)",
    ),
    "castling-over-theirs": Mutant(
        "the king castles over pieces of the other side",
        "return all(position.board[square] == EMPTY for square in crossed)",
        "return not any(position.own(position.board[square]) for square in crossed)",
    ),
    "castling-over-queen": Mutant(
        "the square beside the king may be occupied",
        CROSSED,
        f"{CROSSED} - {{rook_to}}",
    ),
}

RIGHTS = {
    "rights-unread": Mutant(
        "who may castle on one side may on the other",
        SIDES,
        "rook in range(64) if position.rights & {*position.home} and rook in position.home and"
        " position.board[rook] == ('R' if position.white else 'r'))",
    ),
    "rights-after-move": Mutant("a rook that has moved may castle", LOST, "return {target}"),
    "rights-after-capture": Mutant(
        "a captured rook leaves its castling right behind",
        "            return {*self.home, target}\n        return {origin, target}",
        "            return {*self.home}\n        return {origin}",
    ),
    "rights-after-king-move": Mutant(
        "a king that has moved may castle", KING_LOSES, "return {target}"
    ),
    "rights-after-king-captures": Mutant(
        "a rook that the king has taken leaves its right behind", KING_LOSES, "return {*self.home}"
    ),
    "rights-after-promotion": Mutant(
        "a rook that a pawn has taken leaves its right behind",
        LOST,
        'return {origin} if letter in "Pp" else {origin, target}',
    ),
    "rights-after-knight": Mutant(
        "a rook that a knight has taken leaves its right behind",
        LOST,
        'return {origin} if letter in "Nn" else {origin, target}',
    ),
    **{
        f"rights-{name}": Mutant(
            f"the right of a rook taken on {name} stays",
            LOST,
            f"return {{origin, target}} - {{{square}}}",
        )
        for name, square in (("a1", 0), ("h1", 7), ("a8", 56), ("h8", 63))
    },
    "rights-wrong-side": Mutant(
        "when a rook moves, the other rook loses its right",
        LOST,
        "return {origin ^ 7, target}",
    ),
    "rights-both": Mutant(
        "when a rook moves, both rights go",
        LOST,
        'return {*self.home, target} if letter in "Rr" else {origin, target}',
    ),
    "rights-both-captured": Mutant(
        "when a rook is taken, both of its side's rights go",
        LOST,
        "return {origin, *(range(target & 56, target + 8) if target in self.rights else ())}",
    ),
    "rights-all": Mutant(
        "when a king moves, both sides lose their rights", KING_LOSES, "return {*range(64)}"
    ),
    "rights-file": Mutant(
        "when a rook moves, the right of the rook opposite goes too",
        LOST,
        "return {origin, target, origin ^ 56}",
    ),
    "rights-king-one": Mutant(
        "a king that moves loses the right of one side only",
        KING_LOSES,
        "return {*self.home[4:], target}",
    ),
    "rights-black-king": Mutant(
        "a black king that has moved may castle",
        KING_LOSES,
        "return {*self.home, target} if self.white else {target}",
    ),
}
