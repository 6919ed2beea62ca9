"""Mistakes with checks, and with the squares that are forbidden to the king."""

from __future__ import annotations

from .mutant import Mutant

TWO = "if len(danger.checkers) < 2:"
ANSWERS = "return [*BETWEEN.get((king, checkers[0]), []), checkers[0]]"
IN_DANGER = "if move.target not in danger.answers:"
KING_GONE = "    after[position.king] = EMPTY\n    return"
KING_GOES = "return not attackers(after, target, not position.white)"
SEEN = "checkers = attackers(position.board, position.king, not position.white)"
PAWN_BEHIND = "behind = square - 8 if white else square + 8"

ATTACKS = {
    "blind-to-pawns": Mutant(
        "pawns do not attack", "and board[origin] == pawn", "and board[origin] == pawn == king"
    ),
    "blind-to-knights": Mutant(
        "knights do not attack", "board[line[0]] == knight", "board[line[0]] == EMPTY == king"
    ),
    "blind-to-kings": Mutant(
        "kings do not keep apart", "board[line[0]] == king", "board[line[0]] == EMPTY == king"
    ),
    "blind-to-bishops": Mutant("bishops do not attack", "(bishop, queen)", "(queen,)"),
    "blind-to-rooks": Mutant("rooks do not attack", "(rook, queen)", "(queen,)"),
    "blind-to-queens": Mutant("queens attack as rooks do", "(bishop, queen)", "(bishop,)"),
    "blind-to-queen-ranks": Mutant("queens attack as bishops do", "(rook, queen)", "(rook,)"),
    "attack-wrapped-pawns": Mutant(
        "pawns attack around the board",
        "if is_beside(origin, behind) and board[origin] == pawn",
        "if 0 <= origin < 64 and board[origin] == pawn",
    ),
    "attack-pawn-backwards": Mutant(
        "pawns attack backwards", PAWN_BEHIND, "behind = square + 8 if white else square - 8"
    ),
    "attack-pawn-white": Mutant(
        "black pawns attack as white ones do", PAWN_BEHIND, "behind = square - 8"
    ),
    "attack-pawn-ahead": Mutant(
        "pawns attack straight ahead",
        "for origin in (behind - 1, behind + 1):\n        if is_beside(origin, behind) and",
        "for origin in (behind - 1, behind, behind + 1):\n        if 0 <= origin < 64 and"
        " (origin == behind or is_beside(origin, behind)) and",
    ),
    "attack-pawn-left": Mutant(
        "pawns attack on one side only",
        "for origin in (behind - 1, behind + 1):",
        "for origin in (behind - 1,):",
    ),
    "attack-through": Mutant(
        "sliders attack through pieces of their own side",
        "                        found.append(origin)\n                    break",
        "                        found.append(origin)\n"
        "                    if board[origin].isupper() != white:\n"
        "                        break",
    ),
    "attack-adjacent": Mutant(
        "sliders do not attack the square beside them",
        "                    if board[origin] in pieces:",
        "                    if board[origin] in pieces and origin != line[0]:",
    ),
}

KING = {
    "king-on-ray": Mutant(
        "the king may retreat along the line of a check",
        KING_GONE,
        "    if position.board[target] != EMPTY:\n        after[position.king] = EMPTY\n    return",
    ),
    "king-on-rank": Mutant(
        "the king may retreat along the rank of a check",
        KING_GONE,
        "    if abs(target - position.king) != 1:\n"
        "        after[position.king] = EMPTY\n"
        "    return",
    ),
    "king-takes-guarded": Mutant(
        "the king may take a guarded piece",
        KING_GOES,
        f"if position.board[target] != EMPTY:\n        return True\n    {KING_GOES}",
    ),
    "king-takes-guarded-pawn": Mutant(
        "the king may take a guarded pawn",
        KING_GOES,
        f'if position.board[target] in "Pp":\n        return True\n    {KING_GOES}',
    ),
    "king-ignores-pinned": Mutant(
        "a pinned piece does not keep the king away",
        KING_GOES,
        "found = attackers(after, target, not position.white)\n"
        "    return all(is_pinned(position, origin) for origin in found)\n\n\n"
        "def is_pinned(position: Position, origin: int) -> bool:\n"
        "    without, king = list(position.board), position.kings[not position.white]\n"
        "    without[origin] = EMPTY\n"
        "    return bool(attackers(without, king, position.white))",
    ),
    "king-spares-checker": Mutant(
        "the king does not take the piece that gives check",
        KING_GOES,
        "if target in attackers(position.board, position.king, not position.white):\n"
        f"        return False\n    {KING_GOES}",
    ),
}

