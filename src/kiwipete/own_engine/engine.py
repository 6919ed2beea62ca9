"""Engine: Kiwipete's own engine in this process, with the methods of SimpleEngine."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping
from typing import Any

from kiwipete._core.move import own_move
from kiwipete.board import Board, Move, own_board
from kiwipete.engine.options import NO_OPTIONS, ConfigMapping, Option, UciOptionMap
from kiwipete.engine.search_types import (
    INFO_ALL,
    INFO_NONE,
    BestMove,
    BlockingAnalysis,
    Info,
    InfoDict,
    Limit,
    Opponent,
    PlayResult,
)
from kiwipete.errors import EngineError
from kiwipete.own_engine import SHIPPED
from kiwipete.own_engine.evaluation import Evaluation
from kiwipete.own_engine.networks import NetworkSource
from kiwipete.own_engine.options import OPTIONS
from kiwipete.own_engine.search_engine import SearchEngine, own_moves
from kiwipete.own_engine.session import EngineSession, EngineSessions, RunningSearch
from kiwipete.own_engine.time_management import Clock, SearchLimits

# Set by the arguments of the methods.
_MANAGED = frozenset({"multipv", "ponder", "uci_chess960"})

# Clocks may be negative: a player whose time is up may still have to move.
_NOT_NEGATIVE = ("time", "depth", "nodes", "mate", "white_inc", "black_inc", "remaining_moves")

# A class that overrides one of these plays another game than the search.
_MOVES = frozenset({"generate_legal_moves", "is_legal"})
_ENDS = ("is_checkmate", "is_stalemate", "is_variant_end")


class Engine:
    """Kiwipete's own engine in this process; no program is started.

    Any thread may call any method: calls wait for each other, except that `close` ends them. An
    analysis runs until the next call that searches, evaluates or sets options. In a forked
    process the engine starts afresh, with the same options.

    >>> with Engine(hash_mb=8) as engine:
    ...     engine.play(Board("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"), Limit(depth=4)).move
    Move.from_uci('e1e8')
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mb: int = 16,
        seed: int | None = None,
        network: NetworkSource = SHIPPED,
    ) -> None:
        """Set up the engine; with a seed its random choices are the same every time.

        `network` is a file, a `Network`, or None for piece-square values; by default the
        network in the package. Raises EngineError if it can't be used.
        """
        self.id = {"name": "Kiwipete", "author": "the Kiwipete developers"}
        self._sessions = EngineSessions(SearchEngine(seed=seed))
        # Stops the search when the engine is collected, and at the end of the program.
        weakref.finalize(self, self._sessions.stop)
        self.configure({"Threads": threads, "Hash": hash_mb})
        if network != SHIPPED:
            self._set_options({"evalfile": "" if network is None else network})

    @property
    def options(self) -> UciOptionMap[Option]:
        """The options that can be set."""
        return UciOptionMap(
            (name, Option(name, kind, default, least, most, []))
            for name, kind, default, least, most in OPTIONS.values()
        )

    def configure(self, options: ConfigMapping) -> None:
        """Set options permanently; raises EngineError for a value that doesn't fit."""
        self._set_options(self._parsed(options))

    def ping(self) -> None:
        """Raise EngineTerminatedError if the engine has been closed."""
        self._sessions.current()

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,  # noqa: ARG002 - it neither offers nor accepts draws
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
        opponent: Opponent | None = None,  # noqa: ARG002 - it plays the same against all
    ) -> PlayResult:
        """Return the move that the engine plays.

        With `ponder` it then searches the reply that it expects, until the next call.
        """
        own, limits, moves, values = self._checked(board, limit, root_moves, options)
        session = self._sessions.current()
        with session.turn() as engine:
            session.borrow(values)
            if moves is None and (move := _book_move(engine, own)) is not None:
                return PlayResult(move, None, {})
            search = session.start_search(
                own, limits, game=game, info=info, root_moves=moves, plays=True
            )
            best = _finished(session, search)
            result = PlayResult(best.move, best.ponder, search.infos[0])
            if ponder and engine.level is None and best.move and best.ponder:
                ahead = own.copy()
                ahead.push(best.move)
                ahead.push(best.ponder)
                session.start_search(ahead, SearchLimits(), game=game, info=INFO_NONE)
        return result

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
    ) -> InfoDict | list[InfoDict]:
        """Search within a limit and return the best line; with `multipv` a list, best first."""
        lines = _checked_lines(multipv)
        own, limits, moves, values = self._checked(board, limit, root_moves, options)
        session = self._sessions.current()
        with session.turn():
            session.borrow(values)
            search = session.start_search(
                own, limits, game=game, info=info, root_moves=moves, lines=lines
            )
            _finished(session, search)
        return search.infos[0] if multipv is None else search.infos

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = INFO_ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = NO_OPTIONS,
    ) -> OwnAnalysis:
        """Start an analysis; without a limit it runs until it is stopped or the next call."""
        lines = _checked_lines(multipv)
        own, limits, moves, values = self._checked(board, limit or Limit(), root_moves, options)
        session = self._sessions.current()
        with session.turn():
            session.borrow(values)
            search = session.start_search(
                own, limits, game=game, info=info, root_moves=moves, lines=lines
            )
        return OwnAnalysis(self, search)

    def evaluate(self, board: Board) -> Evaluation:
        """Return the static evaluation of a position, without a search; print it for a picture.

        >>> with Engine(network=None) as engine:
        ...     engine.evaluate(Board()).value
        12
        """
        own = _own_board(board)
        session = self._sessions.current()
        with session.turn() as engine:
            try:
                return engine.evaluation(own)
            except ValueError as error:
                raise EngineError(str(error)) from None

    def quit(self) -> None:
        """Close the engine."""
        self.close()

    def close(self) -> None:
        """End all calls, those of other threads too; the engine can't be used any more."""
        self._sessions.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _set_options(self, values: Mapping[str, Any]) -> None:
        session = self._sessions.current()
        with session.turn():
            session.set_options(values)

    def _parsed(self, options: ConfigMapping) -> dict[str, Any]:
        """Return values by name in lower case; raises EngineError for one that doesn't fit."""
        values = {}
        for name, value in options.items():
            if name.lower() in _MANAGED:
                raise EngineError(f"cannot set {name}, which is set by the methods' arguments")
            if name not in self.options:
                raise EngineError(f"Kiwipete has no option {name!r}")
            values[name.lower()] = self.options[name].parse(value)
        return values

    def _checked(
        self,
        board: Board,
        limit: Limit,
        root_moves: Iterable[Move] | None,
        options: ConfigMapping,
    ) -> tuple[Board, SearchLimits, list[Move] | None, dict[str, Any]]:
        """Check the arguments of a search and convert them for the session."""
        own = _own_board(board)
        moves = None if root_moves is None else own_moves(own, root_moves)
        return own, search_limits(limit, own.turn), moves, self._parsed(options)


