"""Make a position smaller for as long as the engine stays wrong for the same reason."""

from __future__ import annotations

import contextlib
import itertools
import math
import time
from collections.abc import Callable, Iterable, Iterator

from kiwipete.bitboards import scan_forward
from kiwipete.board import Board
from kiwipete.errors import IllegalMoveError
from kiwipete.lab.engines.divider import Divider, EngineError
from kiwipete.lab.hunting.compare import OutOfTime, TimeLimitedEngine, fits
from kiwipete.lab.hunting.descent import Divergence, compare_again
from kiwipete.lab.hunting.positions import write_fen
from kiwipete.squares import Square

# With at most this many pieces, pairs are removed too.
_PAIRS_AMONG = 12
# Removing pieces opens lines: a smaller position may have at most this many times the leaves.
_GROWTH = 10


def shrink(engine: Divider, divergence: Divergence, *, seconds: float = 30.0) -> Divergence:
    """Return the smallest position found in which an engine is wrong for the same reason.

    Pieces, castling rights, the en passant square and the counters are removed; every position
    that is tried is legal. After `seconds` the smallest position so far is returned.

    >>> from kiwipete.lab import Rules, compare, descend
    >>> class NoUnderpromotion(Rules):
    ...     def divide(self, fen, moves, depth):
    ...         counts = super().divide(fen, moves, depth)
    ...         return {move: n for move, n in counts.items() if move[4:] in ("", "q")}
    >>> engine, fen = NoUnderpromotion(), "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"
    >>> shrink(engine, descend(engine, compare(engine, fen))).difference.fen
    '8/3k4/8/8/8/8/4K1p1/8 b - - 0 1'
    """
    search = Shrinking(TimeLimitedEngine(engine, time.monotonic() + seconds), divergence)
    search.run()
    return search.smallest


class Shrinking:
    """The search for a smaller position; `smallest` is always the best so far."""

    def __init__(self, engine: Divider, divergence: Divergence) -> None:
        self.engine = engine
        self.smallest = divergence

    def run(self) -> None:
        """Try fewer plies, then fewer pieces, until the time is up."""
        with contextlib.suppress(OutOfTime):
            self._with_fewer_plies()
            self._with_fewer_pieces()

    def _with_fewer_plies(self) -> None:
        fen, _, depth = self.smallest.difference[:3]
        any(self._is_wrong(fen, less) for less in range(1, depth))

    def _with_fewer_pieces(self) -> None:
        fen, line, depth = self.smallest.difference[:3]
        board = Board(fen, chess960=self.engine.chess960)
        most = _GROWTH * _after(board, line).perft(depth)

        def still_wrong(smaller: Board) -> bool:
            fits_in = allows(smaller, line) and fits(_after(smaller, line), depth, most)
            return fits_in and self._is_wrong(write_fen(smaller), depth)

        named = {square for reason in self.smallest.reasons for square in reason.squares}
        shrink_board(board, still_wrong, keep=named, deadline=math.inf)

    def _is_wrong(self, fen: str, depth: int) -> bool:
        """Try another position, and keep it if the engine is wrong for the same reason."""
        line, reason = self.smallest.difference.moves, self.smallest.reasons[0]
        try:
            found = compare_again(self.engine, fen, line, depth, reason)
        except EngineError:
            return False  # a failure is another bug
        if found is not None:
            self.smallest = self.smallest._replace(difference=found[0], reasons=found[1])
        return found is not None


def allows(board: Board, line: Iterable[str]) -> bool:
    """Return whether a line of moves is legal."""
    try:
        _after(board, line)
    except IllegalMoveError:
        return False
    return True


def _after(board: Board, line: Iterable[str]) -> Board:
    board = board.copy(stack=False)
    for move in line:
        board.push_uci(move)
    return board


def shrink_board(
    board: Board,
    still_wrong: Callable[[Board], bool],
    *,
    keep: Iterable[Square] = (),
    deadline: float,
) -> Board:
    """Return the smallest board found for which `still_wrong` holds.

    First all squares but those to keep are emptied at once, which often works; then ever
    smaller groups of pieces are removed. No new fault of `Board.status` is introduced.
    """
    asked = set()
    faults = board.status()

    def holds(smaller: Board) -> bool:
        fen = write_fen(smaller)
        if fen in asked or time.monotonic() > deadline:
            return False
        if smaller.status() & ~faults or not smaller.is_countable():
            return False
        asked.add(fen)
        return still_wrong(smaller)

    candidates: Iterator[Board] = itertools.chain([_bare(board, keep)], _smaller(board))
    while (found := next(filter(holds, candidates), None)) is not None:
        board = found
        candidates = _smaller(board)
    return board


def _smaller(board: Board) -> Iterator[Board]:
    """Yield boards with something removed, large parts first."""
    yield _edited(board, clock=0, number=1)
    squares = _pieces(board)
    size = len(squares) // 2
    while size:
        for first in range(0, len(squares), size):
            yield _edited(board, without=squares[first : first + size])
        size //= 2
    for rook in scan_forward(board.castling_rights):
        yield _edited(board, rights=board.castling_rights & ~(1 << rook))
    if board.ep_square is not None:
        yield _edited(board, en_passant=False)
    if len(squares) <= _PAIRS_AMONG:
        for pair in itertools.combinations(squares, 2):
            yield _edited(board, without=pair)


def _pieces(board: Board) -> list[Square]:
    """List the squares of all pieces but the kings."""
    return list(scan_forward(board.occupied & ~board.kings))


def _bare(board: Board, keep: Iterable[Square]) -> Board:
    named = set(keep)
    return _edited(board, without=[square for square in _pieces(board) if square not in named])


def _edited(
    board: Board,
    *,
    without: Iterable[Square] = (),
    rights: int | None = None,
    en_passant: bool = True,
    clock: int | None = None,
    number: int | None = None,
) -> Board:
    """Return a copy without some pieces, and without castling rights that depended on them."""
    smaller = board.copy(stack=False)
    for square in without:
        smaller.remove_piece_at(square)
    smaller.castling_rights = smaller.clean_castling_rights() if rights is None else rights
    if not en_passant or not _has_double_stepped_pawn(smaller):
        smaller.ep_square = None
    if clock is not None and number is not None:
        smaller.halfmove_clock, smaller.fullmove_number = clock, number
    return smaller


def _has_double_stepped_pawn(board: Board) -> bool:
    """Return whether the pawn that the en passant square belongs to is still there."""
    if board.ep_square is None:
        return False
    behind = board.ep_square + (-8 if board.turn else 8)
    return board.piece_type_at(behind) == 1
