"""Engine: Kiwipete's own engine in this process, with the methods of SimpleEngine."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping
from typing import Any

from kiwipete.board import Board, Move
from kiwipete.engine.errors import EngineError
from kiwipete.engine.info import INFO_ALL, INFO_NONE, Info, InfoDict
from kiwipete.engine.limits import Limit, Opponent
from kiwipete.engine.options import ConfigMapping, Option, UciOptionMap
from kiwipete.engine.own_analysis import OwnAnalysis
from kiwipete.engine.own_search import Search
from kiwipete.engine.own_session import Session, Sessions
from kiwipete.engine.results import BestMove, PlayResult
from kiwipete.search import Budget, Clock, Player
from kiwipete.search.settings import SETTINGS, Setting
from kiwipete.search.standard import own_moves, standard_board

_NO_OPTIONS: Mapping[str, Any] = {}

# What the methods set by their own arguments.
_MANAGED = frozenset({"multipv", "ponder", "uci_chess960"})

# Clocks may be: a player whose time is up may still have to move.
_NOT_NEGATIVE = ("time", "depth", "nodes", "mate", "white_inc", "black_inc", "remaining_moves")


class Engine:
    """An engine that needs no program to start.

    Any thread may call any method: calls wait for each other, except that `close` ends them. An
    analysis runs on until the next call that searches or sets options. In a forked process the
    engine starts afresh, with the same options.

    >>> with Engine(hash_mb=8) as engine:
    ...     engine.play(Board("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"), Limit(depth=4)).move
    Move.from_uci('e1e8')
    """

    def __init__(self, *, threads: int = 1, hash_mb: int = 16, seed: int | None = None) -> None:
        """Set up the engine; a seed makes what it leaves to chance the same every time."""
        self.id = {"name": "Kiwipete", "author": "the Kiwipete developers"}
        self._sessions = Sessions(Player(seed))
        # An engine that nobody refers to any more stops; at the end of the program, too.
        weakref.finalize(self, self._sessions.stop)
        self.configure({"Threads": threads, "Hash": hash_mb})

    @property
    def options(self) -> UciOptionMap[Option]:
        """The options that can be set."""
        return UciOptionMap((setting.name, _option(setting)) for setting in SETTINGS.values())

    def configure(self, options: ConfigMapping) -> None:
        """Set options for good; EngineError says which of them does not fit."""
        values = self._parsed(options)
        session = self._sessions.current()
        with session.turn():
            session.set(values)

    def ping(self) -> None:
        """Do nothing; EngineTerminatedError if the engine has been closed."""
        self._sessions.current()

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = INFO_NONE,
        ponder: bool = False,
        draw_offered: bool = False,  # noqa: ARG002 - it neither offers draws nor takes them
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = _NO_OPTIONS,
        opponent: Opponent | None = None,  # noqa: ARG002 - it plays alike against all
    ) -> PlayResult:
        """Return the move the engine plays.

        With `ponder` it goes on thinking about the reply it expects, until it is asked again.
        """
        own, budget, moves, values = self._checked(board, limit, root_moves, options)
        session = self._sessions.current()
        with session.turn() as player:
            session.borrow(values)
            if moves is None and (move := _book_move(player, own)) is not None:
                return PlayResult(move, None, {})
            search = session.begin(own, budget, game=game, info=info, root_moves=moves, plays=True)
            best = _finished(session, search)
            result = PlayResult(best.move, best.ponder, search.infos[0])
            if ponder and player.strength is None and best.move and best.ponder:
                ahead = own.copy()
                ahead.push(best.move)
                ahead.push(best.ponder)
                session.begin(ahead, Budget(), game=game, info=INFO_NONE)
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
        options: ConfigMapping = _NO_OPTIONS,
    ) -> InfoDict | list[InfoDict]:
        """Return what is found within a limit: with `multipv` a list, best line first."""
        lines = _checked_lines(multipv)
        own, budget, moves, values = self._checked(board, limit, root_moves, options)
        session = self._sessions.current()
        with session.turn():
            session.borrow(values)
            search = session.begin(own, budget, game=game, info=info, root_moves=moves, lines=lines)
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
        options: ConfigMapping = _NO_OPTIONS,
    ) -> OwnAnalysis:
        """Start an analysis; without a limit it runs until it is stopped or something is asked."""
        lines = _checked_lines(multipv)
        own, budget, moves, values = self._checked(board, limit or Limit(), root_moves, options)
        session = self._sessions.current()
        with session.turn():
            session.borrow(values)
            search = session.begin(own, budget, game=game, info=info, root_moves=moves, lines=lines)
        return OwnAnalysis(self, search)

    def quit(self) -> None:
        """End the engine, as `close` does."""
        self.close()

    def close(self) -> None:
        """End what runs, in other threads too; the engine cannot be used any more."""
        self._sessions.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _parsed(self, options: ConfigMapping) -> dict[str, Any]:
        """Return options by their names in small letters; EngineError says what does not fit."""
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
    ) -> tuple[Board, Budget, list[Move] | None, dict[str, Any]]:
        """Return the arguments of a search as the session needs them, or raise."""
        try:
            own = standard_board(board)
        except ValueError as error:
            raise EngineError(str(error)) from None
        moves = None if root_moves is None else own_moves(own, root_moves)
        return own, budget_of(limit, own.turn), moves, self._parsed(options)


def _checked_lines(multipv: int | None) -> int:
    if multipv is not None and multipv < 1:
        raise ValueError(f"multipv is at least 1, not {multipv}")
    return multipv or 1


def _finished(session: Session, search: Search) -> BestMove:
    """Wait for a search and return its move; whatever happens, it has ended."""
    try:
        best = search.wait()
    finally:
        search.end()
    session.check_open()  # another thread may have ended it by `close`
    return best


def _book_move(player: Player, board: Board) -> Move | None:
    try:
        return player.book_move(board)
    except OSError as error:
        raise EngineError(f"BookFile: {error}") from None


def budget_of(limit: Limit, turn: bool) -> Budget:
    """Return what a search may use under a limit, with this side to move.

    >>> budget_of(Limit(depth=5, time=1.0), turn=True)
    Budget(depth=5, nodes=0, mate=0, soft=0.0, hard=1.0)
    """
    for name in _NOT_NEGATIVE:
        value = getattr(limit, name)
        if value is not None and not value >= 0:
            raise ValueError(f"{name} cannot be {value!r} in a Limit: it is 0 or more")
    budget = Budget(limit.depth or 0, limit.nodes or 0, limit.mate or 0)
    left = limit.white_clock if turn else limit.black_clock
    if left is not None and left != left:
        raise ValueError(f"a clock cannot show {left!r}")
    if limit.time is not None:
        return budget.for_time(limit.time, overhead=0)
    if left is not None:
        increment = (limit.white_inc if turn else limit.black_inc) or 0.0
        return budget.on_clock(Clock(left, increment, limit.remaining_moves), overhead=0)
    return budget


def _option(setting: Setting) -> Option:
    return Option(setting.name, setting.kind, setting.default, setting.least, setting.most, [])
