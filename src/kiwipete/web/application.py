"""The application: a workspace with everything that works on it, and its verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kiwipete.web.analysis import Analysis
from kiwipete.web.engines import EngineSeat, own_seat
from kiwipete.web.fields import Fields, Refused
from kiwipete.web.game_verbs import GameVerbs
from kiwipete.web.workspace import Workspace

if TYPE_CHECKING:
    from kiwipete.web.event_stream import Hub
    from kiwipete.web.game_list import GameList


class Application:
    """A workspace, its engines and its verbs."""

    def __init__(self, games: GameList, seats: list[EngineSeat] | None = None) -> None:
        self.workspace = Workspace(games)
        self.analysis = Analysis(self.workspace, seats or [own_seat()], own_seat(hash_mb=16))
        self.verbs: dict[str, Callable[[Fields], dict[str, Any]]] = {
            **GameVerbs(self.workspace).verbs,
            **self.analysis.verbs,
        }

    @property
    def hub(self) -> Hub:
        """The events."""
        return self.workspace.hub

    def do(self, verb: str, fields: Fields, has_gone: Callable[[], bool]) -> dict[str, Any]:
        """Carry out a verb; `has_gone` tells long ones whether anybody still waits."""
        del has_gone
        if verb not in self.verbs:
            raise Refused("there is no such verb", 404)
        return self.verbs[verb](fields)

    def close(self) -> None:
        """End the events and all engines."""
        self.hub.close()
        self.analysis.close()
