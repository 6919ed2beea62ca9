"""The review of the open game: every position of its main line searched, move by move judged."""

from __future__ import annotations

import re
import threading
import time
from typing import TYPE_CHECKING, Any

from kiwipete.engine import Engine, EngineError, Limit
from kiwipete.own_engine import SHIPPED
from kiwipete.review import Review
from kiwipete.web.scores import score_record
from kiwipete.web.server.fields import Fields, Refused
from kiwipete.web.server.game_tree import Change, GameTree

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiwipete.own_engine.networks import NetworkSource
    from kiwipete.pgn import GameNode
    from kiwipete.web.server.event_stream import Event
    from kiwipete.web.server.workspace import Workspace

_NODES = 100_000  # per position, if the page doesn't choose
_MOST_NODES = 10**9
_MOST_SECONDS = 60.0
_PAUSE = 0.2  # seconds between two events, more for long games
_ACCURACY = re.compile(r"\s*Accuracy: White [\d.?]+ %, Black [\d.?]+ %\.")


class GameReview:
    """Reviews the open game in a thread; another game ends the review."""

    def __init__(
        self, workspace: Workspace, *, threads: int = 1, network: NetworkSource = SHIPPED
    ) -> None:
        self._workspace = workspace
        self._threads = threads
        self._network = network
        self._number = 0  # of the newest review: older threads end
        self._engine: Engine | None = None
        self._review: Review | None = None
        self._nodes: list[GameNode] = []
        self._running = False
        self._error: str | None = None
        self.verbs: dict[str, Callable[[Fields], dict[str, Any]]] = {"review": self._verb}
        workspace.when_opened.append(self._reset)
        workspace.states.append(self._states)

    def close(self) -> None:
        """End the review."""
        with self._workspace.lock:
            self._stop()

    # Under the workspace's lock.

    def _verb(self, fields: Fields) -> dict[str, Any]:
        action = fields.choice("action", "start", "stop", "save")
        seconds = fields.number("seconds", 0.01, _MOST_SECONDS, None)
        nodes = fields.integer("nodes", 100, _MOST_NODES, None)
        limit = Limit(time=seconds, nodes=nodes)
        if seconds is None and nodes is None:
            limit = Limit(nodes=_NODES)
        with self._workspace.lock:
            if action == "start":
                self._start(limit)
            elif action == "stop":
                self._stop()
                self._publish()
            else:
                self._save()
        return {"ok": True}

    def _start(self, limit: Limit) -> None:
        tree = self._workspace.tree
        nodes: list[GameNode] = [tree.game, *tree.game.mainline()]
        if len(nodes) == 1:
            raise Refused("there are no moves to review", 409)
        if not tree.game.board().is_countable():
            raise Refused("the game starts from an impossible position", 409)
        self._stop()
        self._nodes, self._review, self._error = nodes, Review.of_game(tree.game), None
        self._running = True
        self._engine = Engine(threads=self._threads, network=self._network)
        tree.reviewed.clear()
        arguments = (self._number, tree, self._review, self._engine, limit)
        threading.Thread(target=self._run, args=arguments, name="review", daemon=True).start()
        self._publish()

    def _stop(self) -> None:
        self._number += 1
        self._running = False
        if self._engine is not None:
            self._engine.close()  # ends a search at once
            self._engine = None

    def _reset(self) -> None:
        """Forget the review of another game."""
        self._stop()
        self._review, self._nodes, self._error = None, [], None
        self._publish()

    def _save(self) -> None:
        """Write scores, judgements and accuracy into the game."""
        workspace, review = self._workspace, self._review
        if review is None or not review.done or self._running:
            raise Refused("there is no finished review to save", 409)
        game = workspace.tree.game
        if [*game.mainline()] != self._nodes[1:]:
            raise Refused("the main line has changed since the review: start it again", 409)
        review.annotate(game)
        if (accuracy := self._accuracy()) is not None:
            white, black = ("?" if each is None else f"{each:.1f}" for each in accuracy.values())
            rest = _ACCURACY.sub("", game.comment).strip()
            game.comment = f"{rest} Accuracy: White {white} %, Black {black} %.".strip()
        workspace.tree.reviewed.clear()
        workspace.apply(workspace.tree.absorb())
        self._publish()

    def _publish(self) -> None:
        self._workspace.hub.publish("review", self._event())

    def _states(self) -> list[Event]:
        return [("review", self._event())]

    def _event(self) -> dict[str, Any]:
        review, tree = self._review, self._workspace.tree
        points = []
        if review is not None:
            for node, position in zip(self._nodes, review.positions, strict=True):
                if position is not None and tree.knows(node):
                    score = score_record(position.score)
                    win = round(position.win, 1)
                    points.append({"node": tree.number(node), "score": score, "win": win})
        return {
            "running": self._running,
            "done": 0 if review is None else review.done,
            "total": len(self._nodes),
            "error": self._error,
            "points": points,
            "accuracy": self._accuracy(),
        }

    def _accuracy(self) -> dict[str, float | None] | None:
        review = self._review
        if review is None or self._running or not review.moves():
            return None
        found = {"white": review.accuracy(True), "black": review.accuracy(False)}
        return {side: None if each is None else round(each, 1) for side, each in found.items()}

    # In a thread of its own.

    def _run(
        self, number: int, tree: GameTree, review: Review, engine: Engine, limit: Limit
    ) -> None:
        error, waiting, told = None, [], 0.0
        pause = _PAUSE + len(review.played) / 2000
        try:
            for index in review.run(engine, limit):
                waiting.append(index)
                if time.monotonic() - told > pause:
                    told = time.monotonic()
                    with self._workspace.lock:
                        if number != self._number:
                            return
                        self._tell(tree, review, waiting)
                    waiting = []
        except (EngineError, ValueError) as failure:
            error = str(failure)
        with self._workspace.lock:
            if number == self._number:
                self._stop()
                self._error = error
                self._tell(tree, review, waiting)

    def _tell(self, tree: GameTree, review: Review, indexes: list[int]) -> None:
        """Publish what is new: the scores, and the judgements of the moves before them."""
        changed = []
        for index in indexes:
            position, node = review.positions[index], self._nodes[index]
            if index and position is not None and tree.knows(node):
                move = review.move(index - 1)
                judgement = None if move is None else move.judgement
                changed.append(tree.number(node))
                tree.reviewed[changed[-1]] = score_record(position.score), judgement
        if changed:
            event = tree.event(Change([], changed, [], []))
            self._workspace.hub.publish("nodes", event)
        self._publish()
