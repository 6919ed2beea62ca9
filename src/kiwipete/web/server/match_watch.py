"""Watching a match: the games under way, the standing, the pairs and the test on its way."""

from __future__ import annotations

import io
import math
from collections import deque
from typing import TYPE_CHECKING, Any

from kiwipete.board import Board
from kiwipete.match.record import MATE
from kiwipete.match.standing import ratings
from kiwipete.pgn import read_game
from kiwipete.untrusted_text import in_short
from kiwipete.web.server.pulse import Pulse

if TYPE_CHECKING:
    from kiwipete.match import Game, GameProgress, Match
    from kiwipete.web.server.application import Application

_PAUSE = 0.1  # seconds between two events
_LAST_GAMES = 12  # finished games that are still shown
_MOST_OPENED = 2000  # finished games that can be opened
_LONGEST_HISTORY = 600
_LONGEST_MATE = 1000  # moves


class MatchWatch:
    """Publishes a match to pages; finished games can be opened like those of a file."""

    def __init__(self, application: Application) -> None:
        self._workspace = application.workspace
        self._names: list[str] = []
        self._title = ""
        self._match: Match | None = None
        self._running = False
        self._under_way: dict[int, dict[str, Any]] = {}  # by the game's number
        self._finished: deque[dict[str, Any]] = deque(maxlen=_LAST_GAMES)
        self._history: list[float] = []  # the log-likelihood ratio after each game
        self._standing: list[dict[str, Any]] = []
        self._pulse = Pulse("match events", self._publish, _PAUSE)
        application.match_state = self._event

    def close(self) -> None:
        """End the thread."""
        self._pulse.close()

    # Called by the match.

    def begin(self, match: Match) -> None:
        """Show a match before its first game."""
        with self._workspace.lock:
            self._match, self._running = match, True
            self._names = [in_short(engine.name, 80) for engine in match.plan.engines]
            self._title = f"{' - '.join(self._names)}, {match.plan.terms.control}"
            self._note_standing(match)
        self._pulse.wake()

    def show(self, progress: GameProgress) -> None:
        """Show a game under way."""
        with self._workspace.lock:
            clocks = progress.clocks
            self._under_way[progress.number] = {
                **self._players(progress.number, progress.white, progress.black),
                "fen": progress.fen,
                "lastMove": progress.last_move,
                "san": progress.san,
                "ply": progress.ply,
                "score": _score(progress.score, white_moved=" b " in progress.fen),
                "clock": None if clocks is None else {"white": clocks[0], "black": clocks[1]},
                "result": None,
                "reason": None,
            }
        self._pulse.wake()

    def add(self, game: Game, pgn: str) -> None:
        """Show a finished game and the new standing; the game can be opened from now on."""
        with self._workspace.lock:
            assert self._match is not None
            self._under_way.pop(game.number, None)
            self._finished.append(self._final(game))
            self._note_standing(self._match)
            if len(self._workspace.games) < _MOST_OPENED:
                self._workspace.games.add(read_game(io.StringIO(pgn)))
                self._workspace.set_dirty(self._workspace.dirty)
        self._pulse.wake()

    def end(self) -> None:
        """Show that the match is over."""
        with self._workspace.lock:
            self._running = False
            self._under_way.clear()
            self._publish()

    # Under the workspace's lock.

    def _publish(self) -> None:
        with self._workspace.lock:
            self._workspace.hub.publish("match", self._event())

    def _event(self) -> dict[str, Any] | None:
        match = self._match
        if match is None:
            return None
        under_way = [self._under_way[number] for number in sorted(self._under_way)]
        pairs = match.standing.pairs() if len(self._names) == 2 else None
        return {
            "title": self._title,
            "done": match.standing.games,
            "total": None if match.endless else len(match.schedule),
            "running": self._running,
            "standing": self._standing,
            "pentanomial": None if pairs is None else list(pairs.counts),
            "sprt": self._sprt(match),
            "games": [*under_way, *reversed(self._finished)],
        }

    def _sprt(self, match: Match) -> dict[str, Any] | None:
        sprt = match.plan.sprt
        if sprt is None:
            return None
        lower, upper = sprt.bounds
        return {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "model": sprt.model,
            "llr": round(sprt.ratio(match.standing.pairs()), 4),
            "lower": round(lower, 4),
            "upper": round(upper, 4),
            "verdict": match.verdict,
            "history": self._history,
        }

    def _note_standing(self, match: Match) -> None:
        """Compute what changes only when a game ends."""
        standing = match.standing
        if len(self._names) == 2:
            first = standing.pairs().elo()
            elos = [(first.value, first.error), (-first.value, first.error)]
        else:
            elos = [(each.value, each.error) for each in ratings(standing, len(self._names))]
        self._standing = [
            {
                "name": name,
                "points": player.points,
                "wins": player.wins,
                "draws": player.draws,
                "losses": player.losses,
                "elo": _finite(elo),
                "error": _finite(error),
                "failures": sum(player.failures.values()),
            }
            for name, player, (elo, error) in zip(self._names, standing.players, elos, strict=True)
        ]
        if match.plan.sprt is not None:
            self._history.append(round(match.plan.sprt.ratio(standing.pairs()), 3))
            if len(self._history) > _LONGEST_HISTORY:
                del self._history[1::2]

    def _players(self, number: int, white: int, black: int) -> dict[str, Any]:
        return {
            "id": number,
            "number": number + 1,
            "white": self._names[white],
            "black": self._names[black],
        }

    def _final(self, game: Game) -> dict[str, Any]:
        assert self._match is not None
        board = Board(game.opening.fen, chess960=self._match.plan.terms.chess960)
        san = None
        for uci in game.moves:
            move = board.parse_uci(uci)
            san = board.san_and_push(move)
        last = game.infos[-1] if game.infos else None
        return {
            **self._players(game.number, game.white, game.black),
            "fen": board.fen(shredder=board.chess960),
            "lastMove": game.moves[-1] if game.moves else None,
            "san": san,
            "ply": len(game.moves),
            "score": _score(None if last is None else last.score, white_moved=not board.turn),
            "clock": None,
            "result": game.result,
            "reason": game.reason,
        }


def _score(score: int | None, *, white_moved: bool) -> dict[str, int] | None:
    """Return the score of the player that has moved from White's point of view.

    >>> _score(MATE - 3, white_moved=False), _score(25, white_moved=True)
    ({'mate': -3}, {'cp': 25})
    """
    if score is None:
        return None
    sign = 1 if white_moved else -1
    if abs(score) > MATE - _LONGEST_MATE:
        return {"mate": sign * (MATE - abs(score)) * (1 if score > 0 else -1)}
    return {"cp": sign * score}


def _finite(number: float) -> float | None:
    """Return a number that JSON has."""
    return round(number, 1) if math.isfinite(number) else None
