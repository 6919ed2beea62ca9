"""Mistakes with pawns, but for en passant."""

from __future__ import annotations

from .mutant import Mutant

STEP = "yield from arrivals(position, origin, ahead)"
DOUBLE = "if rank == 1 and board[ahead + step] == EMPTY:"
CAPTURE = "if position.theirs(board[target]):\n                yield from"
SIDES = "for target in (ahead - 1, ahead + 1)"
IS_BESIDE = "(ahead - 1, ahead + 1) if is_beside(target, origin)"
ARRIVAL = "if target // 8 in (0, 7):"
LETTERS = "for letter in PROMOTIONS]"

STEPS = {
    "pawn-takes-ahead": Mutant(
        "a pawn takes what stands before it",
        "if board[ahead] == EMPTY:",
        "if not position.own(board[ahead]):",
    ),
    "pawn-steps-on-own": Mutant(
        "a pawn steps onto a piece of its own side",
        "if board[ahead] == EMPTY:",
        "if not position.theirs(board[ahead]):",
    ),
    "no-step-on-edge": Mutant(
        "pawns of the h-file do not step", STEP, f"if origin % 8 < 7:\n                {STEP}"
    ),
    "double-push": Mutant(
        "a pawn may jump over a piece",
        f"            {DOUBLE}\n                yield",
        f"        {DOUBLE[:-1]} and ahead + step != position.passed:\n            yield",
    ),
    "double-push-takes": Mutant(
        "a pawn takes with its double step",
        DOUBLE,
        "if rank == 1 and not position.own(board[ahead + step]):",
    ),
    "double-push-late": Mutant(
        "a pawn may advance two squares from its third rank too",
        DOUBLE,
        DOUBLE.replace("== 1", "in (1, 2)"),
    ),
    "double-push-from-anywhere": Mutant(
        "a pawn may always advance two squares", DOUBLE, DOUBLE.replace("== 1", "< 6")
    ),
    "double-push-blocked": Mutant(
        "a pawn advances two squares onto another piece of its side",
        DOUBLE,
        "if rank == 1 and not position.theirs(board[ahead + step]):",
    ),
    "double-push-white": Mutant(
        "black pawns do not advance two squares", DOUBLE, DOUBLE.replace("rank", "origin // 8")
    ),
    "double-push-forgotten": Mutant(
        "no pawn advances two squares", DOUBLE, DOUBLE.replace("== 1", "== 8")
    ),
}

CAPTURES = {
    "wrapped-pawns": Mutant(
        "pawns on the edge capture around the board",
        IS_BESIDE,
        "(ahead - 1, ahead + 1) if 0 <= target < 64",
    ),
    "wrapped-pawns-left": Mutant(
        "pawns of the a-file capture around the board",
        IS_BESIDE,
        "(ahead - 1, ahead + 1) if is_beside(target, origin) or (origin % 8 == 0 and target > 0)",
    ),
    "wrapped-pawns-right": Mutant(
        "pawns of the h-file capture around the board",
        IS_BESIDE,
        "(ahead - 1, ahead + 1) if is_beside(target, origin) or (origin % 8 == 7 and target < 64)",
    ),
    "pawn-takes-own": Mutant(
        "pawns take pieces of their own side",
        CAPTURE,
        CAPTURE.replace("position.theirs(board[target])", "board[target] != EMPTY"),
    ),
    "pawn-takes-nothing": Mutant(
        "pawns go ahead to the side without a capture",
        CAPTURE,
        CAPTURE.replace("position.theirs", "not position.own"),
    ),
    "pawn-takes-left": Mutant("pawns take to the left only", SIDES, "for target in (ahead - 1,)"),
    "pawn-takes-right": Mutant("pawns take to the right only", SIDES, "for target in (ahead + 1,)"),
    "black-pawn-takes-right": Mutant(
        "black pawns do not take towards the a-file",
        IS_BESIDE,
        f"{IS_BESIDE} and (ahead > origin or target > ahead)",
    ),
    "pawn-not-to-edge": Mutant(
        "pawns do not take on the a-file", IS_BESIDE, f"{IS_BESIDE} and target % 8 > 0"
    ),
    "pawn-not-from-edge": Mutant(
        "pawns of the h-file do not take", IS_BESIDE, f"{IS_BESIDE} and origin % 8 < 7"
    ),
}

PROMOTIONS = {
    "queen-only": Mutant(
        "pawns become nothing but queens", 'PROMOTIONS = "QRBN"', 'PROMOTIONS = "Q"'
    ),
    "promotion-no-knight": Mutant(
        "pawns do not become knights", 'PROMOTIONS = "QRBN"', 'PROMOTIONS = "QRB"'
    ),
    "promotion-no-bishop": Mutant(
        "pawns do not become bishops", 'PROMOTIONS = "QRBN"', 'PROMOTIONS = "QRN"'
    ),
    "promotion-no-rook": Mutant(
        "pawns do not become rooks", 'PROMOTIONS = "QRBN"', 'PROMOTIONS = "QBN"'
    ),
    "promotion-no-queen": Mutant(
        "pawns do not become queens", 'PROMOTIONS = "QRBN"', 'PROMOTIONS = "RBN"'
    ),
    "no-promotion": Mutant(
        "a pawn may stay a pawn on the last rank", LETTERS, 'for letter in (*PROMOTIONS, "")]'
    ),
    "promotion-to-king": Mutant(
        "a pawn may become a king", 'PROMOTIONS = "QRBN"', 'PROMOTIONS = "QRBNK"'
    ),
    "promotion-capture-queen": Mutant(
        "a pawn that takes becomes nothing but a queen",
        LETTERS,
        'for letter in (PROMOTIONS if position.board[target] == EMPTY else "Q")]',
    ),
    "promotion-capture-forgotten": Mutant(
        "a pawn that takes on the last rank stays a pawn",
        ARRIVAL,
        "if target // 8 in (0, 7) and position.board[target] == EMPTY:",
    ),
    "promotion-capture-only": Mutant(
        "only a pawn that takes is promoted",
        ARRIVAL,
        "if target // 8 in (0, 7) and position.board[target] != EMPTY:",
    ),
    "promotion-white": Mutant("black pawns are not promoted", ARRIVAL, "if target // 8 == 7:"),
    "promotion-early": Mutant(
        "pawns are promoted on the seventh rank too", ARRIVAL, "if target // 8 in (0, 1, 6, 7):"
    ),
    "promotion-twice": Mutant(
        "promotions to a queen are listed twice", LETTERS, 'for letter in (*PROMOTIONS, "Q")]'
    ),
    "promotion-edge": Mutant(
        "pawns of the h-file become nothing but queens",
        LETTERS,
        'for letter in (PROMOTIONS if origin % 8 < 7 else "Q")]',
    ),
}
