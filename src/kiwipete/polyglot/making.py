"""Making opening books from games, with PolyGlot's weights, and writing them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice
from operator import attrgetter
from pathlib import Path
from typing import Any, Protocol

from kiwipete._core.move import Move
from kiwipete.board import Board, own_board
from kiwipete.errors import IllegalMoveError
from kiwipete.lines import Tree, start_and_moves
from kiwipete.polyglot.entry import ENTRY_STRUCT, Entry, make_entry
from kiwipete.squares import BLACK, WHITE, Color

__all__ = [
    "BookGame", "MoveTally", "in_book_order", "make_book", "weighted_entries", "write_book",
]  # fmt: skip


class TaggedTree(Tree, Protocol):
    """A game of kiwipete.pgn, with its result."""

    headers: Mapping[str, str]


BookGame = Board | TaggedTree | tuple[Board | Iterable[Move], str]

# The points of a side for a result. A game with an unknown result counts as a draw.
_POINTS = {
    "1-0": {WHITE: 2, BLACK: 0},
    "0-1": {WHITE: 0, BLACK: 2},
    "1/2-1/2": {WHITE: 1, BLACK: 1},
    "*": {WHITE: 1, BLACK: 1},
}
_MAX_WEIGHT = 65535


class MoveTally:
    """How often a move was played, and the points it scored: two for a win, one for a draw."""

    __slots__ = ("entry", "games", "points")

    def __init__(self, entry: Entry, games: int = 0, points: int = 0) -> None:
        self.entry = entry
        self.games = games
        self.points = points


def make_book(
    games: Iterable[BookGame],
    *,
    max_ply: int | None = None,
    min_games: int = 1,
    min_score: float = 0.0,
    color: Color | None = None,
    uniform: bool = False,
) -> list[Entry]:
    """Return the entries of a book made from games, for `write_book`.

    A game is a board with its moves, a game of `kiwipete.pgn`, or a board or moves from the
    start position with a result. The weight of a move is two for each game that its player won
    and one for each draw; moves that only lost are left out. If a weight is too large for a
    book, all weights of the position are scaled down.

    `max_ply` is the number of plies to take from each game. `min_games` is the least number of
    games with the move, and `min_score` the least share of the points, 0 to 1. `color` selects
    the moves of one side. `uniform` makes all weights 1.

    >>> moves = [kiwipete.Move.from_uci(uci) for uci in ("e2e4", "e7e5")]
    >>> book = make_book([(moves, "1-0"), (moves[:1], "1/2-1/2")])
    >>> [(entry.move.uci(), entry.weight) for entry in book]
    [('e2e4', 3)]
    """
    tallies: dict[tuple[int, int], MoveTally] = {}
    for number, game in enumerate(games, 1):
        board, moves, result = _parts(number, game)
        for entry, mover in _entries(number, board, islice(moves, max_ply)):
            if color is None or mover == bool(color):
                tally = tallies.setdefault((entry.key, entry.raw_move), MoveTally(entry))
                tally.games += 1
                tally.points += _POINTS[result][mover]
    return weighted_entries(
        tallies.values(), min_games=min_games, min_score=min_score, uniform=uniform
    )


def weighted_entries(
    tallies: Iterable[MoveTally], *, min_games: int, min_score: float, uniform: bool
) -> list[Entry]:
    """Return the entries of moves that were played and scored enough, with their weights."""
    kept = [
        tally.entry._replace(weight=tally.points)
        for tally in tallies
        if tally.points and tally.games >= min_games
        if tally.points >= 2 * min_score * tally.games
    ]
    if uniform:
        kept = [entry._replace(weight=1) for entry in kept]
    return list(_within_bounds(in_book_order(kept)))


def _parts(number: int, game: BookGame) -> tuple[Board, Iterable[Move], str]:
    """Return the start position of a game, its moves and its result."""
    played: Any
    played, result = game if isinstance(game, tuple) else (game, None)
    start, moves = start_and_moves(played)
    if hasattr(played, "move_stack"):
        result = result or played.result()
    elif hasattr(played, "headers"):
        result = result or played.headers.get("Result", "*")
    if result not in _POINTS:
        raise ValueError(f"game {number}: a result is one of {', '.join(_POINTS)}, not {result!r}")
    return own_board(start), moves, result


def _entries(number: int, board: Board, moves: Iterable[Move]) -> Iterator[tuple[Entry, Color]]:
    """Play a game; yield an entry and the side for each move. Null moves have no entry."""
    for move in moves:
        if move:
            try:
                yield make_entry(board, move), board.turn
            except IllegalMoveError as error:
                raise IllegalMoveError(f"game {number}: {error}") from None
        board.push(move)


def _within_bounds(entries: list[Entry]) -> Iterator[Entry]:
    for _, position in groupby(entries, key=attrgetter("key")):
        alternatives = list(position)
        heaviest = alternatives[0].weight
        if heaviest <= _MAX_WEIGHT:
            yield from alternatives
        else:
            for entry in alternatives:
                yield entry._replace(weight=max(1, entry.weight * _MAX_WEIGHT // heaviest))


_BITS = {"key": 64, "raw_move": 16, "weight": 16, "learn": 32}


def in_book_order(entries: Iterable[Entry]) -> list[Entry]:
    """Return entries sorted by key, those of one position by descending weight."""
    return sorted(entries, key=lambda entry: (entry.key, -entry.weight, entry.raw_move))


def write_book(
    path: str | bytes | os.PathLike[str] | os.PathLike[bytes], entries: Iterable[Entry]
) -> None:
    """Write entries, in any order, as a book.

    The file is replaced atomically, so it may be a book that is open, even the one that the
    entries come from.
    """
    data = b"".join(_packed(entry) for entry in in_book_order(entries))
    target = Path(os.fsdecode(path)).resolve()
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _packed(entry: Entry) -> bytes:
    for name, bits in _BITS.items():
        number = getattr(entry, name)
        if not 0 <= number < 1 << bits:
            raise ValueError(f"the {name} of an entry must fit in {bits} bits: {entry}")
    return ENTRY_STRUCT.pack(*entry[:4])
