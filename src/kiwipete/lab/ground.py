"""Where to hunt: positions from a file or from the command line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kiwipete.board import Board
from kiwipete.errors import IllegalMoveError
from kiwipete.explain import read_legal_move
from kiwipete.lab.collection import LabelledPosition, write_fen
from kiwipete.lab.position_lines import countable_board, read_positions
from kiwipete.lab.suite import WrongLine


def ground_position(
    fen: str, label: str = "", *, moves: Sequence[str] = (), chess960: bool = False
) -> LabelledPosition:
    """Make a position to hunt in, after moves from a FEN; a ValueError says why it cannot be one.

    Moves are in UCI or in standard algebraic notation.

    >>> ground_position("4k3/8/8/8/8/8/8/4K2R w K -", "a rook", moves=["e1g1"])
    LabelledPosition(label='a rook', fen='4k3/8/8/8/8/8/8/4K2R w K - 0 1', moves=('e1g1',))
    """
    board = countable_board(fen, chess960=chess960)
    if board.chess960 and not chess960:
        raise ValueError(f"castling rights that only Chess960 knows: {fen}")
    start = write_fen(board)
    played = tuple(_play(board, move) for move in moves)
    return LabelledPosition(label or "a position of yours", start, played)


def _play(board: Board, text: str) -> str:
    """Play a move, and return it as an engine is told it."""
    move = read_legal_move(board, text)
    if not move:
        raise IllegalMoveError(f"illegal move {text}: a null move is none")
    board.push(move)
    return move.uci()


class Ground(NamedTuple):
    """The positions of a file to hunt in, and what of the file is none."""

    positions: list[LabelledPosition]
    wrong_lines: list[WrongLine]
    left_out: int  # positions of Chess960, if the engine does not play it


def read_ground(lines: Iterable[str], *, chess960: bool = False) -> Ground:
    """Read lines of positions, in any format of a suite.

    Labels are the names of a suite: an `id`, or a comment right above. Counts and other
    operations are left aside. A line that cannot be used is kept, with its number and the
    reason, and stops nobody.

    >>> ground = read_ground(["# a rook", "4k3/8/8/8/8/8/8/4K2R w K - ;D1 15", "a typing error"])
    >>> ground.positions
    [LabelledPosition(label='a rook', fen='4k3/8/8/8/8/8/8/4K2R w K - 0 1', moves=())]
    >>> ground.wrong_lines[0].line
    3
    """
    ground = Ground([], [], 0)
    left_out = 0
    for found in read_positions(lines, chess960=chess960):
        if isinstance(found, WrongLine):
            ground.wrong_lines.append(found)
        elif found.board.chess960 and not chess960:
            left_out += 1
        else:
            ground.positions.append(LabelledPosition(found.name, write_fen(found.board)))
    return ground._replace(wrong_lines=sorted(ground.wrong_lines), left_out=left_out)
