"""Self-play in progress: a live picture in a terminal, or a line now and then."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from kiwipete.cli.ui import bar, console, duration, fitted, grouped, is_terminal, scaled, several

if TYPE_CHECKING:
    from rich.console import Console, Group
    from typing_extensions import Self

    from kiwipete.training.cluster_play import ClusterSelfPlay
    from kiwipete.training.game_file import Game
    from kiwipete.training.self_play import SelfPlay

_SECONDS_A_LINE = 30.0


class Tally:
    """What the games of this run add up to."""

    def __init__(self, before: int, wanted: int) -> None:
        self.before = before
        self.wanted = wanted
        self.games = 0
        self.results = [0, 0, 0]  # lost, drawn, won by White
        self.endings: Counter[int] = Counter()
        self.plies = 0
        self.positions = 0
        self._start = time.monotonic()
        self._end: float | None = None

    def add(self, game: Game) -> None:
        """Count a game."""
        self.games += 1
        self.results[game.result] += 1
        self.endings[game.ending] += 1
        plies = len(game.plies) // 4
        self.plies += plies
        self.positions += plies - game.random_plies

    def stop(self) -> None:
        """Stop the clock."""
        self._end = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long the run has taken."""
        return (self._end or time.monotonic()) - self._start

    @property
    def an_hour(self) -> int:
        """Positions in an hour, at the speed so far."""
        return round(3600 * self.positions / max(self.seconds, 1e-3))

    def line(self) -> str:
        """Return the figures in one line."""
        lost, drawn, won = self.results
        length = f", {self.plies / self.games:.0f} plies a game" if self.games else ""
        return (
            f"{grouped(self.before + self.games)} of {several(self.wanted, 'game')}, "
            f"{grouped(self.positions)} positions, {scaled(self.an_hour)} an hour, "
            f"White +{won} ={drawn} -{lost}{length}"
        )

    def report(self) -> list[str]:
        """Return the figures of the run in several lines."""
        from kiwipete.training.game_file import ENDINGS

        if not self.games:
            return ["No game was played."]
        lost, drawn, won = self.results
        endings = ", ".join(f"{ENDINGS[e]} {grouped(n)}" for e, n in self.endings.most_common())
        return [
            f"Games       {grouped(self.games)} in {duration(self.seconds)}, "
            f"{self.plies / self.games:.0f} plies on average",
            f"Positions   {grouped(self.positions)}, {scaled(self.an_hour)} an hour",
            f"White       {grouped(won)} won, {grouped(drawn)} drawn, {grouped(lost)} lost",
            f"Endings     {endings}",
        ]

    def as_dict(self, run: SelfPlay | ClusterSelfPlay) -> dict[str, Any]:
        """Return the figures for programs."""
        from kiwipete.training.game_file import ENDINGS

        lost, drawn, won = self.results
        return {
            "games": self.games,
            "positions": self.positions,
            "plies": self.plies,
            "wins": won,
            "draws": drawn,
            "losses": lost,
            "endings": {ENDINGS[e]: n for e, n in sorted(self.endings.items())},
            "openings": run.openings,
            "nodes": run.nodes,
            "seconds": round(self.seconds, 3),
            "games_in_folder": run.games,
        }


def open_view(tally: Tally, *, silent: bool) -> View:
    """Return a view: silent, live in a terminal, or lines."""
    if silent:
        return View(tally)
    if is_terminal(sys.stdout):
        return LivePicture(tally, console(sys.stdout))
    return PlainLines(tally)


class View:
    """Shows a run; this base class shows nothing."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop showing."""

    def update(self) -> None:
        """Show the tally after another game."""


class PlainLines(View):
    """A line every half a minute."""

    def __init__(self, tally: Tally) -> None:
        super().__init__(tally)
        self._due = time.monotonic() + _SECONDS_A_LINE

    def update(self) -> None:
        """Print the line if it is due."""
        if time.monotonic() < self._due:
            return
        self._due += _SECONDS_A_LINE
        sys.stdout.write(f"{fitted(self._tally.line(), sys.stdout, ' ' * 4)}\n")
        sys.stdout.flush()


class LivePicture(View):
    """A bar and the figures, removed at the end."""

    def __init__(self, tally: Tally, screen: Console) -> None:
        from rich.live import Live

        super().__init__(tally)
        self._live = Live(
            get_renderable=self._picture, console=screen, refresh_per_second=4, transient=True
        )

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def _picture(self) -> Group:
        from rich.console import Group
        from rich.text import Text

        tally = self._tally
        done = tally.before + tally.games
        left = ""
        if tally.games:
            seconds = tally.seconds * (tally.wanted - done) / tally.games
            left = f", {duration(round(seconds))} left"
        texts = [Text(line, no_wrap=True, overflow="ellipsis") for line in tally.report()]
        progress = f"{grouped(done)} of {several(tally.wanted, 'game')}{left}"
        return Group(*texts, bar(done / tally.wanted, progress))
