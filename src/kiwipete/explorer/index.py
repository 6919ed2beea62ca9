"""Questions to an index."""

from __future__ import annotations

import mmap
import os
import sys
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from kiwipete._core.explorer_index import Index, checksum
from kiwipete._core.game_board import GameBoard
from kiwipete.board import Board, Move, own_board
from kiwipete.explorer.layout import (
    ALL_PLIES,
    TALLY_BYTES,
    Description,
    ExplorerFileError,
    read_description,
)
from kiwipete.file_header import HEADER_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kiwipete.polyglot import Entry
    from kiwipete.squares import Color

_GAMES = itemgetter(1)


class PlayedMove(NamedTuple):
    """A move that games played in a position.

    `games` counts them all; `white`, `draws` and `black` those with such a result. `rating` is the
    average of the players who made the move and `performance` what their results are worth, from
    games in which both ratings are known; None without any. `year` is that of the last game.
    """

    move: Move
    games: int
    white: int
    draws: int
    black: int
    rating: float | None
    performance: float | None
    year: int | None


class Explorer:
    r"""The moves that games played, by position, from an index that `build` made.

    An index by a board gives the moves played in its position, the most frequent first; an empty
    list if no game reached it. Every way to the position counts. A game counts once for a move,
    even if it came back to the position. The length is the number of positions.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "games.kwx")
    >>> games = io.BytesIO(b"1. e4 e5 2. Nf3 1-0\n\n1. Nf3 e5 2. e4 d6 1/2-1/2")
    >>> explorer = kiwipete.explorer.build(path, games)
    >>> board = kiwipete.Board()
    >>> for san in ("Nf3", "e5", "e4"):
    ...     _ = board.push_san(san)
    >>> [played.move.uci() for played in explorer[board]]
    ['d7d6']
    >>> explorer
    <Explorer: 2 games, 6 positions, 7 moves>
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self._index: Index | None = None
        self._open()

    def _open(self) -> None:
        with self.path.open("rb") as file:
            if not os.fstat(file.fileno()).st_size:
                raise ExplorerFileError(f"{self.path} is not an explorer's index: it is empty")
            self._content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._expect("RANDOM")
        content = memoryview(self._content)
        about, checks = read_description(content, self.path)
        self._about: Description = about
        self._expect("WILLNEED", HEADER_BYTES + about.rows_bytes)
        if checksum(content[HEADER_BYTES + about.rows_bytes :]) != checks:
            raise ExplorerFileError(f"{self.path} is damaged: its list of blocks is not sound")
        self._index = Index(content[HEADER_BYTES:], self._about.tallies, self._about.singles)

    @property
    def games(self) -> int:
        """The number of games."""
        return self._about.games

    @property
    def moves(self) -> int:
        """The number of moves in all positions together."""
        return self._about.tallies + self._about.singles

    @property
    def plies(self) -> int | None:
        """How many plies of each game are in the index; None for all."""
        return None if self._about.plies == ALL_PLIES else self._about.plies

    @property
    def min_games(self) -> int:
        """Positions that fewer games reached were left out."""
        return self._about.min_games

    def __len__(self) -> int:
        return self._about.positions

    def __getitem__(self, board: Board) -> list[PlayedMove]:
        known = _chess_board(board)
        if known is None:
            return []
        try:
            found = self._opened().find(known)
        except ValueError as error:
            raise ExplorerFileError(f"{self.path} is damaged: {error}") from None
        found.sort(key=_GAMES, reverse=True)
        return [PlayedMove(*row) for row in found]

    def __contains__(self, board: Board) -> bool:
        known = _chess_board(board)
        try:
            return known is not None and known in self._opened()
        except ValueError as error:
            raise ExplorerFileError(f"{self.path} is damaged: {error}") from None

    def verify(self) -> None:
        """Compare all of the file with its checksums; ExplorerFileError if it is damaged.

        Answers are checked too: a block of 256 rows before its first use.
        """
        index = self._opened()
        self._expect("NORMAL")
        try:
            index.verify()
        except ValueError as error:
            raise ExplorerFileError(f"{self.path} is damaged: {error}") from None

    def add(self, sources: Any, **options: Any) -> None:
        r"""Add games to the file; sources and options are those of `build`.

        >>> import tempfile, os
        >>> path = os.path.join(tempfile.mkdtemp(), "games.kwx")
        >>> explorer = kiwipete.explorer.build(path, io.BytesIO(b"1. e4 e5 1-0"))
        >>> explorer.add(io.BytesIO(b"1. e4 c5 1-0"))
        >>> explorer[kiwipete.Board()][0].games
        2
        """
        from kiwipete.explorer.building import add_games

        add_games(self, sources, **options)
        self.close()
        self._open()

    def book(
        self,
        roots: Iterable[Board] | None = None,
        *,
        max_ply: int | None = None,
        min_games: int = 1,
        min_score: float = 0.0,
        color: Color | None = None,
        uniform: bool = False,
    ) -> list[Entry]:
        r"""Return the entries of an opening book, for `polyglot.write_book`.

        Weights and options are those of `polyglot.make_book`. The positions are those that moves
        with `min_games` reach from `roots`, by default from the start; `max_ply` is how far.

        >>> import tempfile, os
        >>> path = os.path.join(tempfile.mkdtemp(), "games.kwx")
        >>> explorer = kiwipete.explorer.build(path, io.BytesIO(b"1. e4 e5 1-0\n\n1. d4 1/2-1/2"))
        >>> [(entry.move.uci(), entry.weight) for entry in explorer.book()]
        [('e2e4', 2), ('d2d4', 1)]
        """
        from kiwipete.explorer.book import book_entries

        return book_entries(
            self,
            [Board()] if roots is None else list(roots),
            max_ply=max_ply,
            min_games=min_games,
            min_score=min_score,
            color=color,
            uniform=uniform,
        )

    def close(self) -> None:
        """Close the file."""
        self._index = None
        self._content = None  # type: ignore[assignment]

    def __enter__(self) -> Explorer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        counts = ((self.games, "game"), (len(self), "position"), (self.moves, "move"))
        known = ", ".join(f"{count:,} {noun}{'s' * (count != 1)}" for count, noun in counts)
        return f"<Explorer: {known}>"

    def _opened(self) -> Index:
        if self._index is None:
            raise ValueError(f"{self.path} has been closed")
        return self._index

    def _expect(self, access: str, begin: int = 0) -> None:
        """Advise the system how the file will be read: it reads ahead only where that helps."""
        begin -= begin % mmap.PAGESIZE
        if sys.platform != "win32" and begin < len(self._content):
            self._content.madvise(getattr(mmap, f"MADV_{access}"), begin)

    def _rows(self, _first_key: int, _last_key: int) -> tuple[memoryview, memoryview]:
        """Return all tallies and singles, for merging."""
        self._opened()
        rows = memoryview(self._content)[HEADER_BYTES : HEADER_BYTES + self._about.rows_bytes]
        cut = self._about.tallies * TALLY_BYTES
        return rows[:cut], rows[cut:]


def _chess_board(board: Any) -> GameBoard | None:
    """Return a board of ours; None if it is one of a variant, which no game here plays."""
    if getattr(board, "uci_variant", "chess") != "chess":
        return None
    return board if isinstance(board, GameBoard) else own_board(board)