class OwnAnalysis(BlockingAnalysis):
    """An analysis with the methods of SimpleAnalysisResult.

    It ends with its limit, with `stop`, with the engine's next search, or when neither it nor
    its engine is referred to any more.
    """

    def __init__(self, engine: Engine, search: RunningSearch) -> None:
        self._engine = engine  # lives as long as its analysis
        self._search = search

    @property
    def info(self) -> InfoDict:
        """All that is known of the best line."""
        return self._search.infos[0]

    @property
    def multipv(self) -> list[InfoDict]:
        """All that is known of the best lines."""
        return self._search.infos

    def stop(self) -> None:
        """Stop this analysis; a later search of the engine goes on."""
        self._search.stop()

    def wait(self) -> BestMove:
        """Wait until the analysis is finished."""
        return self._search.wait()

    def empty(self) -> bool:
        """Return True if everything found so far has been read."""
        return self._search.is_read

    def would_block(self) -> bool:
        """Return True if `get` would have to wait."""
        return self._search.is_read and not self._search.is_done

    def get(self) -> InfoDict:
        """Wait for the next info and return it; raises AnalysisComplete at the end."""
        return self._search.get()

    def __enter__(self) -> OwnAnalysis:
        return self

    def __exit__(self, *_: object) -> None:
        self._search.end()


