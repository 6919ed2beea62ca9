"""The report of reviewed games: graph, accuracy, mistakes, and every line on a board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from kiwipete.review import SIGNS, score_text
from kiwipete.web.report.charts import win_graph
from kiwipete.web.report.page import DASH, page
from kiwipete.web.report.pictures import board_element, check_square, steps

if TYPE_CHECKING:
    from kiwipete.board import Board
    from kiwipete.pgn import Game
    from kiwipete.review import Judgement, Line, MoveReview, PositionReview, Review

_LONGEST_LINE = 16  # plies of a line that can be stepped through
_TABLE_LINE = 6  # plies of the better line in the table
_PLURALS: dict[Judgement, str] = {
    "inaccuracy": "inaccuracies",
    "mistake": "mistakes",
    "blunder": "blunders",
}
# What a button does, its name, and its icon.
_BUTTONS = (
    ("first", "First position", "M2 2.5h2v11H2zM14 2.5v11L5 8z"),
    ("back", "Back", "M12.5 2.5v11L3.5 8z"),
    ("on", "Forward", "M3.5 2.5v11l9-5.5z"),
    ("last", "Last position", "M14 2.5h-2v11h2zM2 2.5v11L11 8z"),
    ("flip", "Flip the board", "M5 1l4 4.5H6.2V13H3.8V5.5H1zM11 15l-4-4.5h2.8V3h2.4v7.5H15z"),
)
_COMMANDS = re.compile(r"\[%[^\]]*\]\s*")
_UNKNOWN = ("", "?", "-", "????.??.??")


def game_report(games: Sequence[tuple[Game, Review]], *, seconds: float | None = None) -> str:
    """Return the report of games as a page of HTML.

    >>> from kiwipete.review import Review
    >>> game = kiwipete.pgn.read_game(io.StringIO("1. e4 e5 *"))
    >>> game_report([(game, Review.of_game(game))])[:15]
    '<!DOCTYPE html>'
    """
    title = _title(games[0][0]) if len(games) == 1 else f"{len(games)} games"
    head = f"<header><h1>{escape(title)}</h1>{_meta(games, seconds)}</header>"
    contents = _contents(games) if len(games) > 1 else ""
    sections = [
        _section(number, game, review, several=len(games) > 1)
        for number, (game, review) in enumerate(games)
    ]
    body = f"{head}<main>{contents}{''.join(sections)}</main>"
    data = {"games": [game_data(game, review) for game, review in games]}
    return page(f"{title} {DASH} review", body, script="games", data=data)


def _title(game: Game) -> str:
    white, black = (game.headers.get(color, "?") for color in ("White", "Black"))
    return f"{white} {DASH} {black}"


def _facts(game: Game) -> list[str]:
    """Return what the headers say: the result, the event, the place, the round, the date."""
    result = game.headers.get("Result", "*")
    facts = ["unfinished" if result == "*" else result.replace("1/2", "½").replace("-", DASH)]
    for name in ("Event", "Site", "Round", "Date"):
        value = game.headers.get(name, "")
        if value not in _UNKNOWN:
            facts.append(f"round {value}" if name == "Round" else value.replace(".??", ""))
    return facts


def _meta(games: Sequence[tuple[Game, Review]], seconds: float | None) -> str:
    facts = _facts(games[0][0]) if len(games) == 1 else []
    done = sum(review.done for _, review in games)
    total = sum(len(review.positions) for _, review in games)
    known = f"{done:,} of {total:,} positions" if done < total else f"{total:,} positions"
    facts.append(f"{known} analysed" + ("" if seconds is None else f" in {seconds:,.0f} s"))
    return f'<p class="meta">{" · ".join(map(escape, facts))}</p>'


def _contents(games: Sequence[tuple[Game, Review]]) -> str:
    rows = [
        f'<li><a href="#game-{number}">{escape(_title(game))}</a> '
        f"<span>{escape(_facts(game)[0])}</span></li>"
        for number, (game, _) in enumerate(games, 1)
    ]
    return f'<nav aria-label="Games"><ol class="contents">{"".join(rows)}</ol></nav>'


def _section(number: int, game: Game, review: Review, *, several: bool) -> str:
    """Return a game: its players, the board, the graph, and the table of its moves."""
    heading = ""
    if several:
        facts = " · ".join(map(escape, _facts(game)))
        heading = f'<h2>{escape(_title(game))}</h2><p class="meta">{facts}</p>'
    players = "".join(_player(game, review, color) for color in (True, False))
    marks = {move.index + 1: move.judgement for move in review.moves() if move.judgement}
    wins = [None if known is None else known.win for known in review.positions]
    graph = win_graph(wins, marks, "White's winning chances, move by move")
    return (
        f'<section class="game" id="game-{number + 1}" data-game="{number}">{heading}'
        f'<div class="players">{players}</div>'
        f"{viewer(_last_board(review), graph)}{_table(review)}</section>"
    )


def viewer(board: Board, graph: str) -> str:
    """Return the board with all around it; the script fills what is empty here."""
    buttons = "".join(
        f'<button type="button" data-go="{name}" aria-label="{label}" title="{label}">'
        f'<svg viewBox="0 0 16 16" aria-hidden="true"><path d="{path}"/></svg></button>'
        for name, label, path in _BUTTONS
    )
    return (
        '<div class="viewer"><div class="left"><div class="stage">'
        '<div class="bar scripted" aria-hidden="true"><div></div><span></span></div>'
        f"{board_element(board, label='The position')}</div>"
        f'<div class="controls scripted" role="group" aria-label="Steps">{buttons}'
        '<button type="button" data-go="mistake">Next mistake</button></div>'
        '<div class="about scripted"></div></div>'
        f'<div class="side"><figure class="graph">{graph}</figure>'
        '<div class="lines scripted"></div>'
        '<div class="moves scripted" role="group" aria-label="Moves of the game"></div>'
        "</div></div>"
    )


def _last_board(review: Review) -> Board:
    *_, board = review.boards()
    return board


def _player(game: Game, review: Review, color: bool) -> str:
    side = "White" if color else "Black"
    name = game.headers.get(side, "?")
    rating = game.headers.get(f"{side}Elo", "")
    accuracy = review.accuracy(color)
    known = DASH if accuracy is None else f"{accuracy:.1f}&nbsp;%"
    counts = "".join(
        f'<li class="{judgement}"><b>{number}</b> {judgement if number == 1 else plural}</li>'
        for judgement, plural in _PLURALS.items()
        for number in [review.count(color, judgement)]
    )
    shown = f" <small>{escape(rating)}</small>" if rating not in _UNKNOWN else ""
    return (
        f'<article class="player {side.lower()}"><h3><i></i>{escape(name)}{shown}</h3>'
        f'<p class="accuracy"><b>{known}</b> accuracy</p><ul class="counts">{counts}</ul></article>'
    )


# The table, for readers without scripts and for paper.


def _table(review: Review) -> str:
    board = review.start.copy()
    rows = []
    for move in review.moves():
        rows.append(_row(board, review, move))
        board.push(move.move)
    if not rows:
        return "<p>No move of this game is analysed.</p>"
    return (
        '<table class="plain"><caption>All moves; scores and chances are White\'s</caption>'
        '<thead><tr><th scope="col">Move</th><th scope="col">Score</th>'
        '<th scope="col">Chances</th><th scope="col">Judgement</th>'
        f'<th scope="col">Better</th></tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


def _row(board: Board, review: Review, move: MoveReview) -> str:
    before, after = review.positions[move.index], review.positions[move.index + 1]
    assert before is not None
    assert after is not None
    sign = SIGNS[move.judgement] if move.judgement else ""
    better = ""
    if move.judgement and before.lines:
        better = board.variation_san(before.lines[0].moves[:_TABLE_LINE])
    return (
        f'<tr class="{move.judgement or "good"}"><th scope="row">{_number(board)} '
        f"{escape(move.san)}{sign}</th><td>{after.text}</td><td>{after.win:.0f}&nbsp;%</td>"
        f"<td>{move.judgement or ''}</td><td>{escape(better)}</td></tr>"
    )


def _number(board: Board) -> str:
    return f"{board.fullmove_number}{'.' if board.turn else '…'}"


# The data of the script.


def game_data(game: Game, review: Review) -> dict[str, Any]:
    """Return what the script needs to step through a game."""
    comments = [_COMMANDS.sub("", node.comment).strip() for node in game.mainline()]
    moves: list[list[Any]] = list(steps(review.start, review.played))
    positions = []
    for index, board in enumerate(review.boards()):
        known = review.positions[index]
        positions.append(_position(board, known))
        if index:
            judged = review.move(index - 1)
            moves[index - 1] += [judged and judged.judgement, comments[index - 1]]
    start = review.start.fen(en_passant="fen")
    return {"start": start, "moves": moves, "positions": positions, "graph": "drawn"}


def _position(board: Board, known: PositionReview | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if check := check_square(board):
        found["check"] = check
    if known is not None:
        found.update(text=known.text, win=round(known.win, 2))
        if known.lines:
            found["depth"] = known.lines[0].depth
            found["lines"] = [_line(board, line) for line in known.lines]
    return found


def _line(board: Board, line: Line) -> dict[str, Any]:
    return {"text": score_text(line.score), "moves": steps(board, line.moves[:_LONGEST_LINE])}
