"""The result of a match, in words and as JSON."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kiwipete.cli.ui.terminal import fitted
from kiwipete.cli.ui.wording import several

if TYPE_CHECKING:
    from kiwipete.match import Match
    from kiwipete.match.pentanomial import Estimate
    from kiwipete.match.standing import PlayerStanding


def print_report(match: Match) -> None:
    """Print the result of a match."""
    for line in report(match):
        print(fitted(line, sys.stdout, " " * 4))


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
