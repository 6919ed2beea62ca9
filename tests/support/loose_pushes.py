"""Moves that no rule allows, pushed on boards of both libraries.

Run `python -m tests.support.loose_pushes` in a Python of its own, because it turns the
switch's ways on. It prints what differs.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

import chess
import chess.variant

import kiwipete
import kiwipete.variant
from kiwipete._core.arguments import follow_python_chess

GAMES = 150
PLIES = 40
VARIANTS = ["Antichess", "Horde", "KingOfTheHill", "RacingKings", "ThreeCheck"]
ASIDE = [2, -2, 3, -4, 8, 16, -8, -16, 7, 9, -7, -9, 1, -1]

Parts = tuple[int, int, "int | None", "int | None"]


def seen(board: Any) -> dict[str, Any]:
    """Return what can be seen of a board."""
    return {
        "fen": board.fen(en_passant="fen", promoted=True),
        "castling_rights": board.castling_rights,
        "ep_square": board.ep_square,
        "occupied_co": list(board.occupied_co),
        "move_stack": [move.uci() for move in board.move_stack],
        "kings": (board.king(True), board.king(False)),
        "legal_moves": sorted(move.uci() for move in board.legal_moves),
        "status": int(board.status()) & ~int(chess.STATUS_BAD_CASTLING_RIGHTS),
    }


def some_move(board: chess.Board, chance: random.Random) -> Parts:
    """Return a move that may be anything, but starts on a piece more often than not."""
    moves = [*board.pseudo_legal_moves] if chance.random() < 0.35 else []
    if moves:
        move = chance.choice(moves)
        return move.from_square, move.to_square, move.promotion, move.drop
    if chance.random() < 0.05:
        return 0, 0, None, None
    pieces = [*chess.scan_forward(board.kings if chance.random() < 0.25 else board.occupied)]
    start = chance.choice(pieces) if pieces and chance.random() < 0.9 else chance.randrange(64)
    end = chance.randrange(64)
    if chance.random() < 0.4:
        end = (start + chance.choice(ASIDE)) % 64
    elif board.ep_square is not None and chance.random() < 0.3:
        end = board.ep_square
    promotion = chance.choice([*[None] * 5, 1, 2, 3, 4, 5])
    return start, end, promotion, chance.choice([*[None] * 24, 1, 2, 3, 4, 5, 6])


def starts(chance: random.Random) -> Iterator[tuple[Any, Any]]:
    """Yield the same board of both libraries, in standard chess, Chess960 and variants."""
    for number in range(GAMES):
        chess960 = chance.random() < 0.3
        if number % 5 == 4:
            name = chance.choice(VARIANTS) + "Board"
            theirs, ours = getattr(chess.variant, name), getattr(kiwipete.variant, name)
        else:
            theirs, ours = chess.Board, kiwipete.Board
        boards = theirs(chess960=chess960), ours(chess960=chess960)
        if number % 5 == 3:
            for board in boards:
                board.set_chess960_pos(number)
        yield boards


def differences(chance: random.Random) -> Iterator[object]:
    """Play games of any moves and yield what differs."""
    for theirs, ours in starts(chance):
        while theirs.ply() < PLIES:
            parts = some_move(theirs, chance)
            before, kept, fen = seen(ours), theirs.copy(), theirs.fen(en_passant="fen")
            refused: list[type | None] = [None, None]
            for number, (board, move) in enumerate(
                [(theirs, chess.Move(*parts)), (ours, kiwipete.Move(*parts))]
            ):
                try:
                    board.push(move)
                except AssertionError as error:
                    refused[number] = type(error)
            if refused != [None, None]:
                if refused != [AssertionError, kiwipete.errors.NoSuchMoveError]:
                    yield "refused", fen, parts, refused
                if seen(ours) != before:
                    yield "changed by a move that was refused", fen, parts
                theirs = kept
                continue
            # What an illegal move leaves without king or rook does not count here.
            if theirs.clean_castling_rights() != ours.clean_castling_rights():
                break
            if seen(theirs) != seen(ours):
                yield "played", fen, parts, seen(theirs), seen(ours)
                break
        yield from going_back(theirs, ours)


def going_back(theirs: Any, ours: Any) -> Iterator[object]:
    """Take all moves back and yield what differs."""
    while theirs.move_stack:
        if theirs.pop() != ours.pop():
            yield "popped", theirs.fen()
        if theirs.board_fen(promoted=True) != ours.board_fen(promoted=True):
            yield "popped to", theirs.fen(), ours.fen()


if __name__ == "__main__":
    follow_python_chess()
    found = [*differences(random.Random(int(sys.argv[1])))]
    for difference in found:
        print(difference)
    sys.exit(bool(found))