CHECKS = {
    "check-ignored": Mutant("in check any move will do", IN_DANGER, "if False:"),
    "check-king-only": Mutant("in check only the king moves", TWO, "if not danger.checkers:"),
    "check-no-block": Mutant(
        "nothing stands in the way of a check", ANSWERS, "return [checkers[0]]"
    ),
    "check-no-capture": Mutant(
        "only the king takes what gives check",
        ANSWERS,
        "return BETWEEN.get((king, checkers[0]), [])",
    ),
    "check-block-near": Mutant(
        "nothing stands between beside the king",
        ANSWERS,
        "return [*BETWEEN.get((king, checkers[0]), [])[1:], checkers[0]]",
    ),
    "check-block-far": Mutant(
        "nothing stands between beside the piece that gives check",
        ANSWERS,
        "return [*BETWEEN.get((king, checkers[0]), [])[:-1], checkers[0]]",
    ),
    "check-block-behind": Mutant(
        "a check is answered behind the king too",
        ANSWERS,
        "return [*BETWEEN.get((king, checkers[0]), []), checkers[0], 2 * king - checkers[0]]",
    ),
    "check-knight-unanswered": Mutant(
        "a check by a knight is answered by the king alone",
        ANSWERS,
        "between = BETWEEN.get((king, checkers[0]))\n"
        "    return [] if between is None else [*between, checkers[0]]",
    ),
    "check-no-double-push": Mutant(
        "no double step stands in the way of a check",
        IN_DANGER,
        'if move.target not in danger.answers or (danger.checkers and move.kind == "double"):',
    ),
    "check-no-promotion": Mutant(
        "no promotion answers a check",
        IN_DANGER,
        "if move.target not in danger.answers or (danger.checkers and len(move.kind) == 1):",
    ),
    "check-queen-promotion": Mutant(
        "only a promotion to a queen answers a check",
        IN_DANGER,
        'if move.target not in danger.answers or (danger.checkers and move.kind in [*"RBN"]):',
    ),
    "check-pawn-takes": Mutant(
        "no pawn takes what gives check",
        IN_DANGER,
        'if move.target not in danger.answers or (position.board[move.origin] in "Pp"'
        " and move.target in danger.checkers):",
    ),
    "check-unpinned": Mutant(
        "a pinned piece may answer a check",
        "return move.origin not in danger.pins or",
        "return bool(danger.checkers) or move.origin not in danger.pins or",
    ),
    "double-check": Mutant(
        "a double check may be answered by blocking one of them",
        TWO,
        "if len(danger.checkers) < 3:",
    ),
    "double-check-any": Mutant(
        "a double check may be answered by any move",
        TWO,
        "if len(danger.checkers) == 2:\n"
        "        danger = danger._replace(answers=range(64))\n"
        "    if True:",
    ),
    "double-check-pawn": Mutant(
        "a double check with a pawn is taken for a check by the other piece",
        TWO,
        'if len(danger.checkers) < 2 or position.board[danger.checkers[1]] in "Pp":',
    ),
    "double-check-knight": Mutant(
        "a double check with a knight is taken for a check by the knight",
        TWO,
        'if len(danger.checkers) < 2 or position.board[danger.checkers[0]] in "Nn":',
    ),
}


def unnoticed(condition: str) -> str:
    """Text that sees no check after a move that fulfils a condition."""
    last = "move = position.undo[-1].move if position.undo else None"
    return f"{last}\n    {SEEN}\n    if move and {condition}:\n        checkers = []"


NOTICED = {
    "check-by-castling": Mutant(
        "a check by a castled rook is not noticed", SEEN, unnoticed('move.kind == "castling"')
    ),
    "check-by-promotion": Mutant(
        "a check by a promoted piece is not noticed", SEEN, unnoticed("len(move.kind) == 1")
    ),
    "check-by-promoted-knight": Mutant(
        "a check by a pawn that became a knight is not noticed", SEEN, unnoticed('move.kind == "N"')
    ),
    "check-by-double-step": Mutant(
        "a check by a double step is not noticed", SEEN, unnoticed('move.kind == "double"')
    ),
    "check-by-en-passant": Mutant(
        "a check by en passant is not noticed", SEEN, unnoticed('move.kind == "en passant"')
    ),
    "check-discovered": Mutant(
        "a discovered check is not noticed",
        SEEN,
        unnoticed('move.kind != "castling" and move.target not in checkers'),
    ),
    "check-discovered-en-passant": Mutant(
        "a check discovered by en passant is not noticed",
        SEEN,
        unnoticed('move.kind == "en passant" and move.target not in checkers'),
    ),
    "check-discovered-promotion": Mutant(
        "a check discovered by a promotion is not noticed",
        SEEN,
        unnoticed("len(move.kind) == 1 and move.target not in checkers"),
    ),
    "check-discovered-king": Mutant(
        "a check discovered by the king is not noticed",
        SEEN,
        unnoticed('position.board[move.target] in "Kk"'),
    ),
    "check-doubled": Mutant(
        "of a double check only the piece that moved is noticed",
        SEEN,
        unnoticed("move.target in checkers").replace("= []", "= [move.target]"),
    ),
}
