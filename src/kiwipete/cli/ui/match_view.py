"""A match: in progress, and its result in words and as JSON."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kiwipete.cli.ui import bar, console, duration, grouped, is_terminal, print_line, several

if TYPE_CHECKING:
    from rich.console import Console, Group
    from typing_extensions import Self

    from kiwipete.match import Game, Match
    from kiwipete.match.pentanomial import Estimate
    from kiwipete.match.standing import PlayerStanding

_LAST_GAMES = 5


def print_report(match: Match) -> None:
    """Print the result of a match."""
    for line in report(match):
        print_line(line)


def report(match: Match) -> Iterator[str]:
    """Yield the report line by line."""
    if len(match.plan.engines) == 2:
        yield from duel(match)
    else:
        yield from table(match)
        yield from meetings(match)
    yield from endings(match)
    yield from failures(match)
    yield from times(match)


def endings(match: Match) -> Iterator[str]:
    """Yield a line that says how the games ended."""
    kinds = match.standing.reasons.most_common()
    if kinds:
        yield f"Endings     {', '.join(f'{number} {kind}' for kind, number in kinds)}"


def duel(match: Match) -> Iterator[str]:
    """Yield the statistics of two players."""
    first, second = (engine.name for engine in match.plan.engines)
    mine, pairs = match.standing.players[0], match.standing.pairs()
    yield f"{first} against {second}, {match.plan.terms.control}"
    share = 100 * mine.points / mine.games if mine.games else 50
    yield (
        f"Score       {mine.points:g} of {several(mine.games, 'game')}, {share:.1f} %: "
        f"+{mine.wins} ={mine.draws} -{mine.losses}"
    )
    yield f"Pairs       {' '.join(map(str, pairs.counts))} (0, 1/2, 1, 3/2 and 2 points)"
    yield f"Elo         {pairs.elo()}, normalized {pairs.normalized_elo()}"
    yield f"Superior    {100 * pairs.superiority():.1f} %"
    if match.plan.sprt is not None:
        yield f"SPRT        {test_line(match)}"


def test_line(match: Match) -> str:
    """Return the state of an SPRT."""
    sprt = match.plan.sprt
    assert sprt is not None
    low, high = sprt.bounds
    ratio = sprt.ratio(match.standing.pairs())
    verdict = f"{match.verdict} accepted" if match.verdict else "undecided"
    unit = " normalized" if sprt.model == "normalized" else ""
    return (
        f"LLR {ratio:.2f} of ({low:.2f}, {high:.2f}) for{unit} Elo "
        f"{sprt.elo0:g} or {sprt.elo1:g}: {verdict}"
    )


def table(match: Match) -> Iterator[str]:
    """Yield the players in the order of their strength."""
    from kiwipete.match.standing import ratings

    rated = ratings(match.standing, len(match.plan.engines))
    order = sorted(range(len(rated)), key=lambda number: -rated[number].value)
    width = max(len(engine.name) for engine in match.plan.engines)
    yield f"{'':2}  {'engine':{width}}  {'Elo':>16}  {'games':>6}  {'score':>7}  {'%':>5}"
    for place, number in enumerate(order, 1):
        player = match.standing.players[number]
        share = 100 * player.points / player.games if player.games else 50
        yield (
            f"{place:2}  {match.plan.engines[number].name:{width}}  {rated[number]!s:>16}  "
            f"{player.games:6}  {player.points:7g}  {share:5.1f}"
        )


def meetings(match: Match) -> Iterator[str]:
    """Yield a line for each pairing."""
    for first, second in match.schedule.pairings:
        pairs = match.standing.pairs(first, second)
        if pairs.pairs:
            names = " - ".join(match.plan.engines[number].name for number in (first, second))
            yield (
                f"Met         {names}: {100 * pairs.score:.1f} % of "
                f"{several(2 * pairs.pairs, 'game')}, Elo {pairs.elo()}"
            )


def failures(match: Match) -> Iterator[str]:
    """Yield a line for each player that lost games by its own fault."""
    for engine, player in zip(match.plan.engines, match.standing.players, strict=True):
        if player.failures:
            kinds = ", ".join(f"{number} {kind}" for kind, number in player.failures.items())
            lost = several(player.failures.total(), "game")
            yield f"Failures    {engine.name} lost {lost}: {kinds}"


def times(match: Match) -> Iterator[str]:
    """Yield a line with the thinking time of each player."""
    for engine, player in zip(match.plan.engines, match.standing.players, strict=True):
        use = player.time
        line = (
            f"Time        {engine.name}: {use.average * 1000:.1f} ms a move, "
            f"at most {use.longest * 1000:.0f} ms"
        )
        if use.unused is not None:
            line += f", {100 * max(0.0, use.unused):.0f} % unused"
        if use.hoards:
            line += ": it hoards its time"
        if use.overruns:
            line += f"; it overran in {several(use.overruns, 'move')}"
        yield line


def as_json(match: Match) -> str:
    """Return the report as one JSON object."""
    standing, sprt = match.standing, match.plan.sprt
    found: dict[str, object] = {
        "engines": [
            _player(engine.name, player)
            for engine, player in zip(match.plan.engines, standing.players, strict=True)
        ],
        "control": str(match.plan.terms.control),
        "games": standing.games,
        "games_planned": None if match.endless else len(match.schedule),
        "reasons": dict(standing.reasons),
        "pairings": [_pairing(match, first, second) for first, second in match.schedule.pairings],
    }
    if sprt is not None:
        found["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "model": sprt.model,
            "llr": round(sprt.ratio(standing.pairs()), 4),
            "bounds": [round(bound, 4) for bound in sprt.bounds],
            "verdict": match.verdict,
        }
    return json.dumps(found)


def _player(name: str, player: PlayerStanding) -> dict[str, object]:
    use = player.time
    return {
        "name": name,
        "wins": player.wins,
        "draws": player.draws,
        "losses": player.losses,
        "failures": dict(player.failures),
        "moves": use.moves,
        "seconds": round(use.seconds, 3),
        "longest": round(use.longest, 4),
        "overruns": use.overruns,
        "unused": None if use.unused is None else round(use.unused, 3),
    }


def _pairing(match: Match, first: int, second: int) -> dict[str, object]:
    pairs = match.standing.pairs(first, second)
    return {
        "first": match.plan.engines[first].name,
        "second": match.plan.engines[second].name,
        "pairs": list(pairs.counts),
        "elo": _estimate(pairs.elo()),
        "normalized_elo": _estimate(pairs.normalized_elo()),
        "superiority": round(pairs.superiority(), 4),
    }


def _estimate(estimate: Estimate) -> list[float | None]:
    """Return a number and its error; JSON has no infinity."""
    return [
        round(number, 2) if math.isfinite(number) else None
        for number in (estimate.value, estimate.error)
    ]


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
        print_line(f"{game_line(self._match, game)}; {standing_line(self._match)}")


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
