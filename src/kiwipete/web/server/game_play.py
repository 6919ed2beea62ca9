"""A game against our engine at some level, with or without a clock, from any position."""

from __future__ import annotations

import random
import threading
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from kiwipete.engine import Engine, EngineError, Limit
from kiwipete.game_end import DEAD_NODES, GameEnd, rule_end
from kiwipete.own_engine import SHIPPED
from kiwipete.own_engine.levels import LEVELS
from kiwipete.web.positions import SIDES, end_record
from kiwipete.web.server.fields import Fields, Refused
from kiwipete.web.server.game_clock import GameClock, Times

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiwipete.board import Board, Move
    from kiwipete.own_engine.networks import NetworkSource
    from kiwipete.web.server.event_stream import Event
    from kiwipete.web.server.workspace import Workspace

FULL = "full"
LEVEL_NAMES = (*(str(number) for number in range(1, len(LEVELS) + 1)), FULL)
_FULL_SECONDS = 1.0  # a move at full strength without a clock
_ADVICE = Limit(nodes=100_000)
_LONGEST_BASE = 24 * 3600.0
_LONGEST_INCREMENT = 3600.0


class _Step(NamedTuple):
    """A position of the game: its node, whether the game added it, and the times then."""

    node: int
    is_new: bool
    times: Times | None


