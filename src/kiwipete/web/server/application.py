"""The application: a workspace with everything that works on it, and its verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kiwipete.own_engine import SHIPPED
from kiwipete.web.server.analysis import Analysis
from kiwipete.web.server.counting import Counting
from kiwipete.web.server.engines import EngineSeat, own_seat
from kiwipete.web.server.fields import Fields, Refused
from kiwipete.web.server.game_play import GamePlay
from kiwipete.web.server.game_review import GameReview
from kiwipete.web.server.game_verbs import GameVerbs
from kiwipete.web.server.workspace import Workspace

if TYPE_CHECKING:
    from kiwipete.own_engine.networks import NetworkSource
    from kiwipete.web.server.event_stream import Hub
    from kiwipete.web.server.game_list import GameList


class Application:
    """A workspace, its engines and its verbs."""

    def __init__(
        self,
        games: GameList,
        seats: list[EngineSeat] | None = None,
        *,
        level: int = 5,
        network: NetworkSource = SHIPPED,
    ) -> None:
        """Set up the workspace; `seats` are the engines, ours first. Raises Refused."""
        self.workspace = workspace = Workspace(games)
        self._games = GameVerbs(workspace)
        self._analysis = Analysis(
            workspace, seats or [own_seat(network=network)], own_seat(hash_mb=16, network=network)
        )
        self._review = GameReview(workspace, network=network)
        self._play = GamePlay(workspace, level=str(level), network=network)
        self._counting = Counting()
        self.match_state: Callable[[], dict[str, Any] | None] = lambda: None
        workspace.states.append(lambda: [("match", self.match_state())])
        self._games.player = self._play
        self._verbs: dict[str, Callable[[Fields], dict[str, Any]]] = {
            **self._games.verbs,
            **self._analysis.verbs,
            **self._review.verbs,
            **self._play.verbs,
        }

    @property
    def hub(self) -> Hub:
        """The events."""
        return self.workspace.hub

    def do(self, verb: str, fields: Fields, has_gone: Callable[[], bool]) -> dict[str, Any]:
        """Carry out a verb; `has_gone` says whether the page that waits for it has gone."""
        if verb in self._counting.long_verbs:
            return self._counting.long_verbs[verb](fields, has_gone)
        if verb not in self._verbs:
            raise Refused("there is no such verb", 404)
        return self._verbs[verb](fields)

    def close(self) -> None:
        """End the events and all engines."""
        self.hub.close()
        self._counting.close()
        self._play.close()
        self._review.close()
        self._analysis.close()
