"""The names of chess openings, with their ECO codes, found by position.

The names are in openings.tsv: a code, a name and a line of moves each. A name belongs to the
position after its moves, so every move order that leads there has it. The file is read on first
use.

>>> board = kiwipete.Board()
>>> for san in ("Nf3", "d5", "d4", "Nf6", "c4", "e6", "Nc3"):
...     _ = board.push_san(san)
>>> print(board.opening())
D37 Queen's Gambit Declined: Three Knights Variation
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from kiwipete._core.game_board import GameBoard

if TYPE_CHECKING:
    from kiwipete.lines import Line

__all__ = ["Opening", "all_openings", "opening_at", "opening_of"]

_STANDARD = "chess"  # the uci_variant of standard chess


class Opening(NamedTuple):
    """An opening: its ECO code, its name, and the moves in SAN that usually lead to it.

    >>> opening = opening_of([kiwipete.Move.from_uci("e2e4"), kiwipete.Move.from_uci("c7c5")])
    >>> opening
    Opening(eco='B20', name='Sicilian Defence', moves=('e4', 'c5'))
    >>> print(opening)
    B20 Sicilian Defence
    """

    eco: str
    name: str
    moves: tuple[str, ...]

    @property
    def ply(self) -> int:
        """The number of moves, of both sides together."""
        return len(self.moves)

    def __str__(self) -> str:
        return f"{self.eco} {self.name}"


def opening_at(position: GameBoard | int) -> Opening | None:
    """Return the opening whose name belongs to this position, or None.

    A position is a board or a `zobrist_key`. Chess960 and variants have no names.

    >>> opening_at(kiwipete.Board()) is None
    True
    """
    if isinstance(position, int):
        return _by_key().get(position)
    if not _is_standard(position):
        return None
    if not isinstance(position, GameBoard):
        from kiwipete.board import own_board

        position = own_board(position)
    return _by_key().get(position.zobrist_key)


def opening_of(game: Line) -> Opening | None:
    """Return the opening of a game: the name of the last of its positions that has one.

    A game is a board with its moves, a game of `kiwipete.pgn`, or moves from the start position.
    None if no position has a name. Chess960 and variants have no names.

    >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 c5 2. Nf3 a6 3. h4 h5 *"))
    >>> print(opening_of(game))
    B28 Sicilian Defence: O'Kelly Variation
    """
    if isinstance(game, GameBoard):
        return _last_on(game.copy()) if _is_standard(game) else None
    from kiwipete.board import own_board
    from kiwipete.lines import start_and_moves

    start, moves = start_and_moves(game)
    if not _is_standard(start):
        return None
    board = own_board(start)
    for move in moves:
        board.push(move)
    return _last_on(board)


def all_openings() -> tuple[Opening, ...]:
    """Return all openings, by ECO code.

    >>> [opening.name for opening in all_openings() if opening.eco == "B21"][:2]
    ['Sicilian Defence: McDonnell Attack', 'Sicilian Defence: McDonnell Attack, Tal Gambit']
    """
    return tuple(_by_key().values())


def _is_standard(board: Any) -> bool:
    """Return whether a board, perhaps of another library, has the rules of standard chess."""
    return getattr(board, "uci_variant", _STANDARD) == _STANDARD and not getattr(
        board, "chess960", False
    )


def _last_on(board: GameBoard) -> Opening | None:
    """Take moves back until a position has a name, and return its opening."""
    openings = _by_key()
    while True:
        found = openings.get(board.zobrist_key)
        if found is not None or not board.move_stack:
            return found
        board.pop()


@cache
def _by_key() -> dict[int, Opening]:
    """Play the lines of the file, and return the openings by the key of their position."""
    openings = {}
    # Loading pathlib takes longer than this function.
    with open(f"{__file__.rpartition('.')[0]}.tsv", encoding="utf-8") as file:  # noqa: PTH123
        for line in file:
            eco, name, moves = line.rstrip("\n").split("\t")
            opening = Opening(eco, name, tuple(moves.split()))
            board = GameBoard()
            for san in opening.moves:
                board.push_san(san)
            openings[board.zobrist_key] = opening
    return openings
