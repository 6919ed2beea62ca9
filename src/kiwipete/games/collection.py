"""Many games in arrays, and single ones taken from them."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import IO, Any, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kiwipete import pgn
from kiwipete._core.game_chunk import moves_of
from kiwipete.arrays import Codec
from kiwipete.board import Board, Move
from kiwipete.games.damage import GameError, reason
from kiwipete.games.layout import ERROR, MATE, NO_EVAL, Part, joined, records
from kiwipete.games.positions import PositionBatches, game_arrays
from kiwipete.games.table_columns import MORE_TAGS
from kiwipete.games.tag_columns import TagColumns

_GAMES_AT_ONCE = 8192
_RESULTS = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}


class Games(Sequence["Game"]):
    r"""Many games: their moves in one array, all else in columns.

    `moves` are 16-bit moves (see `kiwipete.games`), those of game n from `offsets[n]` up to
    `offsets[n + 1]`. `results` are White's points, NaN for games without a result. `clocks` are
    seconds (NaN for none) and `evals` centipawns for White beside each move, None unless they were
    asked for; a mate in n is MATE - n, or n - MATE if Black gives it, and a move without an
    evaluation has NO_EVAL. `lines` are the numbers of the first lines of the games. `skipped` is
    the number of games that the conditions excluded.

    An index gives one game; a slice, a mask or an array of indices gives other Games.

    >>> text = b"1. e4 {[%clk 0:05:00]} e5 1-0\n\n1. d4 d5 2. c4 0-1\n"
    >>> games = kiwipete.games.read_games(io.BytesIO(text), clocks=True)
    >>> games.offsets, games.results, games.clocks[0]
    (array([0, 2, 5]), array([1., 0.], dtype=float32), np.float32(300.0))
    >>> games[games.results == 0]
    <Games: 1 game, 3 moves, 0 errors>
    """

    def __init__(
        self,
        parts: Sequence[Part],
        *,
        clocks: bool = False,
        evals: bool = False,
        kept: frozenset[str] | None = None,
    ) -> None:
        rows = [part.rows() for part in parts]
        counts = [len(each) for each in rows]
        plies = [int(each["plies"][-1]) if len(each) else 0 for each in rows]
        self._parts = list(parts)
        self._firsts = np.cumsum([0, *counts], dtype=np.int64)
        self._rows: NDArray[np.int64] | None = None
        self._errors: list[GameError] | None = None
        self._kept = kept
        self.moves: NDArray[np.uint16] = joined([part.chunk.moves for part in parts], np.uint16)
        self.offsets = np.zeros(sum(counts) + 1, dtype=np.int64)
        self.results = np.empty(sum(counts), dtype=np.float32)
        self.lines = np.empty(sum(counts), dtype=np.int64)
        before = np.cumsum([0, *plies])
        for part, each, first, base in zip(parts, rows, self._firsts, before, strict=False):
            here = slice(first, first + len(each))
            self.offsets[first + 1 : first + 1 + len(each)] = each["plies"] + base
            self.results[here] = each["result"]
            self.lines[here] = each["line"] + part.lines_before
        self.clocks: NDArray[np.float32] | None = None
        self.evals: NDArray[np.int32] | None = None
        if clocks:
            self.clocks = joined([part.chunk.clocks for part in parts], np.float32)
        if evals:
            self.evals = joined([part.chunk.evals for part in parts], np.int32)
        self.skipped = sum(part.chunk.skipped for part in parts)
        self._protect()

    @property
    def headers(self) -> TagColumns:
        """The tags, as a mapping from names to columns."""
        return TagColumns(self._parts, self._rows, self._kept)

    @property
    def errors(self) -> list[GameError]:
        """The damage in the games, in order: each with `game`, `ply`, `line`, `column` and reason.

        >>> kiwipete.games.read_games(io.BytesIO(b"1. e4 e5 2. Ke3 *")).errors[0].column
        13
        """
        if self._errors is None:
            self._errors = list(self._found_errors())
        return self._errors

    def _found_errors(self) -> Iterator[GameError]:
        rows = np.arange(len(self)) if self._rows is None else self._rows
        places = {int(row): place for place, row in enumerate(rows)} if self._error_count() else {}
        for part, first in zip(self._parts, self._firsts, strict=False):
            for error in records(part.chunk.errors, ERROR).tolist():
                number, ply, line, column, start, length, damage = error
                place = places.get(number + int(first))
                if place is not None:
                    word = part.chunk.error_word(start, length)
                    what = reason(self[place], damage, ply, word)
                    line += part.lines_before
                    yield GameError(what, line, column, place, ply, part.path)

    @property
    def damaged_games(self) -> NDArray[np.bool_]:
        """Which games have errors.

        >>> kiwipete.games.read_games(io.BytesIO(b"1. e5 *")).damaged_games
        array([ True])
        """
        damaged = np.zeros(int(self._firsts[-1]), dtype=bool)
        for part, first in zip(self._parts, self._firsts, strict=False):
            damaged[records(part.chunk.errors, ERROR)["game"] + first] = True
        return damaged if self._rows is None else damaged[self._rows]

    @property
    def damaged(self) -> int:
        """The number of games with errors."""
        return int(self.damaged_games.sum())

    def _error_count(self) -> int:
        return sum(len(part.chunk.errors) // ERROR.itemsize for part in self._parts)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @overload
    def __getitem__(self, index: int) -> Game: ...

    @overload
    def __getitem__(self, index: slice | NDArray[Any] | list[int]) -> Games: ...

    def __getitem__(self, index: Any) -> Game | Games:
        if isinstance(index, int | np.integer):
            number = int(index) + len(self) if index < 0 else int(index)
            if not 0 <= number < len(self):
                raise IndexError(f"there is no game {index}: there are {len(self)}")
            return Game(self, number)
        return self._selected(np.arange(len(self))[index])

    def __iter__(self) -> Iterator[Game]:
        return (Game(self, number) for number in range(len(self)))

    def _selected(self, chosen: NDArray[np.int64]) -> Games:
        """Return some of the games, with arrays of their own."""
        games = object.__new__(Games)
        games._parts = self._parts
        games._firsts = self._firsts
        games._rows = chosen if self._rows is None else self._rows[chosen]
        games._errors = None
        games._kept = self._kept
        lengths = np.diff(self.offsets)[chosen]
        games.offsets = np.zeros(len(chosen) + 1, dtype=np.int64)
        np.cumsum(lengths, out=games.offsets[1:])
        plies = np.repeat(self.offsets[chosen] - games.offsets[:-1], lengths)
        plies += np.arange(len(plies))
        games.moves = self.moves[plies]
        games.results = self.results[chosen]
        games.lines = self.lines[chosen]
        games.clocks = None if self.clocks is None else self.clocks[plies]
        games.evals = None if self.evals is None else self.evals[plies]
        games.skipped = self.skipped
        games._protect()
        return games

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._protect()

    def _protect(self) -> None:
        """Make the arrays read-only: some of them are the memory that games are written from."""
        for array in (self.moves, self.offsets, self.results, self.lines, self.clocks, self.evals):
            if array is not None:
                array.flags.writeable = False

    def write(
        self,
        target: str | os.PathLike[str] | IO[bytes],
        *,
        columns: int | None = 80,
        threads: int | None = None,
    ) -> None:
        r"""Write the games as PGN, to a path or to a file opened in binary mode.

        Games whose text was kept are written as they were; others with their tags, main line,
        evaluations, clocks and result, in lines of at most `columns` characters of moves.

        >>> text = b"1. e4 {[%clk 0:05:00]} e5 1-0"
        >>> games = kiwipete.games.read_games(io.BytesIO(text), clocks=True)
        >>> file = io.BytesIO()
        >>> games.write(file)
        >>> file.getvalue()
        b'[Result "1-0"]\n\n1. e4 { [%clk 0:05:00] } 1... e5 1-0\n\n'
        """
        from kiwipete.games.writing import write_games

        write_games(self.stretches(), target, columns=columns, threads=threads)

    def stretches(self) -> Iterator[tuple[Part, NDArray[np.int64]]]:
        """Yield the games as stretches: a part, and numbers of games in it."""
        rows = np.arange(len(self), dtype=np.int64) if self._rows is None else self._rows
        places = np.searchsorted(self._firsts, rows, side="right") - 1
        cuts = [0, *(np.flatnonzero(np.diff(places)) + 1).tolist(), len(rows)]
        for begin, end in pairwise(cuts):
            for first in range(begin, end, _GAMES_AT_ONCE):
                part = int(places[first])
                chosen = rows[first : min(end, first + _GAMES_AT_ONCE)] - self._firsts[part]
                yield self._parts[part], np.ascontiguousarray(chosen, dtype=np.int64)

    def to_arrow(self, *, tags: Sequence[str] = MORE_TAGS) -> Any:
        r"""Return the games as an Arrow table, with the columns of the open Lichess data sets.

        These are Event, Site, White, Black, Result, WhiteTitle, BlackTitle, WhiteElo, BlackElo,
        WhiteRatingDiff, BlackRatingDiff (int16), UTCDate (date32), UTCTime (time32), ECO, Opening,
        Termination, TimeControl and movetext; then those of `tags`, as texts. What a game does not
        have is null; UTCDate is its Date if there is no other. `movetext` has the moves, result,
        and evaluations and clocks if they were read, or all of the text if that was kept. pyarrow
        is needed: pip install "kiwipete[parquet]".

        >>> text = b'[White "Ada"]\n[WhiteElo "2100"]\n\n1. e4 e5 1-0'
        >>> table = kiwipete.games.read_games(io.BytesIO(text)).to_arrow()
        >>> table.select(["White", "WhiteElo", "Black", "movetext"]).to_pylist()
        [{'White': 'Ada', 'WhiteElo': 2100, 'Black': None, 'movetext': '1. e4 e5 1-0'}]
        """
        from kiwipete.games.tables import table_of

        return table_of(self, tags)

    def to_parquet(
        self, target: str | os.PathLike[str], *, tags: Sequence[str] = MORE_TAGS
    ) -> None:
        r"""Write the games to a Parquet file, with the columns of `to_arrow`.

        The file appears when it is complete.

        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "games.parquet")
        >>> kiwipete.games.read_games(io.BytesIO(b"1. e4 e5 1-0")).to_parquet(path)
        >>> kiwipete.games.read_games(path)
        <Games: 1 game, 2 moves, 0 errors>
        """
        from kiwipete.games.tables import new_parquet_file

        with new_parquet_file(target, tags) as writer:
            writer.add(self)

    def positions(
        self,
        batch: int = 4096,
        *,
        skip: int = 0,
        every: int = 1,
        which: slice | NDArray[Any] | list[int] | None = None,
        final: bool = False,
        codec: str | Codec | None = None,
        dtype: DTypeLike = np.float32,
        out: NDArray[Any] | None = None,
        threads: int | None = None,
    ) -> PositionBatches:
        r"""Return the positions of the games in batches of arrays, as an iterator.

        A position comes with the move that was played in it, so each game gives as many as it
        has moves, and one more if it has any and `final` is set. `skip` leaves out the first plies
        of each game, and `every=n` takes each nth position from there on. `which` chooses games
        and their order, by a slice, a mask or numbers. A `codec` adds planes, of float32 or uint8,
        and indices of moves; with `out`, an array for a batch of planes, all batches share it. See
        PositionBatch for the arrays and PositionBatches for what is left out.

        >>> games = kiwipete.games.read_games(io.BytesIO(b"1. e4 e5 2. Nf3 1-0\n\n1. d4 d5 0-1\n"))
        >>> for batch in games.positions(4, skip=1):
        ...     print(batch.games, batch.plies, batch.results)
        [0 0 1] [1 2 1] [0. 1. 1.]
        >>> kiwipete.arrays.to_fens(batch.positions)[-1]
        'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1'
        """
        games = game_arrays(
            self._parts, self._rows, self.moves, self.offsets, self.results, self.evals
        )
        numbers = np.arange(len(self), dtype=np.int64)
        return PositionBatches(
            games, numbers if which is None else np.ascontiguousarray(numbers[which]), batch,
            skip=skip, every=every, final=final, encoding=codec, dtype=dtype, out=out,
            threads=threads,
        )  # fmt: skip

    def _part_of(self, number: int) -> tuple[Part, int]:
        """Return the part that a game is in, and its place there."""
        row = number if self._rows is None else int(self._rows[number])
        part = int(np.searchsorted(self._firsts, row, side="right")) - 1
        return self._parts[part], row - int(self._firsts[part])

    def __repr__(self) -> str:
        count = len(self)
        games = f"{count:,} game{'' if count == 1 else 's'}"
        if self._rows is None or self._errors is not None or not self._error_count():
            errors = self._error_count() if self._errors is None else len(self._errors)
        else:
            errors = len(self.errors)
        return f"<Games: {games}, {len(self.moves):,} moves, {errors:,} errors>"


class Game:
    """One of many games.

    >>> game = kiwipete.games.read_games(io.BytesIO(b"1. e4 e5 2. Nf3 Nc6 *"))[0]
    >>> game.board(3).fen()
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
    >>> print(game.tree().mainline_moves())
    1. e4 e5 2. Nf3 Nc6
    """

    def __init__(self, games: Games, number: int) -> None:
        self._games = games
        self.number = number
        self._begin, self._end = (int(each) for each in games.offsets[number : number + 2])

    def __len__(self) -> int:
        return self._end - self._begin

    @property
    def headers(self) -> pgn.Headers:
        """The tags that were kept."""
        part, row = self._games._part_of(self.number)
        return pgn.Headers(part.chunk.tags(row))

    @property
    def result(self) -> str:
        """The result: `1-0`, `0-1`, `1/2-1/2` or `*`."""
        return _RESULTS.get(float(self._games.results[self.number]), "*")

    @property
    def moves(self) -> list[Move]:
        """The moves as objects."""
        return moves_of(self._games.moves, self._begin, self._end)

    @property
    def clocks(self) -> NDArray[np.float32] | None:
        """The seconds on the clock after each move, NaN for none; None unless they were read."""
        clocks = self._games.clocks
        return None if clocks is None else clocks[self._begin : self._end]

    @property
    def evals(self) -> NDArray[np.int32] | None:
        """The evaluation after each move, as in Games; None unless they were read."""
        evals = self._games.evals
        return None if evals is None else evals[self._begin : self._end]

    @property
    def text(self) -> str | None:
        """The game as it stands in the file, if the text was kept.

        One from a table has the tags that were kept.
        """
        part, row = self._games._part_of(self.number)
        text = part.game_text(row)
        if text is None:
            return None
        try:
            return text.decode()
        except UnicodeDecodeError:
            return text.decode("latin-1")

    def board(self, ply: int | None = None) -> Board:
        """Return the board after some moves, or at the end; the moves are on its stack."""
        ply = len(self) if ply is None else ply
        if not 0 <= ply <= len(self):
            raise IndexError(f"there is no ply {ply}: the game has {len(self)} moves")
        board = self._start()
        for move in moves_of(self._games.moves, self._begin, self._begin + ply):
            board.push_unchecked(move)
        return board

    def _start(self) -> Board:
        headers = self.headers
        if "Variant" in headers:
            try:
                headers.variant()
            except ValueError:  # an unknown one is read as chess
                del headers["Variant"]
        return headers.board()

    def tree(self) -> pgn.Game:
        """Return the game as a tree: with its comments and variations if the text was kept."""
        text = self.text
        if text is not None:
            game = pgn.read_game(io.StringIO(text, newline=None))
            assert isinstance(game, pgn.Game)
            return game
        game = pgn.Game(self.headers)
        if self.result != "*":
            game.headers["Result"] = self.result
        node: pgn.GameNode = game
        clocks, evals = self.clocks, self.evals
        for ply, move in enumerate(self.moves):
            node = node.add_variation(move)
            if evals is not None and abs(int(evals[ply])) == MATE:
                node.comment = "[%eval #0]"
            elif evals is not None and evals[ply] != NO_EVAL:
                node.set_eval(_score(int(evals[ply])))
            if clocks is not None and not np.isnan(clocks[ply]):
                node.set_clock(round(float(clocks[ply]), 3))
        return game

    def __repr__(self) -> str:
        headers = self.headers
        players = f"{headers.get('White', '?')} - {headers.get('Black', '?')}"
        return f"<Game {self.number}: {players}, {self.result}, {len(self)} moves>"


def _score(value: int) -> Any:
    """Return the score that an evaluation stands for."""
    from kiwipete.engine.score import Cp, Mate, PovScore
    from kiwipete.squares import WHITE

    if abs(value) <= MATE // 2:
        return PovScore(Cp(value), WHITE)
    return PovScore(Mate(MATE - value if value > 0 else -MATE - value), WHITE)
