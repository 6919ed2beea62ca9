"""Engine: Kiwipete's own engine in this process, with the methods of SimpleEngine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kiwipete.board import Board, Move
from kiwipete.engine.errors import EngineError, EngineTerminatedError
from kiwipete.engine.info import INFO_ALL, INFO_NONE, Info, InfoDict
from kiwipete.engine.limits import Limit, Opponent
from kiwipete.engine.options import ConfigMapping, Option, UciOptionMap
from kiwipete.engine.own_analysis import OwnAnalysis
from kiwipete.engine.results import PlayResult
from kiwipete.search import Budget, Clock, Thinker
from kiwipete.search.settings import SETTINGS, Setting

_NO_OPTIONS: Mapping[str, Any] = {}

# What the methods set by their own arguments.
_MANAGED = frozenset({"multipv", "ponder", "uci_chess960"})


class Engine:
    """An engine that needs no program to start.

    >>> with Engine(hash_mb=8) as engine:
    ...     engine.play(Board("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"), Limit(depth=4)).move
    Move.from_uci('e1e8')
    """

    def __init__(self, *, threads: int = 1, hash_mb: int = 16) -> None:
        self.id = {"name": "Kiwipete", "author": "the Kiwipete developers"}
        self._thinker: Thinker | None = Thinker()
        self._running: OwnAnalysis | None = None
        self._game: object = None
        self.configure({"Threads": threads, "Hash": hash_mb})

    @property
    def options(self) -> UciOptionMap[Option]:
        """The options that can be set."""
        return UciOptionMap((setting.name, _option(setting)) for setting in SETTINGS.values())

    def configure(self, options: ConfigMapping) -> None:
        """Set options for good; EngineError says which of them does not fit."""
        for name, value in options.items():
            if name.lower() in _MANAGED:
                raise EngineError(f"cannot set {name}, which is set by the methods' arguments")
            if name not in self.options:
                raise EngineError(f"Kiwipete has no option {name!r}")
            self._set(name.lower(), self.options[name].parse(value))

    def _set(self, name: str, value: Any) -> None:
        thinker = self._idle()
        if name == "hash":
            thinker.resize(value)
        elif name == "clear hash":
            thinker.forget()
        elif name == "threads":
            thinker.use_threads(value)
        elif name == "syzygypath":
            try:
                thinker.use_tables(value)
            except ValueError as error:
                raise EngineError(f"SyzygyPath: {error}") from error

    def ping(self) -> None:
        """Do nothing: the engine is here."""
        self._idle()

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
        with self.analysis(
            board, limit, game=game, info=info, root_moves=root_moves, options=options
        ) as analysis:
            best = analysis.wait()
        result = PlayResult(best.move, best.ponder, analysis.info)
        if ponder and best.move is not None and best.ponder is not None:
            ahead = board.copy()
            ahead.push(best.move)
            ahead.push(best.ponder)
            self.analysis(ahead, game=game, info=INFO_NONE)
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
        with self.analysis(
            board,
            limit,
            multipv=multipv,
            game=game,
            info=info,
            root_moves=root_moves,
            options=options,
        ) as analysis:
            analysis.wait()
        return analysis.info if multipv is None else analysis.multipv

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
        thinker = self._idle()
        self.configure(options)
        if game != self._game:
            self._game = game
            thinker.forget()
        analysis = OwnAnalysis(thinker.run, thinker.stop, board.turn, info)
        thinker.begin(
            board,
            budget_of(limit or Limit(), board.turn),
            lines=multipv or 1,
            root_moves=root_moves,
            report=analysis.post,
        )
        self._running = analysis  # before it starts, which Ctrl-C may interrupt
        return analysis.start()

    def quit(self) -> None:
        """End the engine, as `close` does."""
        self.close()

    def close(self) -> None:
        """End what runs; the engine cannot be used any more."""
        if self._running is not None:
            self._running.end()
        self._running = self._thinker = None

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _idle(self) -> Thinker:
        """Return the thinker, with nothing left for it to do."""
        if self._thinker is None:
            raise EngineTerminatedError("the engine has been closed")
        if self._running is not None:
            self._running.end()
            self._running = None
        return self._thinker


def budget_of(limit: Limit, turn: bool) -> Budget:
    """Return what a search may use under a limit, with this side to move.

    >>> budget_of(Limit(depth=5, time=1), turn=True)
    Budget(depth=5, nodes=0, mate=0, soft=0.0, hard=1.0)
    """
    budget = Budget(limit.depth or 0, limit.nodes or 0, limit.mate or 0)
    left = limit.white_clock if turn else limit.black_clock
    if limit.time is not None:
        return budget.for_time(limit.time, overhead=0)
    if left is not None:
        increment = (limit.white_inc if turn else limit.black_inc) or 0.0
        return budget.on_clock(Clock(left, increment, limit.remaining_moves), overhead=0)
    return budget


def _option(setting: Setting) -> Option:
    return Option(setting.name, setting.kind, setting.default, setting.least, setting.most, [])
