"""Records of positions: from games, and back to boards. `position_record` has their layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from kiwipete._core.records import (
    CAPTURES,
    CHECKS,
    FAULTS,
    MATES,
    board_record,
    faults,
    game_records,
    record_board,
)
from kiwipete.board import Board, Move

if TYPE_CHECKING:
    from kiwipete.training.game_file import Game

__all__ = ["FAULTS", "Filters", "Labels", "board_of", "faults", "labels_of", "record_of", "records"]

_BATCH = 1 << 20  # bytes


class Filters(NamedTuple):
    """Positions to keep that are usually left out, because a network cannot see their score.

    Random plies, whose moves were not searched, are always left out.
    """

    checks: bool = False  # the side to move is in check
    captures: bool = False  # the move captures or promotes
    mates: bool = False  # the score is a mate

    @property
    def wanted(self) -> int:
        """The filters as the bits that the core takes."""
        return CHECKS * self.checks | CAPTURES * self.captures | MATES * self.mates


_USUAL = Filters()


class Labels(NamedTuple):
    """What a record has besides its position; score and result are for the side to move."""

    score: int
    move: Move
    ply: int
    result: int  # 0 lost, 1 drawn, 2 won


def records(games: Iterable[Game], filters: Filters = _USUAL) -> Iterator[bytes]:
    """Turn games into records, a megabyte or so at a time.

    Raises ValueError with the number of the game if one has an illegal move.

    >>> from kiwipete.training.game_file import Game
    >>> import struct
    >>> e2e4, e7e5 = 0x131C, 0x1D24
    >>> game = Game(518, 1, 2, 7, struct.pack("<HhHh", e2e4, 0, e7e5, -30))
    >>> (packed,) = records([game])
    >>> board_of(packed).fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    >>> labels_of(packed)
    Labels(score=-30, move=Move.from_uci('e7e5'), ply=1, result=0)
    """
    wanted = filters.wanted
    batch = bytearray()
    for number, game in enumerate(games, 1):
        try:
            batch += game_records(game.start, game.random_plies, game.result, game.plies, wanted)
        except ValueError as error:
            raise ValueError(f"game {number}: {error}") from error
        if len(batch) >= _BATCH:
            yield bytes(batch)
            batch.clear()
    if batch:
        yield bytes(batch)


def board_of(record: bytes) -> Board:
    """Return the position of a record; ValueError if no game has it.

    Castling rights and a legal capture en passant come back. Counters are as far as a
    record has them.
    """
    found = record_board(record)
    return Board(found.fen(), chess960=found.chess960)


def record_of(
    board: Board, *, score: int = 0, move: Move | None = None, ply: int = 0, result: int = 1
) -> bytes:
    """Return the record of a board. The score is for the side to move, the result for White.

    >>> board_of(record_of(Board())) == Board()
    True
    """
    return board_record(board, score, 0 if move is None else int(move), ply, result)


def labels_of(record: bytes) -> Labels:
    """Return the labels of a record."""
    import struct

    score, move, ply, _, flags = struct.unpack_from("<hHHBB", record, 24)
    return Labels(score, _move(move), ply, flags & 3)


def _move(bits: int) -> Move:
    """Return the move with the bits of int(move)."""
    if not bits:
        return Move.null()
    flag = bits >> 12
    return Move(bits >> 6 & 63, bits & 63, 2 + (flag & 3) if flag & 8 else None)
