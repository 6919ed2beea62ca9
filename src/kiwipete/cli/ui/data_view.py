"""Training data in a terminal: histograms, a map of king squares, positions as boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TextIO

from kiwipete.cli.ui import grouped, has_colours, has_unicode, several
from kiwipete.cli.ui.board_view import draw

if TYPE_CHECKING:
    import numpy as np

    from kiwipete.training.statistics import Bin

_BAR = 40  # columns
_RESULTS = ("lost", "drew", "won")


def statistics(found: np.ndarray, stream: TextIO) -> Iterator[str]:
    """Yield the lines of all plots; large data are sampled."""
    from kiwipete.training.statistics import figures

    known = figures(found)
    block = "█" if has_unicode(stream) else "#"
    yield several(known.records, "record")
    if known.sampled < known.records:
        yield f"plots of {several(known.sampled, 'record')} at equal distances"

    yield from ("", "Results of the side to move")
    yield from bars(list(known.results), list(known.results.values()), block)

    yield from ("", f"Scores in centipawns (standard deviation {known.score_deviation:.0f})")
    names = [f"{each.low} to {each.high}" for each in known.scores]
    names[0], names[-1] = f"under {known.scores[0].high}", "more"
    yield from bars(names, [each.records for each in known.scores], block)

    yield from ("", f"Plies (average {known.average_ply:.0f})")
    yield from _ranges(known.plies, block)
    yield from ("", f"Pieces (average {known.average_pieces:.1f})")
    yield from _ranges(known.pieces, block)

    yield from ("", f"Black is to move in {known.black_to_move:.1%}.")
    yield f"Score and result agree by {known.score_result_correlation:+.2f} (correlation)."
    yield from ("", "King of the side to move, in percent, as it sees the board")
    yield from _king_map(known.own_kings)


def statistics_as_json(found: np.ndarray) -> str:
    """Return the figures behind the plots for programs."""
    import json

    from kiwipete.training.statistics import figures

    known = figures(found)._asdict()
    for name in ("scores", "plies", "pieces"):
        known[name] = [each._asdict() for each in known[name]]
    return json.dumps(known)


def bars(names: Sequence[str], counts: Sequence[int], block: str) -> Iterator[str]:
    """Yield a line for each count: name, number, share and bar."""
    most, total = max(*counts, 1), max(sum(counts), 1)
    width = max(map(len, names))
    for name, count in zip(names, counts, strict=True):
        line = f"  {name:>{width}} {grouped(count):>11} {count / total:6.1%} "
        yield (line + block * round(_BAR * count / most)).rstrip()


def _ranges(bins: Sequence[Bin], block: str) -> Iterator[str]:
    names = [f"{each.low} to {each.high - 1}" for each in bins]
    yield from bars(names, [each.records for each in bins], block)


def _king_map(counts: Sequence[Sequence[int]]) -> Iterator[str]:
    total = max(sum(map(sum, counts)), 1)
    for rank in reversed(range(8)):
        shares = (f"{100 * count / total:5.1f}" for count in counts[rank])
        yield f"  {rank + 1} {' '.join(shares)}"
    yield f"    {' '.join(f'{file:>5}' for file in 'abcdefgh')}"


def position(number: int, record: bytes, stream: TextIO) -> Iterator[str]:
    """Yield a position as a board, its FEN and its labels."""
    from kiwipete.training.records import board_of, labels_of

    try:
        board = board_of(record)
    except ValueError as error:
        yield f"record {grouped(number + 1)}: {error}"
        return
    labels = labels_of(record)
    colours = has_colours(stream)
    yield from draw(board, colours=colours, pieces=colours and has_unicode(stream))
    yield f"record {grouped(number + 1)}: {board.fen()}"
    side = "White" if board.turn else "Black"
    move = board.san(labels.move) if labels.move in board.legal_moves else labels.move.uci()
    yield (
        f"{side} to move, score {labels.score:+d}, move {move}, ply {labels.ply},"
        f" {side} {_RESULTS[labels.result]} the game"
    )
