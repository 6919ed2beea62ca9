"""A match in progress: a live report in a terminal, or a line for each game."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from kiwipete.cli.ui.match_report import report
from kiwipete.cli.ui.progress import bar
from kiwipete.cli.ui.terminal import console, fitted, is_terminal
from kiwipete.cli.ui.wording import duration, grouped, several

if TYPE_CHECKING:
    from rich.console import Console, Group
    from typing_extensions import Self

    from kiwipete.match import Game, Match

_LAST_GAMES = 5


def open_view(match: Match, *, silent: bool) -> View:
    """Return a view: silent, live in a terminal, or lines."""
    if silent:
        return View(match)
    if is_terminal(sys.stdout):
        return LivePicture(match, console(sys.stdout))
    return PlainLines(match)


class View:
    """Shows a match; this base class shows nothing."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop showing."""

    def add(self, game: Game) -> None:
        """Show a game that has ended."""


class PlainLines(View):
    """A line for each game."""

    def add(self, game: Game) -> None:
        """Print the game, and how the match stands after it."""
        line = f"{game_line(self._match, game)}; {standing_line(self._match)}"
        # In one write, so that Ctrl-C cannot separate a line from its end.
        sys.stdout.write(f"{fitted(line, sys.stdout, ' ' * 4)}\n")
        sys.stdout.flush()


class LivePicture(View):
    """The last games, the report so far, and a bar; removed before the report is printed."""

    def __init__(self, match: Match, screen: Console) -> None:
        from rich.live import Live

        super().__init__(match)
        self._start = time.monotonic()
        self._before = match.standing.games
        self._last: list[str] = []
        self._live = Live(
            get_renderable=self._picture, console=screen, refresh_per_second=1, transient=True
        )

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def add(self, game: Game) -> None:
        """Show the game among the last ones; a failure stays on the screen."""
        from rich.text import Text

        line = game_line(self._match, game)
        if game.failed is not None:
            self._live.console.print(Text(line))
        self._last = [*self._last, line][-_LAST_GAMES:]

    def _picture(self) -> Group:
        from rich.console import Group
        from rich.text import Text

        lines = [*report(self._match), "", *self._last, ""]
        texts = [Text(line, no_wrap=True, overflow="ellipsis") for line in lines]
        return Group(*texts, bar(self._share(), self._progress()))

    def _share(self) -> float:
        """Return how much of the match is done; for an SPRT, how near its decision is."""
        played, sprt = self._match.standing.games, self._match.plan.sprt
        share = played / len(self._match.schedule)
        if sprt is not None:
            ratio, (low, high) = sprt.ratio(self._match.standing.pairs()), sprt.bounds
            share = max(share, ratio / high, ratio / low)
        return share

    def _progress(self) -> str:
        played = self._match.standing.games
        text = f"{grouped(played)} of {several(len(self._match.schedule), 'game')}"
        if self._match.endless:
            text = several(played, "game")
        seconds = time.monotonic() - self._start
        speed = 3600 * (played - self._before) / seconds
        return f"{text}, {duration(seconds)}" + (
            f", {grouped(round(speed))} an hour" if speed else ""
        )


def game_line(match: Match, game: Game) -> str:
    """Return the end of a game in one line."""
    white, black = (match.plan.engines[number].name for number in (game.white, game.black))
    moves = (len(game.moves) + 1) // 2
    detail = f" ({game.detail})" if game.detail else ""
    return (
        f"{game.number + 1}: {white} - {black} {game.result} "
        f"{game.reason}{detail}, {several(moves, 'move')}"
    )


def standing_line(match: Match) -> str:
    """Return the standing of a match in one line."""
    if len(match.plan.engines) > 2:
        return f"{match.standing.games} of {several(len(match.schedule), 'game')}"
    mine, pairs = match.standing.players[0], match.standing.pairs()
    line = f"+{mine.wins} ={mine.draws} -{mine.losses}, Elo {pairs.elo()}"
    if match.plan.sprt is not None:
        low, high = match.plan.sprt.bounds
        line += f", LLR {match.plan.sprt.ratio(pairs):.2f} ({low:.2f}, {high:.2f})"
    return line
