"""Opening books from an index: the positions that its moves reach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kiwipete.board import Board, own_board
from kiwipete.polyglot.entry import Entry, make_entry
from kiwipete.polyglot.making import MoveTally, weighted_entries

if TYPE_CHECKING:
    from kiwipete.explorer.index import Explorer, PlayedMove
    from kiwipete.squares import Color


def book_entries(
    explorer: Explorer,
    roots: Iterable[Board],
    *,
    max_ply: int | None,
    min_games: int,
    min_score: float,
    color: Color | None,
    uniform: bool,
) -> list[Entry]:
    """Walk from the roots along moves that enough games played; return the entries of a book."""
    tallies: list[MoveTally] = []
    boards = [own_board(root).copy(stack=False) for root in roots]
    seen = {board.zobrist_key for board in boards}
    ply = 0
    while boards and (max_ply is None or ply < max_ply):
        after: list[Board] = []
        for board in boards:
            for played in explorer[board]:
                if played.games < min_games:
                    break  # the others are rarer still
                if color is None or board.turn == bool(color):
                    entry = make_entry(board, played.move)
                    tallies.append(MoveTally(entry, played.games, _points(played, board.turn)))
                child = board.copy(stack=False)
                child.push_unchecked(played.move)
                if child.zobrist_key not in seen:
                    seen.add(child.zobrist_key)
                    after.append(child.copy(stack=False))
        boards = after
        ply += 1
    return weighted_entries(tallies, min_games=min_games, min_score=min_score, uniform=uniform)


def _points(played: PlayedMove, turn: Color) -> int:
    """Return two points for a win and one for a draw; a game without a result counts as one."""
    unknown = played.games - played.white - played.draws - played.black
    return 2 * (played.white if turn else played.black) + played.draws + unknown
