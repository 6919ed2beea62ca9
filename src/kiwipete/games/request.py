"""What to read of games, and which games: the arguments of `read_games`, checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kiwipete._core.game_chunk import Plan
from kiwipete.games.filters import Condition, make_plan


@dataclass(frozen=True)
class Request:
    """What to read. It can be pickled, for other machines; a Plan cannot."""

    where: dict[str, Condition]
    headers: bool | tuple[str, ...]
    clocks: bool
    evals: bool
    text: bool

    def plan(self) -> Plan:
        """Return this for the compiled reader; raises TypeError or ValueError if it is unclear."""
        return make_plan(self.where, self.headers, clocks=self.clocks, evals=self.evals)

    @property
    def kept(self) -> frozenset[str] | None:
        """The names of the tags to keep, None for all."""
        return None if self.headers is True else frozenset(self.headers or ())

    @property
    def needed(self) -> frozenset[str] | None:
        """The names of the tags to look at, None for all."""
        if self.kept is None:
            return None
        return self.kept | self.where.keys() | {"FEN", "Variant", "Result"}


def make_request(
    where: Mapping[str, Condition] | None,
    headers: bool | Iterable[str],
    *,
    clocks: bool,
    evals: bool,
    text: bool,
) -> Request:
    """Check the arguments of a reader."""
    if not isinstance(headers, bool):
        if isinstance(headers, str):
            raise TypeError(f"headers is a collection of names or a bool, not {headers!r}")
        headers = tuple(headers)
    request = Request(dict(where or {}), headers, clocks, evals, text)
    request.plan()
    return request
