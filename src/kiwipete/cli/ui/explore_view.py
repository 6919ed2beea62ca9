"""The moves that games played in a position, as a table with bars of results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from kiwipete.cli.ui import grouped, has_unicode, several
from kiwipete.openings import opening_of

if TYPE_CHECKING:
    from kiwipete.board import Board
    from kiwipete.explorer import PlayedMove

_BAR = 30  # columns
_BLOCKS = "█▒░"  # White won, drawn, Black won
_ASCII_BLOCKS = "#=."


def table(board: Board, found: Sequence[PlayedMove], games: int, stream: TextIO) -> Iterator[str]:
    """Yield the lines: the opening, the results of all games, and a row for each move."""
    opening = opening_of(board)
    if opening is not None:
        yield f"{opening}"
    if not found:
        yield f"none of {several(games, 'game')} played a move in this position"
        return
    total = sum(played.games for played in found)
    results = [sum(column) for column in zip(*map(_results, found), strict=True)]
    side = "White" if board.turn else "Black"
    blocks = _BLOCKS if has_unicode(stream) else _ASCII_BLOCKS
    words = (
        f"{blocks[0]} White won {_share(results[0], results)}, "
        f"{blocks[1]} drawn {_share(results[1], results)}, "
        f"{blocks[2]} Black won {_share(results[2], results)}"
    )
    yield f"{several(total, 'game')}, {side} to move: {words}"
    yield ""
    yield (
        f"{'move':8}{'games':>12}{'share':>8}  {'results':{_BAR}}"
        f"{'score':>8}{'rating':>8}{'perf.':>8}{'last':>6}"
    )
    for played in found:
        row = (
            f"{board.san(played.move):8}{grouped(played.games):>12}{played.games / total:8.1%}  "
            f"{_bar(_results(played), blocks):{_BAR}}{_score(played, board.turn):>8}"
            f"{_whole(played.rating):>8}{_whole(played.performance):>8}{played.year or '':>6}"
        )
        yield row.rstrip()


def figures(board: Board, found: Sequence[PlayedMove]) -> dict[str, object]:
    """Return everything in a form for JSON."""
    opening = opening_of(board)
    names = ("games", "white", "draws", "black")
    totals = {name: sum(getattr(played, name) for played in found) for name in names}
    return {
        "fen": board.fen(),
        "opening": None if opening is None else {"eco": opening.eco, "name": opening.name},
        **totals,
        "moves": [
            {"san": board.san(played.move), "uci": played.move.uci(), **_fields(played)}
            for played in found
        ],
    }


def _fields(played: PlayedMove) -> dict[str, object]:
    fields = played._asdict()
    del fields["move"]
    return fields


def _results(played: PlayedMove) -> tuple[int, int, int]:
    return played.white, played.draws, played.black


def _share(count: int, results: Sequence[int]) -> str:
    return f"{count / max(sum(results), 1):.0%}"


def _bar(results: Sequence[int], blocks: str) -> str:
    """Draw the shares of the results; nothing if no game has one."""
    total = sum(results)
    if not total:
        return ""
    white = round(_BAR * results[0] / total)
    black = min(round(_BAR * results[2] / total), _BAR - white)
    return blocks[0] * white + blocks[1] * (_BAR - white - black) + blocks[2] * black


def _score(played: PlayedMove, turn: bool) -> str:
    """Write the share of the points that the side to move scored."""
    white, draws, black = _results(played)
    decided = white + draws + black
    won = white if turn else black
    return f"{(won + draws / 2) / decided:.0%}" if decided else ""


def _whole(number: float | None) -> str:
    return "" if number is None else f"{number:.0f}"
