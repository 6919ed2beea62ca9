"""Mistakes with captures en passant."""

from __future__ import annotations

from .mutant import Mutant

IS_PASSED = "elif target == position.passed:"
JUDGED = "return en_passant_is_safe(position, move.origin, move.target)"
VICTIM_GONE = "    after[position.behind(target)] = EMPTY\n"
PASSED = 'if move.kind == "double":'

EN_PASSANT = {
    "en-passant-forgotten": Mutant("there is no en passant", IS_PASSED, "elif False:"),
    "en-passant-white": Mutant(
        "black does not take en passant", IS_PASSED, "elif white and target == position.passed:"
    ),
    "en-passant-left": Mutant(
        "pawns take en passant towards the a-file only",
        IS_PASSED,
        "elif target == position.passed and target < ahead:",
    ),
    "en-passant-right": Mutant(
        "pawns take en passant towards the h-file only",
        IS_PASSED,
        "elif target == position.passed and target > ahead:",
    ),
    "en-passant-one-pawn": Mutant(
        "of two pawns that can take en passant only the first does",
        IS_PASSED,
        "elif target == position.passed and (target > ahead or board[origin - 2] != pawn):",
    ),
    "en-passant-edge": Mutant(
        "pawns of the a-file do not take en passant",
        IS_PASSED,
        "elif target == position.passed and origin % 8 > 0:",
    ),
    "en-passant-wrapped": Mutant(
        "a pawn of one edge takes a pawn of the other en passant",
        "for target in pawn_targets(origin, ahead):\n            if position",
        "for target in (ahead - 1, ahead + 1):\n"
        "            if is_beside(target, origin) and position",
    ),
    "en-passant-ahead": Mutant(
        "a pawn takes the pawn beside it en passant whenever it stands there",
        IS_PASSED,
        "elif board[target] == EMPTY and rank == 4 and board[target - step] == pawn.swapcase():",
    ),
}

SAFETY = {
    "en-passant-pin": Mutant(
        "en passant does not look at the line that the captured pawn leaves",
        VICTIM_GONE,
        "    if attackers(position.board, position.king, not position.white):\n    " + VICTIM_GONE,
    ),
    "en-passant-unsafe": Mutant("en passant is never tested for safety", JUDGED, "return True"),
    "en-passant-as-others": Mutant(
        "en passant is judged by the pins and checks of other moves",
        JUDGED,
        "allowed = danger.pins.get(move.origin, danger.answers)\n"
        "        return move.target in danger.answers and move.target in allowed",
    ),
    "en-passant-rank-only": Mutant(
        "for en passant only the rank is looked at",
        "return not attackers(after, position.king, not position.white)",
        "found = attackers(after, position.king, not position.white)\n"
        "    return all(square // 8 != position.king // 8 for square in found)",
    ),
    "en-passant-not-rank": Mutant(
        "for en passant the rank is not looked at",
        "return not attackers(after, position.king, not position.white)",
        "found = attackers(after, position.king, not position.white)\n"
        "    return all(square // 8 == position.king // 8 for square in found)",
    ),
    "en-passant-pinned-pawn": Mutant(
        "a pinned pawn does not take en passant, even along the line of the pin",
        JUDGED,
        f"return move.origin not in danger.pins and {JUDGED[7:]}",
    ),
    "en-passant-pinned-victim": Mutant(
        "a pawn between a slider and the king is not taken en passant",
        "    after[target] = position.board[origin]\n",
        "",
    ),
    "en-passant-reblocks-file": Mutant(
        "a pawn that covers its king's file is not taken en passant, although the other covers it",
        "    after[target] = position.board[origin]\n",
        "    if (target - position.king) % 8:\n        after[target] = position.board[origin]\n",
    ),
    "en-passant-origin": Mutant(
        "en passant does not look at the line that the capturing pawn leaves",
        "    after[origin] = EMPTY\n    after[target]",
        "    after[target]",
    ),
    "en-passant-evasion": Mutant(
        "a pawn that gives check is not taken en passant",
        JUDGED,
        f"return not danger.checkers and {JUDGED[7:]}",
    ),
    "en-passant-any-check": Mutant(
        "en passant is allowed in any check",
        JUDGED,
        f"return bool(danger.checkers) or {JUDGED[7:]}",
    ),
}

SQUARE = {
    "en-passant-kept": Mutant(
        "the en passant square is kept when the next move is played",
        "(move.origin + move.target) // 2\n        return None",
        "(move.origin + move.target) // 2\n        return self.passed",
    ),
    "en-passant-single-step": Mutant(
        "a single step sets the en passant square too",
        PASSED,
        'if self.board[move.target] in "Pp" and abs(move.target - move.origin) == 8:\n'
        f"            return move.origin\n        {PASSED}",
    ),
    "en-passant-any-piece": Mutant(
        "any piece that goes two ranks ahead may be taken en passant",
        PASSED,
        "if abs(move.origin - move.target) == 16:",
    ),
    "en-passant-never-set": Mutant(
        "a double step does not set the en passant square", PASSED, 'if move.kind == "twice":'
    ),
    "en-passant-not-black": Mutant(
        "a double step of black does not set the en passant square",
        PASSED,
        'if move.kind == "double" and self.white:',
    ),
    "en-passant-left-neighbour": Mutant(
        "the en passant square is set only if a pawn stands on the left",
        PASSED,
        'if move.kind == "double" and self.board[move.target - 1] in "Pp":',
    ),
    "en-passant-square": Mutant(
        "the en passant square of a white pawn is one too far",
        "return (move.origin + move.target) // 2",
        "return move.target - 8 if not self.white else move.target",
    ),
    "en-passant-victim": Mutant(
        "the pawn that is taken en passant stays",
        "            self.put(self.behind(target), EMPTY)",
        "            self.put(self.behind(target), self.board[self.behind(target)])",
    ),
    "en-passant-victim-black": Mutant(
        "when black takes en passant, what stands on the other side of the square goes",
        "self.put(self.behind(target), EMPTY)",
        "self.put(target - 8, EMPTY)",
    ),
}
