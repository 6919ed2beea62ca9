"""The built-in positions: at least one for every corner of the rules.

>>> positions = collection()
>>> positions[0]
LabelledPosition(label='the king alone', fen='4k3/8/8/8/8/8/8/4K3 w - - 0 1', moves=())
>>> any("en passant" in position.label for position in positions)
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import NamedTuple

from kiwipete.bitboards import flip_horizontal
from kiwipete.board import Board

# The half-move clock of a game that may be drawn.
DRAWN = 100


class LabelledPosition(NamedTuple):
    """Where an engine is asked: a FEN, moves from there, and what is special about it."""

    label: str
    fen: str
    moves: tuple[str, ...] = ()


def collection(*, chess960: bool = False) -> list[LabelledPosition]:
    """Return the built-in positions and their mirror images, those with few pieces first.

    For Chess960 there are more of them.

    >>> len(collection(chess960=True)) > len(collection()) > 200
    True
    """
    names = ["collection.epd", *(["collection960.epd"] if chess960 else [])]
    found: dict[str, LabelledPosition] = {}
    for name in names:
        text = files("kiwipete.lab").joinpath(name).read_text("utf-8")
        for label, fen in _labelled(text.splitlines()):
            for image in _images(Board(fen, chess960=chess960)):
                fen = write_fen(image)
                found.setdefault(fen, LabelledPosition(label, fen))
    return sorted(found.values(), key=lambda position: count_pieces(position.fen))


def write_fen(board: Board) -> str:
    """Write a FEN for an engine: all that is set, and rights by rook files in Chess960.

    Counters that make a game a draw, after which some engines list no moves, begin anew.

    >>> write_fen(kiwipete.Board("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", chess960=True))
    '4k3/8/8/8/8/8/8/R3K3 w A - 0 1'
    """
    if board.halfmove_clock >= DRAWN:
        board = board.copy(stack=False)
        board.halfmove_clock = 0
    return board.fen(shredder=board.chess960, en_passant="fen")


def _labelled(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    label = ""
    for line in lines:
        if line.startswith("#"):
            label = line.lstrip("# ")
        elif line.strip():
            yield label, line.strip()


def _images(board: Board) -> Iterator[Board]:
    yield board
    yield board.mirror()
    if not board.castling_rights:
        turned = board.transform(flip_horizontal)
        yield turned
        yield turned.mirror()


def count_pieces(fen: str) -> int:
    """Return how many pieces a FEN has, with the kings."""
    return sum(letter.isalpha() for letter in fen.split()[0])
