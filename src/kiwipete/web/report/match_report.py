"""The report of a match: the standing, the pairs, the path of the test, and the games."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from kiwipete.board import Board
from kiwipete.engine.score import Cp, Mate, PovScore
from kiwipete.match.record import MATE, MoveInfo
from kiwipete.match.standing import Standing, ratings
from kiwipete.review import score_text, win_percent
from kiwipete.untrusted_text import printable
from kiwipete.web.report.charts import Band, pair_bars, path_chart, win_graph
from kiwipete.web.report.game_report import viewer
from kiwipete.web.report.page import DASH, page, scrolling
from kiwipete.web.report.pictures import check_square, steps

if TYPE_CHECKING:
    from kiwipete.board import Move
    from kiwipete.match import Game, Match
    from kiwipete.match.pentanomial import Pentanomial

# A report with more games would be too large for a browser; the PGN file has all of them.
MOST_GAMES = 500
_POINTS = 300  # of a path


def match_report(match: Match, games: Sequence[Game]) -> str:
    """Return the report of a match, whose games are given in the order they ended."""
    names = [printable(engine.name) or "?" for engine in match.plan.engines]
    title = f" {DASH} ".join(names) if len(names) == 2 else f"Match of {len(names)} engines"
    shown = shown_games(games)
    parts = [_standing(match, names), _tests(match, names, games), _endings(match, names)]
    parts.append(_games_section(match, names, games, shown))
    head = f"<header><h1>{escape(title)}</h1>{_meta(match)}</header>"
    data = {"games": [_game_data(game, chess960=match.plan.terms.chess960) for game in shown]}
    return page(
        f"{title} {DASH} match", f"{head}<main>{''.join(parts)}</main>", script="match", data=data
    )


def shown_games(games: Sequence[Game]) -> list[Game]:
    """Return the games that a report has room for: those with a failure, and the first others."""
    order = sorted(games, key=lambda game: (game.failed is None, game.number))
    return sorted(order[:MOST_GAMES], key=lambda game: game.number)


def _meta(match: Match) -> str:
    played = match.standing.games
    facts = [f"{played:,} games"]
    if not match.endless and played < len(match.schedule):
        facts = [f"{played:,} of {len(match.schedule):,} games"]
    facts.append(str(match.plan.terms.control))
    if match.plan.terms.chess960:
        facts.append("Chess960")
    return f'<p class="meta">{" · ".join(map(escape, facts))}</p>'


# The standing.


def _standing(match: Match, names: Sequence[str]) -> str:
    duel = len(names) == 2
    rated = ratings(match.standing, len(names))
    order = sorted(range(len(names)), key=lambda number: -rated[number].value)
    rows = []
    for place, number in enumerate(range(2) if duel else order, 1):
        player = match.standing.players[number]
        share = 100 * player.points / player.games if player.games else 50
        figures = [
            *([] if duel else [str(rated[number])]),
            f"{player.points:g}",
            f"{player.games:,}",
            f"{share:.1f} %",
            *(f"{count:,}" for count in (player.wins, player.draws, player.losses)),
        ]
        cells = "".join(f'<td class="number">{escape(figure)}</td>' for figure in figures)
        name = escape(names[number])
        rows.append(f'<tr><td class="number">{place}</td><th scope="row">{name}</th>{cells}</tr>')
    heads = ["", "Engine", *([] if duel else ["Elo"]), "Points", "Games", "Score", "Won", "Drawn"]
    table = _table("Standing", [*heads, "Lost"], rows, text={"Engine"})
    verdict = _verdict(match, names) if duel else ""
    return f"<section><h2>Standing</h2>{verdict}{table}</section>"


def _verdict(match: Match, names: Sequence[str]) -> str:
    """Return the difference between two engines in figures."""
    pairs = match.standing.pairs()
    facts = {
        "Elo": str(pairs.elo()),
        "Normalized Elo": str(pairs.normalized_elo()),
        f"{names[0]} is stronger": f"{100 * pairs.superiority():.1f} %",
    }
    sprt = match.plan.sprt
    if sprt is not None:
        low, high = sprt.bounds
        verdict = f"{match.verdict} accepted" if match.verdict else "undecided"
        facts["SPRT"] = verdict
        facts[f"LLR, of ({low:.2f}, {high:.2f})"] = f"{sprt.ratio(pairs):.2f}"
    items = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>"
        for name, value in facts.items()
    )
    return f'<dl class="figures">{items}</dl>'


def _table(label: str, heads: Sequence[str], rows: Sequence[str], *, text: set[str]) -> str:
    cells = "".join(
        f'<th scope="col" class="{"text" if head in text else "number"}">{escape(head)}</th>'
        if head
        else "<td></td>"
        for head in heads
    )
    table = f"<table><thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    return scrolling(table, label)


# Pairs, and the paths of LLR and Elo.


def _tests(match: Match, names: Sequence[str], games: Sequence[Game]) -> str:
    """Return the pairs of each pairing, and between two engines the paths of LLR and Elo."""
    charts = []
    for first, second in match.schedule.pairings:
        pairs = match.standing.pairs(first, second)
        if pairs.pairs:
            between = f"{names[first]} against {names[second]}"
            about = f"{between}: {100 * pairs.score:.1f} %, Elo {pairs.elo()}"
            charts.append(_chart("Pairs by points", pair_bars(pairs.counts, between), about))
    if not charts:
        return ""
    if len(names) == 2:
        charts += _paths(match, pair_history(match, games))
    return (
        "<section><h2>Pairs of games</h2><p class='meta'>Each opening is played twice with colours "
        "reversed. In such a pair the first engine scores 0, ½, 1, 1½ or 2 points.</p>"
        f'<div class="charts">{"".join(charts)}</div></section>'
    )


def _chart(title: str, image: str, about: str) -> str:
    return (
        f"<figure><h3>{escape(title)}</h3>{image}<figcaption>{escape(about)}</figcaption></figure>"
    )


def _paths(match: Match, history: Sequence[Pentanomial]) -> Iterator[str]:
    sprt = match.plan.sprt
    if sprt is not None:
        low, high = sprt.bounds
        levels = {f"H0: {sprt.elo0:g} Elo": low, f"H1: {sprt.elo1:g} Elo": high}
        points = [Band(0, 0), *(Band(pairs.pairs, sprt.ratio(pairs)) for pairs in history)]
        image = path_chart(points, levels, "Log likelihood ratio by pairs", "pairs")
        yield _chart("Log likelihood ratio", image, "The test ends at one of the bounds.")
    bands = []
    for pairs in history:
        elo = pairs.elo()
        if math.isfinite(elo.value) and math.isfinite(elo.error):
            bands.append(Band(pairs.pairs, elo.value, elo.error))
    bands = _calm(bands)
    if len(bands) > 1:
        image = path_chart(bands, {"": 0.0}, "Elo and its 95 % error by pairs", "pairs")
        yield _chart("Elo", image, "The band is the error of 95 %.")


def pair_history(match: Match, games: Sequence[Game]) -> list[Pentanomial]:
    """Return the pairs after the 1st, 2nd … pair, but not more than can be drawn."""
    standing = Standing(len(match.plan.engines), match.plan.terms.control)
    found: list[Pentanomial] = []
    for game in games:
        before = standing.pairs().pairs
        standing.add(game)
        if standing.pairs().pairs > before:
            found.append(standing.pairs())
    step = math.ceil(len(found) / _POINTS) or 1
    return [*found[:-1:step], *found[-1:]]


def _calm(bands: list[Band]) -> list[Band]:
    """Drop the first points, whose huge errors would flatten the rest."""
    if len(bands) < 4:
        return bands
    limit = 6 * bands[-1].error + abs(bands[-1].value)
    start = next((i for i, band in enumerate(bands) if band.error + abs(band.value) <= limit), 0)
    return bands[start:]


def _endings(match: Match, names: Sequence[str]) -> str:
    rows = [
        f'<tr><th scope="row">{escape(kind)}</th><td class="number">{number:,}</td></tr>'
        for kind, number in match.standing.reasons.most_common()
    ]
    ends = _table("Endings", ["Ending", "Games"], rows, text={"Ending"}) if rows else ""
    times = []
    for name, player in zip(names, match.standing.players, strict=True):
        use = player.time
        unused = DASH if use.unused is None else f"{100 * max(0.0, use.unused):.0f} %"
        lost = ", ".join(f"{number} {kind}" for kind, number in player.failures.items())
        times.append(
            f'<tr><th scope="row">{escape(name)}</th>'
            f'<td class="number">{use.average * 1000:,.1f} ms</td>'
            f'<td class="number">{use.longest * 1000:,.0f} ms</td><td class="number">{unused}</td>'
            f'<td class="number">{use.overruns:,}</td><td>{escape(lost) or "none"}</td></tr>'
        )
    heads = ["Engine", "A move", "Longest", "Unused", "Overruns", "Failures"]
    table = _table("Time", heads, times, text={"Engine", "Failures"})
    return f'<section><h2>Endings and time</h2><div class="charts">{ends}{table}</div></section>'


# The games.


def _games_section(
    match: Match, names: Sequence[str], games: Sequence[Game], shown: Sequence[Game]
) -> str:
    if not shown:
        return ""
    first = shown[0]
    board = Board(first.opening.fen, chess960=match.plan.terms.chess960)
    note = ""
    if len(shown) < len(games):
        note = (
            f'<p class="note">{len(shown):,} of {len(games):,} games are in this report; '
            "--pgn writes all of them.</p>"
        )
    rows = "".join(_game_row(place, game, names) for place, game in enumerate(shown))
    heads = ["Game", "White", "Black", "Result", "Ending", "Moves"]
    table = _table("Games", heads, [rows], text={"White", "Black", "Result", "Ending"})
    graph = win_graph([None, None], {}, "White's chances by the engines' scores, move by move")
    return (
        f'<section class="match-games"><h2>Games</h2>{note}{table}'
        f'<h3 class="scripted playing" aria-live="polite"></h3>'
        f'<div class="scripted">{viewer(board, graph)}</div></section>'
    )


def _game_row(place: int, game: Game, names: Sequence[str]) -> str:
    result = game.result.replace("1/2", "½").replace("-", DASH)
    ending = printable(f"{game.reason} ({game.detail})" if game.detail else game.reason)
    kind = ' class="failed"' if game.failed is not None else ""
    return (
        f'<tr{kind} data-game="{place}"><td class="number">'
        f'<button type="button" class="scripted">{game.number + 1}</button>'
        f'<span class="unscripted">{game.number + 1}</span></td>'
        f"<td>{escape(names[game.white])}</td><td>{escape(names[game.black])}</td>"
        f"<td>{result}</td><td>{escape(ending)}</td>"
        f'<td class="number">{(len(game.moves) + 1) // 2}</td></tr>'
    )


def _game_data(game: Game, *, chess960: bool) -> dict[str, Any]:
    """Return what the script needs to step through a game; moves that cannot be played end it."""
    board = Board(game.opening.fen, chess960=chess960)
    start = board.copy()
    moves: list[Move] = []
    positions: list[dict[str, Any]] = [{}]
    book = len(game.opening.moves)
    for ply, text in enumerate(game.moves):
        turn = board.turn
        try:
            moves.append(board.push_uci(text))
        except ValueError:  # only a ledger that somebody changed has such a move
            break
        found: dict[str, Any] = {"check": check_square(board)} if board.is_check() else {}
        if ply < book:
            found["note"] = "opening"
        else:
            found.update(_thoughts(game.infos[ply - book], turn))
        positions.append(found)
    return {
        "start": start.fen(en_passant="fen"),
        "moves": steps(start, moves),
        "positions": positions,
    }


def _thoughts(info: MoveInfo, turn: bool) -> dict[str, Any]:
    """Return what a player said about its move."""
    found: dict[str, Any] = {"note": f"{info.seconds:.3f} s"}
    if info.score is not None:
        known = PovScore(_score(info.score), turn)
        found.update(text=score_text(known), win=round(win_percent(known.white()), 2))
    if info.depth is not None:
        found["depth"] = info.depth
    return found


def _score(centipawns: int) -> Cp | Mate:
    """Return the score of a player's information: a mate in n moves is MATE - n."""
    if abs(centipawns) > MATE - 1000:
        moves = MATE - abs(centipawns)
        return Mate(moves if centipawns > 0 else -moves)
    return Cp(centipawns)
