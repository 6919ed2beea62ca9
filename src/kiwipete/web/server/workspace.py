"""The workspace: the games, the one that is open, and the position that all pages show.

Its lock guards the state of everything that pages see. A thread that changes the state holds the
lock and publishes the change before letting go, so that every page gets the events in order.
Nothing that may wait (an engine, a count, the network) runs under it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from kiwipete.pgn import Game
from kiwipete.untrusted_text import in_short
from kiwipete.web.positions import describe, written_fen
from kiwipete.web.server.event_stream import Event, Hub
from kiwipete.web.server.fields import Refused
from kiwipete.web.server.game_list import GameList
from kiwipete.web.server.game_tree import ROOT, Change, GameTree

Listener = Callable[[], None]
State = Callable[[], list[Event]]

_MOST_ERRORS = 3


class Workspace:
    """The state that all pages share; every method is called with the lock held."""

    def __init__(self, games: GameList) -> None:
        self.lock = threading.RLock()
        self.hub = Hub(self.lock, self._snapshot)
        self.games = games
        self.index = 0
        self.node = ROOT
        self.dirty = False
        self.when_moved: list[Listener] = []  # called when another position is shown
        self.when_opened: list[Listener] = []  # called when another game is shown
        self.when_changed: list[Listener] = []  # called when the tree has changed
        self.states: list[State] = []  # what else a new page needs
        self._revision = 0
        self.tree = self._read(0)

    # What pages see.

    def _snapshot(self) -> list[Event]:
        found = [
            ("games", self._games_event()),
            ("game", self._game_event()),
            ("position", self._position_event()),
        ]
        for state in self.states:
            found += state()
        return found

    def _games_event(self) -> dict[str, Any]:
        return {
            "count": len(self.games),
            "file": self.games.name,
            "revision": self._revision,
            "dirty": self.dirty,
            "index": self.index,
        }

    def _game_event(self) -> dict[str, Any]:
        tree = self.tree
        start = tree.game.board()
        return {
            "index": self.index,
            "count": len(self.games),
            "file": self.games.name,
            "dirty": self.dirty,
            "headers": dict(tree.game.headers),
            "start": written_fen(start),
            "chess960": start.chess960,
            "nodes": [tree.record(number) for number in tree.numbers()],
            "result": tree.game.headers.get("Result", "*"),
        }

    def _position_event(self) -> dict[str, Any]:
        score = self.tree.record(self.node)["score"]
        return describe(self.tree.board(self.node), self.node, score)

    def notify(self, text: str, kind: str = "error") -> None:
        """Show a message."""
        self.hub.publish("notice", {"kind": kind, "text": text})

    # Changes.

    def show(self, node: int) -> None:
        """Show the position of a node."""
        self.tree.node(node)
        self.node = node
        self.hub.publish("position", self._position_event())
        for listener in self.when_moved:
            listener()

    def apply(self, change: Change | None) -> None:
        """Publish a change to the tree, and go back if the current node has been removed."""
        if change is None:
            return
        self.hub.publish("nodes", self.tree.event(change))
        self.touch()
        if self.node not in self.tree:
            node = next(number for number in change.parents if number in self.tree)
            self.show(node)
        for listener in self.when_changed:
            listener()

    def touch(self) -> None:
        """Note that the game has unsaved changes."""
        self.games.change(self.index, self.tree.game)
        if not self.dirty:
            self.set_dirty(True)

    def set_dirty(self, dirty: bool) -> None:
        """Note whether anything is unsaved."""
        self.dirty = dirty
        self._revision += 1
        self.hub.publish("games", self._games_event())

    def open_game(self, index: int, node: int = ROOT) -> None:
        """Show another game."""
        tree = self._read(index)
        self.tree, self.index = tree, index
        self.node = node if node in tree else ROOT
        self._publish_game()

    def add_game(self, game: Game) -> None:
        """Show a new game, in the place of the current one if that is empty."""
        tree = self._checked(game)
        if len(self.games) and len(self.tree) == 1 and self._is_blank():
            self.games.change(self.index, game)
        else:
            self.index = self.games.add(game)
        self.tree, self.node = tree, ROOT
        self.set_dirty(True)
        self._publish_game()

    def replace_games(self, games: GameList) -> None:
        """Show the first of other games."""
        before = self.games
        self.games = games
        try:
            self.tree = self._read(0)
        except Refused:
            self.games = before
            raise
        self.index, self.node = 0, ROOT
        self.set_dirty(False)
        self._publish_game()

    def refresh(self) -> None:
        """Publish the whole game, after a change of its tags."""
        self.touch()
        self.hub.publish("game", self._game_event())

    def _publish_game(self) -> None:
        self.hub.publish("game", self._game_event())
        self.hub.publish("games", self._games_event())
        for listener in self.when_opened:
            listener()
        self.show(self.node)
        if errors := self.tree.game.errors:
            shown = "; ".join(in_short(str(error), 200) for error in errors[:_MOST_ERRORS])
            self.notify(f"Not everything in this game could be read: {shown}")

    def _is_blank(self) -> bool:
        """Return True if the current game is only a position that nobody has named."""
        game = self.tree.game
        return not game.comment and all(
            game.headers.get(name, "?") == "?" for name in ("White", "Black", "Event")
        )

    def _read(self, index: int) -> GameTree:
        if not len(self.games):
            self.games.add(Game())
        return self._checked(self.games.open(index))

    def _checked(self, game: Game) -> GameTree:
        """Return a game's tree; raise Refused if it isn't standard chess."""
        try:
            board = game.board()
        except ValueError as error:
            raise Refused(in_short(str(error), 300)) from error
        if board.uci_variant != "chess":
            name = in_short(game.headers.get("Variant", "?"), 40)
            raise Refused(f"the board shows standard chess and Chess960, not {name}")
        return GameTree(game)