def _own_board(board: Board) -> Board:
    try:
        return standard_board(board)
    except ValueError as error:
        raise EngineError(str(error)) from None


def _checked_lines(multipv: int | None) -> int:
    if multipv is not None and multipv < 1:
        raise ValueError(f"multipv is at least 1, not {multipv}")
    return multipv or 1


def _finished(session: EngineSession, search: RunningSearch) -> BestMove:
    """Wait for a search and return its move; the search has ended even if this raises."""
    try:
        best = search.wait()
    finally:
        search.end()
    session.check_open()  # another thread may have ended it by `close`
    return best


def _book_move(engine: SearchEngine, board: Board) -> Move | None:
    try:
        return engine.book_move(board)
    except OSError as error:
        raise EngineError(f"BookFile: {error}") from None


def search_limits(limit: Limit, turn: bool) -> SearchLimits:
    """Convert a Limit for the search, with this side to move.

    >>> search_limits(Limit(depth=5, time=1.0), turn=True)
    SearchLimits(depth=5, nodes=0, mate=0, soft=0.0, hard=1.0)
    """
    for name in _NOT_NEGATIVE:
        value = getattr(limit, name)
        if value is not None and not value >= 0:
            raise ValueError(f"{name} cannot be {value!r} in a Limit: it is 0 or more")
    limits = SearchLimits(limit.depth or 0, limit.nodes or 0, limit.mate or 0)
    left = limit.white_clock if turn else limit.black_clock
    if left is not None and left != left:
        raise ValueError(f"a clock cannot show {left!r}")
    if limit.time is not None:
        return limits.for_time(limit.time, overhead=0)
    if left is not None:
        increment = (limit.white_inc if turn else limit.black_inc) or 0.0
        return limits.on_clock(Clock(left, increment, limit.remaining_moves), overhead=0)
    return limits


# Boards that the engine accepts: standard chess, from this library or another


def standard_board(board: Any) -> Board:
    """Return a board of standard chess for the search, with the moves that led to it.

    Boards of another library are copied. Raises ValueError for variants and for classes that
    change the rules.

    >>> from kiwipete.variant import AtomicBoard
    >>> standard_board(AtomicBoard())
    Traceback (most recent call last):
        ...
    ValueError: Kiwipete's engine plays standard chess, not atomic
    """
    variant = getattr(board, "uci_variant", "chess")
    if variant != "chess":
        raise ValueError(f"Kiwipete's engine plays standard chess, not {variant}")
    own = board if isinstance(board, Board) else _copy_with_moves(board)
    if _has_own_rules(type(board)) if own is board else _has_other_moves(board, own):
        name = type(board).__name__
        raise ValueError(f"Kiwipete's engine plays standard chess; {name} has rules of its own")
    return own


def _has_own_rules(cls: type[Board]) -> bool:
    if not cls._own_rules.isdisjoint(_MOVES):
        return True
    return any(getattr(cls, name) is not getattr(Board, name) for name in _ENDS)


def _has_other_moves(board: Any, own: Board) -> bool:
    return {own_move(move) for move in board.legal_moves} != set(own.legal_moves)


def _copy_with_moves(board: Any) -> Board:
    """Convert another library's board; without its history if a move in it isn't legal."""
    own = own_board(board)
    moves = getattr(board, "move_stack", None)
    if not moves:
        return own
    whole = own_board(board.root())
    try:
        for move in moves:
            whole.push(own_move(move))
    except ValueError:
        return own
    return whole if whole == own else own
