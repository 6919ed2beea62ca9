"""Training data in a terminal: histograms, a map of king squares, positions as boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TextIO

from kiwipete.cli.ui import grouped, has_colours, has_unicode, several
from kiwipete.cli.ui.board_view import draw

if TYPE_CHECKING:
    import numpy as np

_BAR = 40  # columns
_SAMPLE = 1_000_000  # records; more make no other picture
_RESULTS = ("lost", "drawn", "won")
_SCORES = (-2000, -1000, -600, -400, -250, -150, -75, -25, 25, 75, 150, 250, 400, 600, 1000, 2000)


def statistics(found: np.ndarray, stream: TextIO) -> Iterator[str]:
    """Yield the lines of all plots; large data are sampled."""
    import numpy as np

    from kiwipete.training import statistics as of

    sample = found[:: max(1, len(found) // _SAMPLE)]
    block = "█" if has_unicode(stream) else "#"
    score, results = sample["score"].astype(int), of.results(sample)
    yield several(len(found), "record")
    if len(sample) < len(found):
        yield f"plots of {several(len(sample), 'record')} at equal distances"

    yield from ("", "Results of the side to move")
    yield from _bars(_RESULTS, np.bincount(results, minlength=4)[:3], block)

    yield from ("", f"Scores in centipawns (standard deviation {score.std():.0f})")
    edges = [-32768, *_SCORES, 32768]
    names = [
        f"under {_SCORES[0]}",
        *(f"{low} to {high}" for low, high in pairwise(_SCORES)),
        "more",
    ]
    yield from _bars(names, np.histogram(score, edges)[0], block)

    yield from ("", f"Plies (average {sample['ply'].mean():.0f})")
    yield from _ranges(sample["ply"], 20, block)
    yield from ("", f"Pieces (average {of.piece_counts(sample).mean():.1f})")
    yield from _ranges(of.piece_counts(sample), 4, block)

    black = of.is_black(sample).mean()
    yield from ("", f"Black is to move in {black:.1%}.")
    fit = of.correlation(np.tanh(score / 400), results.astype(float))
    yield f"Score and result agree by {fit:+.2f} (correlation)."
    yield from ("", "King of the side to move, in percent, as it sees the board")
    yield from _king_map(of.own_kings(sample))


def _bars(names: Sequence[str], counts: np.ndarray, block: str) -> Iterator[str]:
    """Yield a line for each count: name, number, share and bar."""
    most, total = max(int(counts.max()), 1), max(int(counts.sum()), 1)
    width = max(map(len, names))
    for name, count in zip(names, counts, strict=True):
        line = f"  {name:>{width}} {grouped(int(count)):>11} {count / total:6.1%} "
        yield (line + block * round(_BAR * int(count) / most)).rstrip()


def _ranges(values: np.ndarray, step: int, block: str) -> Iterator[str]:
    import numpy as np

    counts = np.bincount(np.minimum(values, 400) // step)
    first = int((counts > 0).argmax())
    names = [f"{step * i} to {step * i + step - 1}" for i in range(first, len(counts))]
    yield from _bars(names, counts[first:], block)


def _king_map(counts: np.ndarray) -> Iterator[str]:
    for rank in reversed(range(8)):
        shares = (f"{100 * count / counts.sum():5.1f}" for count in counts[rank])
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
        f" {side} {_RESULTS[labels.result]}" + (" the game" if labels.result != 1 else "")
    )
