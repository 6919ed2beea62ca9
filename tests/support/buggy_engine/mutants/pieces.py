"""Mistakes with the ways of pieces."""

from __future__ import annotations

from .mutant import Mutant

WAYS = "LINES[board[origin].upper()][origin]:"
ON_BOARD = "if on_board(x, y)]"
TAKES = (
    "            if position.theirs(board[target]):\n"
    "                yield target\n"
    "            break"
)
KING_TAKES = "if not position.own(position.board[target]) and king_can_go(position, target):"


def around(letters: str, steps: str, files: int) -> str:
    """Text that adds steps over the edge of the board to the ways of a piece."""
    over = f"t for t in ({steps}) if 0 <= t < 64 and abs(t % 8 - origin % 8) > {files}"
    return f'[*{WAYS[:-1]}, [{over} and board[origin] in "{letters}"]]:'


LEAPERS = {
    "wrapped-knights": Mutant(
        "knights leave the board on one side and enter it on the other, upwards",
        WAYS,
        around("Nn", "origin + 15, origin + 17", 2),
    ),
    "wrapped-knights-down": Mutant(
        "knights leave the board on one side and enter it on the other, downwards",
        WAYS,
        around("Nn", "origin - 15, origin - 17", 2),
    ),
    "wrapped-knights-flat": Mutant(
        "knights go over the edge with their flat jumps",
        WAYS,
        around("Nn", "origin - 6, origin - 10, origin + 6, origin + 10", 2),
    ),
    "wrapped-knight-table": Mutant(
        "the table of knights, for checks too, goes over the right edge",
        ON_BOARD,
        f"{ON_BOARD[:-1]} or (directions == JUMPS and x > 7 and 0 <= 8 * y + x < 64)]",
    ),
    "knight-jump-forgotten": Mutant(
        "one of the knight's jumps is forgotten", ", (-2, 1), (-1, 2))", ", (-1, 2))"
    ),
    "knight-takes-own": Mutant(
        "knights take pieces of their own side",
        TAKES,
        TAKES.replace(
            "position.theirs(board[target])",
            'position.theirs(board[target]) or board[origin] in "Nn"',
        ),
    ),
    "wrapped-kings": Mutant(
        "kings leave the board on one side and enter it on the other",
        'for line in LINES["K"][position.king]:\n        for target in line:',
        "king = position.king\n"
        "    way = [t for t in (king - 9, king + 9) if 0 <= t < 64 and abs(t % 8 - king % 8) > 1]\n"
        '    for line in [*LINES["K"][king], way]:\n        for target in line:',
    ),
    "wrapped-king-table": Mutant(
        "the table of kings, for attacks too, goes over the left edge",
        ON_BOARD,
        f"{ON_BOARD[:-1]} or (reach == 1 and len(directions) == 8 and directions != JUMPS"
        " and x < 0 and 0 <= 8 * y + x < 64)]",
    ),
    "king-step-forgotten": Mutant(
        "kings do not step towards a1",
        '"K": lines(ORTHOGONAL + DIAGONAL, 1)',
        '"K": lines(ORTHOGONAL + DIAGONAL[:2] + DIAGONAL[3:], 1)',
    ),
    "king-takes-own": Mutant(
        "the king takes pieces of its own side", KING_TAKES, "if king_can_go(position, target):"
    ),
    "king-takes-nothing": Mutant(
        "the king does not take",
        KING_TAKES,
        KING_TAKES.replace(
            "not position.own(position.board[target])", "position.board[target] == EMPTY"
        ),
    ),
}

SLIDERS = {
    "slider-short": Mutant(
        "bishops and rooks go six squares at most",
        '"B": lines(DIAGONAL, 7),\n    "R": lines(ORTHOGONAL, 7)',
        '"B": lines(DIAGONAL, 6),\n    "R": lines(ORTHOGONAL, 6)',
    ),
    "queen-short": Mutant(
        "queens go six squares at most",
        '"Q": lines(ORTHOGONAL + DIAGONAL, 7)',
        '"Q": lines(ORTHOGONAL + DIAGONAL, 6)',
    ),
    "queen-line-forgotten": Mutant(
        "queens do not go towards a1",
        '"Q": lines(ORTHOGONAL + DIAGONAL, 7)',
        '"Q": lines(ORTHOGONAL + DIAGONAL[:2] + DIAGONAL[3:], 7)',
    ),
    "slider-takes-own": Mutant(
        "bishops, rooks and queens take pieces of their own side",
        TAKES,
        TAKES.replace(
            "position.theirs(board[target])",
            'position.theirs(board[target]) or board[origin] not in "Nn"',
        ),
    ),
    "slider-takes-nothing": Mutant(
        "bishops, rooks and queens stop before what they could take",
        TAKES,
        TAKES.replace(
            "position.theirs(board[target])",
            'position.theirs(board[target]) and board[origin] in "Nn"',
        ),
    ),
    "slider-through-own": Mutant(
        "bishops, rooks and queens pass pieces of their own side",
        TAKES,
        TAKES.replace("            break", "                break"),
    ),
    "slider-through-theirs": Mutant(
        "bishops, rooks and queens go on behind what they could take",
        TAKES,
        TAKES.replace("            break", "                continue\n            break"),
    ),
    "slider-stops-at-edge": Mutant(
        "bishops, rooks and queens do not reach the h-file",
        "if board[target] == EMPTY:\n                yield target",
        "if board[target] == EMPTY:\n"
        '                if target % 8 < 7 or board[origin] in "Nn":\n'
        "                    yield target",
    ),
    "wrapped-rooks": Mutant(
        "rooks on the edge leave the board on one side and enter it on the other",
        WAYS,
        around("Rr", "origin - 1, origin + 1", 1),
    ),
    "wrapped-bishops": Mutant(
        "bishops on the edge leave the board on one side and enter it on the other",
        WAYS,
        around("Bb", "origin - 7, origin + 9", 1),
    ),
    "wrapped-slider-table": Mutant(
        "the table of rooks, for checks too, goes over the left edge",
        ON_BOARD,
        f"{ON_BOARD[:-1]} or (directions == ORTHOGONAL and x < 0 and 0 <= 8 * y + x)]",
    ),
    "twice": Mutant(
        "a rook's captures are listed twice",
        TAKES,
        TAKES.replace(
            "                yield target\n",
            "                yield target\n"
            '                if board[origin] in "Rr":\n'
            "                    yield target\n",
        ),
    ),
}
