"""Make a position smaller for as long as the engine stays wrong in the same way."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator

from kiwipete.bitboards import scan_forward
from kiwipete.board import Board
from kiwipete.errors import IllegalMoveError
from kiwipete.lab.collection import write_fen
from kiwipete.lab.descending import Divergence, look_again
from kiwipete.lab.engine import Divider
from kiwipete.lab.failures import EngineError
from kiwipete.squares import Square

# Two pieces that need each other are tried together among so few.
_PAIRS_AMONG = 12
# With less in its way a piece has more moves: an engine is asked about so much more at most.
_GROWTH = 10


def shrink(engine: Divider, divergence: Divergence, *, seconds: float = 30.0) -> Divergence:
    """Return the smallest position found in which an engine is wrong for the same reason.

    Pieces, castling rights, the en passant square and the counters are taken away; each
    position asked about is a legal one. After so many seconds the smallest so far is it.

    >>> from kiwipete.lab import Rules, compare, descend
    >>> class NoUnderpromotion(Rules):
    ...     def divide(self, fen, moves, depth):
    ...         counts = super().divide(fen, moves, depth)
    ...         return {move: n for move, n in counts.items() if move[4:] in ("", "q")}
    >>> engine, fen = NoUnderpromotion(), "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"
    >>> shrink(engine, descend(engine, compare(engine, fen))).difference.fen
    '8/3k4/8/8/8/8/4K1p1/8 b - - 0 1'
    """
    smallest = _with_fewer_plies(engine, divergence)
    fen, line, depth = smallest.difference[:3]
    board = Board(fen, chess960=engine.chess960)
    most = _GROWTH * board.perft(depth)

    def still_wrong(smaller: Board) -> bool:
        nonlocal smallest
        if not allows(smaller, line) or smaller.perft(depth) > most:
            return False
        found = _again(engine, smallest, write_fen(smaller), depth)
        smallest = found or smallest
        return found is not None

    named = {square for reason in smallest.reasons for square in reason.squares}
    shrink_board(board, still_wrong, keep=named, deadline=time.monotonic() + seconds)
    return smallest


def _with_fewer_plies(engine: Divider, divergence: Divergence) -> Divergence:
    """Return the divergence at the least depth that shows it."""
    fen, _, depth = divergence.difference[:3]
    shallower = (_again(engine, divergence, fen, less) for less in range(1, depth))
    return next((found for found in shallower if found is not None), divergence)


def _again(engine: Divider, divergence: Divergence, fen: str, depth: int) -> Divergence | None:
    """Return a divergence of the same sort in another position, after the same line."""
    try:
        found = look_again(engine, fen, divergence.difference.moves, depth, divergence.reasons[0])
    except EngineError:
        return None  # wrong, but in another way
    return None if found is None else divergence._replace(difference=found[0], reasons=found[1])


def allows(board: Board, line: Iterable[str]) -> bool:
    """Tell whether a line can be played."""
    board = board.copy(stack=False)
    try:
        for move in line:
            board.push_uci(move)
    except IllegalMoveError:
        return False
    return True


def shrink_board(
    board: Board,
    still_wrong: Callable[[Board], bool],
    *,
    keep: Iterable[Square] = (),
    deadline: float,
) -> Board:
    """Return the smallest board found of which something still holds.

    First all but the squares to keep are emptied at once, which is often right; then ever
    smaller groups of pieces are.
    """
    asked = set()

    def holds(smaller: Board) -> bool:
        fen = write_fen(smaller)
        if fen in asked or not smaller.is_valid() or time.monotonic() > deadline:
            return False
        asked.add(fen)
        return still_wrong(smaller)

    candidates: Iterator[Board] = itertools.chain([_bare(board, keep)], _smaller(board))
    while (found := next(filter(holds, candidates), None)) is not None:
        board = found
        candidates = _smaller(board)
    return board


def _smaller(board: Board) -> Iterator[Board]:
    """Yield what is left of a board without a part of it, large parts first."""
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
        yield _edited(board, passed=False)
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
    passed: bool = True,
    clock: int | None = None,
    number: int | None = None,
) -> Board:
    """Return a board without some of its pieces, and without the rights that went with them."""
    smaller = board.copy(stack=False)
    for square in without:
        smaller.remove_piece_at(square)
    smaller.castling_rights = smaller.clean_castling_rights() if rights is None else rights
    if not passed or not _has_passed_pawn(smaller):
        smaller.ep_square = None
    if clock is not None and number is not None:
        smaller.halfmove_clock, smaller.fullmove_number = clock, number
    return smaller


def _has_passed_pawn(board: Board) -> bool:
    """Tell whether the pawn still stands that the en passant square is about."""
    if board.ep_square is None:
        return False
    behind = board.ep_square + (-8 if board.turn else 8)
    return board.piece_type_at(behind) == 1
