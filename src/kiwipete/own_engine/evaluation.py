"""The static evaluation of a position, and a picture of what each piece is worth to the network."""

from __future__ import annotations

from typing import NamedTuple

from kiwipete._core.network import NetworkWeights
from kiwipete.board import Board
from kiwipete.own_engine.uci_text import evaluation_text
from kiwipete.squares import FILE_NAMES, KING, Square

_RULE = "  +" + "-------+" * 8


class Evaluation(NamedTuple):
    """A static evaluation; `str` of it is a picture or a table.

    With a network, `pieces` has the value of each piece but the kings, by square: how much
    the evaluation falls for White when it is taken off the board.
    """

    turn: bool
    value: int  # centipawns for the side to move
    pieces: dict[Square, int]  # centipawns for White; empty without a network
    text: str

    @property
    def white(self) -> int:
        """The evaluation for White."""
        return self.value if self.turn else -self.value

    def __str__(self) -> str:
        return self.text


def evaluation_of(board: Board, value: int, network: NetworkWeights | None) -> Evaluation:
    """Return the evaluation of a board, with the engine's value for the side to move."""
    if network is None:
        return Evaluation(board.turn, value, {}, evaluation_text(board, value))
    pieces = piece_values(board, network)
    white = value if board.turn else -value
    text = "\n".join(
        [
            picture(board, pieces),
            "",
            f"Pieces: what each adds for White, in pawns, to a network of {network.hidden}",
            f"Evaluation: {value} centipawns for the side to move, {white} for White",
        ]
    )
    return Evaluation(board.turn, value, pieces, text)


def piece_values(board: Board, network: NetworkWeights) -> dict[Square, int]:
    """Return what each piece but the kings adds to the evaluation for White, by square."""
    sign = 1 if board.turn else -1
    whole = network.evaluate(board)
    values = {}
    without = board.copy(stack=False)
    for square, piece in board.piece_map().items():
        if piece.piece_type != KING:
            without.remove_piece_at(square)
            values[square] = sign * (whole - network.evaluate(without))
            without.set_piece_at(square, piece)
    return values


def picture(board: Board, values: dict[Square, int]) -> str:
    r"""Draw a board whose squares have a piece and its value in pawns.

    >>> board = Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
    >>> print(*picture(board, {0: 512}).splitlines()[-4:], sep="\n")
    1 |   R   |       |       |       |   K   |       |       |       |
      | +5.12 |       |       |       |       |       |       |       |
      +-------+-------+-------+-------+-------+-------+-------+-------+
          a       b       c       d       e       f       g       h
    """
    lines = [_RULE]
    for rank in range(7, -1, -1):
        squares = range(8 * rank, 8 * rank + 8)
        pieces = (str(board.piece_at(square) or " ") for square in squares)
        numbers = (_pawns(values[square]) if square in values else "" for square in squares)
        lines += [
            f"{rank + 1} |" + "".join(f"{piece:^7}|" for piece in pieces),
            "  |" + "".join(f"{number:^7}|" for number in numbers),
            _RULE,
        ]
    return "\n".join([*lines, "   " + "".join(f"{name:^8}" for name in FILE_NAMES).rstrip()])


def _pawns(centipawns: int) -> str:
    return f"{centipawns / 100:+.2f}"
