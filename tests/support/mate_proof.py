"""Proofs of mates by trying everything: all moves of the one side against all of the other.

Nothing is taken from the engine's search, so that this can judge it. What is known of a
position is kept, for most are met more than once; the order of moves makes it quick.
"""

from __future__ import annotations

from kiwipete import Board, Move


class TooLong(Exception):
    """A proof would look at more positions than it may."""


class MateProof:
    """Tells in how many moves the side to move mates, if it can force it.

    >>> MateProof().shortest(Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), 3)
    2
    >>> MateProof().line(Board("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"), 1)
    [Move.from_uci('e1e8')]
    """

    def __init__(self, most_positions: int | None = None) -> None:
        self.positions = 0
        self._most_positions = most_positions
        self._mates: dict[int, int] = {}  # by key: the moves of a proved mate
        self._fails: dict[int, int] = {}  # by key: there is no mate in this many
        self._refutations: dict[Move, Move] = {}  # the reply that last refuted a move

    def shortest(self, board: Board, most: int) -> int | None:
        """Return the fewest moves in which the side to move mates, None if more than `most`."""
        return next((moves for moves in range(1, most + 1) if self.mates(board, moves)), None)

    def mates(self, board: Board, moves: int) -> bool:
        """Return True if the side to move can force mate in at most this many moves."""
        if moves == 0:
            return False
        key = board.zobrist_key
        if self._mates.get(key, moves + 1) <= moves:
            return True
        if self._fails.get(key, 0) >= moves:
            return False
        if self._mating_move(board, moves) is None:
            self._fails[key] = moves
            return False
        self._mates[key] = moves
        return True

    def mates_by(self, board: Board, move: Move, moves: int) -> bool:
        """Return True if a move forces mate in this many moves, itself included."""
        return self._leaves_no_escape(board, move, moves - 1)

    def line(self, board: Board, moves: int, first: Move | None = None) -> list[Move]:
        """Return a line to the shortest mate, which takes `moves` moves, with a longest defence.

        `first` is a move that is known to begin one.
        """
        move = first or self._mating_move(board, moves)
        assert move is not None
        board = board.copy(stack=False)
        board.push(move)
        if moves == 1:
            return [move]
        for reply in list(board.legal_moves):
            board.push(reply)
            if not self.mates(board, moves - 2):
                return [move, reply, *self.line(board, moves - 1)]
            board.pop()
        raise AssertionError("there is a shorter mate")

    def _mating_move(self, board: Board, moves: int) -> Move | None:
        self._count()
        legal = list(board.legal_moves)
        checks = [move for move in legal if board.gives_check(move)]
        if moves == 1:
            return next((move for move in checks if self._leaves_no_escape(board, move, 0)), None)
        others = set(legal).difference(checks)
        for move in checks + [move for move in legal if move in others]:
            if self._leaves_no_escape(board, move, moves - 1):
                return move
        return None

    def _leaves_no_escape(self, board: Board, move: Move, moves: int) -> bool:
        """Return True if every reply to a move allows mate in so many more moves."""
        board.push(move)
        try:
            if moves == 0:
                return board.is_checkmate()
            replies = list(board.legal_moves)
            if not replies:
                return board.is_check()
            if (refutation := self._refutations.get(move)) in replies:
                replies.insert(0, refutation)
            for reply in replies:
                board.push(reply)
                mated = self.mates(board, moves)
                board.pop()
                if not mated:
                    self._refutations[move] = reply
                    return False
            return True
        finally:
            board.pop()

    def _count(self) -> None:
        self.positions += 1
        if self._most_positions is not None and self.positions > self._most_positions:
            raise TooLong
