"""Positions of variants that the rules decide, since tables of variants are not read."""

from __future__ import annotations

import os

from kiwipete.board import Board, Move
from kiwipete.errors import MissingTableError
from kiwipete.syzygy.table_names import calc_key
from kiwipete.syzygy.tablebase import Tablebase, dtz_before_zeroing

__all__ = ["DecidedPositions"]


class DecidedPositions(Tablebase):
    """A tablebase of a variant, whose files cannot be read.

    >>> from kiwipete.variant import AtomicBoard
    >>> tables = Tablebase(VariantBoard=AtomicBoard)
    >>> tables.probe_wdl(AtomicBoard("8/8/8/8/8/8/8/4K3 b - - 0 1"))
    -2
    >>> tables.probe_wdl(AtomicBoard("4k3/8/8/8/8/8/8/4KQ2 b - - 0 1"))
    Traceback (most recent call last):
        ...
    kiwipete.errors.MissingTableError: 'tables of atomic are not read: KQvK'
    """

    def add_file(
        self,
        path: str | os.PathLike[str],  # noqa: ARG002
        *,
        load_wdl: bool = True,  # noqa: ARG002
        load_dtz: bool = True,  # noqa: ARG002
    ) -> int:
        """Add nothing, and return 0."""
        return 0

    def probe_wdl_table(self, board: Board) -> int:  # type: ignore[override]
        """Return the value of a game that has ended, or of two kings where kings cannot win."""
        if board.uci_variant != self.variant.uci_variant:
            raise KeyError(f"the tables are of {self.variant.uci_variant}, not {board.uci_variant}")
        if board.is_variant_win():
            return 2
        if board.is_variant_loss():
            return -2
        if board.is_variant_draw() or (board.one_king and not board.occupied & ~board.kings):
            return 0
        raise MissingTableError(
            f"tables of {self.variant.uci_variant} are not read: {calc_key(board)}"
        )

    def probe_wdl(self, board: Board) -> int:  # type: ignore[override]
        """Return the value of a decided position, or of forced captures that lead to one."""
        captures = [*board.generate_legal_captures()] if board.captures_compulsory else []
        if not captures:
            return self.probe_wdl_table(board)
        return max(self._value_after(board, move) for move in captures)

    def _value_after(self, board: Board, move: Move) -> int:
        board.push(move)
        try:
            return -self.probe_wdl(board)
        finally:
            board.pop()

    def probe_dtz(self, board: Board) -> int:  # type: ignore[override]
        """Return the DTZ of a decided position."""
        return dtz_before_zeroing(self.probe_wdl(board))