class GamePlay:
    """Plays with the person at the pages."""

    def __init__(
        self, workspace: Workspace, *, level: str = "5", network: NetworkSource = SHIPPED
    ) -> None:
        self._workspace = workspace
        self._network = network
        self._level = level
        self._human: bool | None = None
        self._active = False
        self._steps: list[_Step] = []
        self._clock: GameClock | None = None
        self._thinking = False
        self._result: GameEnd | None = None
        self._hint: dict[str, str] | None = None
        self._number = 0  # changes with each turn: what older threads find is not used
        self._engine: Engine | None = None
        self._flag: threading.Timer | None = None
        self.verbs: dict[str, Callable[[Fields], dict[str, Any]]] = {"play": self._verb}
        workspace.when_opened.append(self._forget)
        workspace.when_changed.append(self._check_line)
        workspace.states.append(self._states)

    def close(self) -> None:
        """End the game and the engine."""
        with self._workspace.lock:
            self._cancel()

    # Under the workspace's lock.

    def _verb(self, fields: Fields) -> dict[str, Any]:
        action = fields.choice("action", "start", "stop", "resign", "takeback", "hint")
        with self._workspace.lock:
            if action == "start":
                self._start(fields)
                return {"ok": True}
            if not self._active and not (action == "takeback" and self._result is not None):
                raise Refused("there is no game in progress", 409)
            if action == "stop":
                self._active = False
                self._cancel()
            elif action == "resign":
                assert self._human is not None
                self._end(GameEnd("resignation", not self._human))
            elif action == "takeback":
                self._take_back()
            else:
                self._ask_for_hint()
            self._publish()
        return {"ok": True}

    def _start(self, fields: Fields) -> None:
        level = fields.word("level", LEVEL_NAMES, default=self._level)
        human = fields.choice("human", "white", "black", "random", default="white")
        clock = _clock(fields)
        workspace = self._workspace
        board = workspace.tree.board(workspace.node)
        if not board.is_countable() or rule_end(board) is not None:
            raise Refused("no game can be played from this position", 409)
        self._cancel()
        self._level, self._clock, self._result = level, clock, None
        self._human = random.random() < 0.5 if human == "random" else human == "white"
        self._active = True
        self._steps = [_Step(workspace.node, False, clock.times() if clock else None)]
        self._write_headers()
        self._publish()
        self.reply()

    def check_turn(self) -> None:
        """Raise Refused if the person may not move in the position that pages show."""
        if not self._active:
            return
        if self._workspace.node != self._steps[-1].node:
            raise Refused("go to the last move of the game to play on, or stop the game", 409)
        if self._board().turn is not self._human:
            raise Refused("it is the engine's turn", 409)

    def note_move(self, node: int, *, is_new: bool) -> None:
        """Add a move to the game and press the clock, before pages see it."""
        if not self._active:
            return
        self._cancel()
        mover = not self._workspace.tree.board(node).turn
        times = None
        if self._clock is not None:
            self._clock.press(mover)
            times = self._clock.times()
            self._workspace.tree.node(node).set_clock(round(times[mover], 1))
        self._steps.append(_Step(node, is_new, times))

    def reply(self) -> None:
        """End the game by the rules, or let the engine move if it is its turn."""
        if not self._active:
            return
        board = self._board()
        end = rule_end(board)
        if end is not None:
            self._end(end)
        else:
            self._watch_flag(board.turn)
            if board.turn is not self._human:
                self._think(board)
        self._publish()

    def _think(self, board: Board) -> None:
        self._thinking = True
        if self._engine is None:
            self._engine = Engine(network=self._network)
            if self._level != FULL:
                elo = LEVELS[int(self._level) - 1].elo
                self._engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo})
        limit = Limit(time=_FULL_SECONDS if self._level == FULL else None)
        if self._clock is not None:
            limit = self._clock.limit()
        arguments = (self._number, self._engine, board, limit)
        threading.Thread(target=self._search, args=arguments, name="play", daemon=True).start()

    def _engine_moves(self, move: Move) -> None:
        self._thinking = False
        node, change = self._workspace.tree.play(self._steps[-1].node, move)
        self.note_move(node, is_new=change is not None)
        self._workspace.apply(change)
        self._workspace.show(node)
        self.reply()

    def _take_back(self) -> None:
        """Go back to the position before the person's last move."""
        turn = self._board().turn
        count = 2 if turn is self._human else 1
        if len(self._steps) <= count:
            raise Refused("there is no move of yours to take back", 409)
        self._cancel()
        undone = self._steps[-count:]
        del self._steps[-count:]
        self._active, self._result = True, None
        first = next((step.node for step in undone if step.is_new), None)
        if first is not None and first in self._workspace.tree:
            self._workspace.apply(self._workspace.tree.delete(first))
        self._workspace.show(self._steps[-1].node)
        if self._clock is not None:
            times = self._steps[-1].times or self._clock.times()
            begun = len(self._steps) > 1
            self._clock.restore(times, self._human if begun else None)
            self._watch_flag(bool(self._human))

    def _ask_for_hint(self) -> None:
        board = self._board()
        if board.turn is not self._human:
            raise Refused("it is the engine's turn", 409)
        arguments = (self._number, board)
        threading.Thread(target=self._advise, args=arguments, name="hint", daemon=True).start()

    def _end(self, end: GameEnd) -> None:
        self._active, self._result = False, end
        self._cancel()
        if self._clock is not None:
            self._clock.stop()
        headers = self._workspace.tree.game.headers
        if self._steps[-1].node in self._workspace.tree.main_line():
            headers["Result"] = end.result
            headers["Termination"] = end.reason
            self._workspace.refresh()

    def _cancel(self) -> None:
        """Make threads that are still searching useless, and end their search."""
        self._number += 1
        self._hint = None
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self._thinking and self._engine is not None:
            self._engine.close()
            self._engine = None
        if not self._active and self._engine is not None:
            self._engine.close()
            self._engine = None
        self._thinking = False

    def _forget(self) -> None:
        """Leave the game, because another one has been opened."""
        self._active, self._result, self._steps, self._clock = False, None, [], None
        self._cancel()
        self._publish()

    def _check_line(self) -> None:
        """Leave the game if its moves have been deleted."""
        if self._steps and self._steps[-1].node not in self._workspace.tree:
            self._forget()

    def _watch_flag(self, turn: bool) -> None:
        """End the game when the time of the side to move is up."""
        if self._clock is None or self._clock.running is None:
            return
        self._flag = threading.Timer(self._clock.left(turn), self._flag_falls, [self._number, turn])
        self._flag.daemon = True
        self._flag.start()

    def _board(self) -> Board:
        return self._workspace.tree.board(self._steps[-1].node)

    def _write_headers(self) -> None:
        """Name the players, if the game is new."""
        tree = self._workspace.tree
        headers = tree.game.headers
        if len(tree) > 1 or headers.get("White", "?") != "?" or headers.get("Black", "?") != "?":
            return
        name = "Kiwipete" if self._level == FULL else f"Kiwipete, level {self._level}"
        headers["Event"] = "kiwipete board"
        headers["Date"] = time.strftime("%Y.%m.%d")
        headers["White" if self._human else "Black"] = "You"
        headers["Black" if self._human else "White"] = name
        self._workspace.refresh()

    def _publish(self) -> None:
        self._workspace.hub.publish("play", self._event())

    def _states(self) -> list[Event]:
        levels: list[dict[str, object]] = [
            {"name": str(number), "elo": level.elo} for number, level in enumerate(LEVELS, 1)
        ]
        return [("levels", [*levels, {"name": FULL}]), ("play", self._event())]

    def _event(self) -> dict[str, Any]:
        return {
            "active": self._active,
            "human": None if self._human is None else SIDES[self._human],
            "level": self._level,
            "clock": None if self._clock is None else self._clock.record(),
            "thinking": self._thinking,
            "node": self._steps[-1].node if self._steps else None,
            "result": None if self._result is None else end_record(self._result),
            "hint": self._hint,
        }

    # In threads of their own.

    def _search(self, number: int, engine: Engine, board: Board, limit: Limit) -> None:
        error = None
        move = None
        try:
            move = engine.play(board, limit, game="play").move
        except (EngineError, ValueError) as failure:
            error = str(failure)
        with self._workspace.lock:
            if number != self._number:
                return
            if move is not None:
                self._engine_moves(move)
            else:
                self._active = False
                self._cancel()
                self._workspace.notify(f"The engine cannot play on: {error}")
                self._publish()

    def _advise(self, number: int, board: Board) -> None:
        # An engine of its own: advice must not help the opponent.
        with Engine(network=self._network) as engine:
            info = engine.analyse(board, _ADVICE)
        with self._workspace.lock:
            if number == self._number and isinstance(info, dict) and info.get("pv"):
                move = info["pv"][0]
                self._hint = {"uci": board.uci(move), "san": board.san(move)}
                self._publish()

    def _flag_falls(self, number: int, turn: bool) -> None:
        with self._workspace.lock:
            if number != self._number or not self._active:
                return
            can_win = self._board().can_win(not turn, nodes=DEAD_NODES)
            # Laws of Chess, 6.9: a draw if the opponent cannot mate by any series of moves.
            if can_win is False:
                self._end(GameEnd("time forfeit against a side that cannot mate", None))
            else:
                self._end(GameEnd("time forfeit", not turn))
            self._publish()


def _clock(fields: Fields) -> GameClock | None:
    given = fields.fields("clock")
    if given is None:
        return None
    return GameClock(
        given.number("base", 1, _LONGEST_BASE), given.number("increment", 0, _LONGEST_INCREMENT, 0)
    )
