"""The position on an XBoard engine's board, and the commands that change it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from kiwipete.board import Board, Move
from kiwipete.engine.process import LOGGER
from kiwipete.errors import EngineError
from kiwipete.positions import STARTING_FEN

_NORMAL = "normal"


class XBoardGame:
    """The engine's current game: its start position, and the moves since.

    >>> game = XBoardGame()
    >>> game.set_up(Board(), "a game")
    ['new', 'force']
    >>> board = Board()
    >>> board.push_san("e4")
    Move.from_uci('e2e4')
    >>> game.set_up(board, "a game")
    ['force', 'e2e4']
    >>> game.set_up(Board(), "a game")
    ['force', 'undo']
    """

    def __init__(self) -> None:
        self.key: object = None
        self._start: tuple[str, str] | None = None  # variant and FEN; None if there is no game
        self._moves: list[Move] = []

    def set_up(
        self,
        board: Board,
        key: object,
        *,
        beginning: Iterable[str] = (),
        variants: Collection[str] = (),
        move_prefix: str = "",
    ) -> list[str]:
        """Return the commands that set up a board, and assume that they are sent.

        `beginning` has the commands for a new game.
        """
        root = board.root()
        variant = board.xboard_variant
        if variant is None:
            raise EngineError(f"XBoard has no name for the rules of {type(board).__name__}")
        if variant == _NORMAL and board.chess960:
            variant = "fischerandom"
        if variant != _NORMAL and variant not in variants:
            known = ", ".join(variants) or "none"
            raise EngineError(f"engine does not play the variant {variant} (variants: {known})")
        start = variant, root.fen(shredder=board.chess960, en_passant="fen")
        moves = list(board.move_stack)
        if start != self._start or key != self.key:
            same = 0
            lines = ["new", *_unless(variant == _NORMAL, f"variant {variant}"), *beginning, "force"]
            lines += _unless(start == (_NORMAL, STARTING_FEN), f"setboard {start[1]}")
        else:
            same = _in_common(self._moves, moves)
            too_many = len(self._moves) - same
            lines = ["force", *["remove"] * (too_many // 2), *["undo"] * (too_many % 2)]
        lines += [move_prefix + text for text in _texts(root, moves, same)]
        self.key, self._start, self._moves = key, start, moves
        return lines

    def push(self, move: Move) -> None:
        """Add a move of the engine."""
        self._moves.append(move)

    def forget(self) -> None:
        """Begin a new game the next time."""
        self._start = None


def _unless(condition: bool, line: str) -> list[str]:
    return [] if condition else [line]


def _in_common(first: list[Move], second: list[Move]) -> int:
    """Return the number of equal moves at the beginning."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def _texts(root: Board, moves: list[Move], after: int) -> Iterator[str]:
    """Yield moves in XBoard notation, from an index on."""
    board = root.copy(stack=False)
    for number, move in enumerate(moves):
        if number >= after:
            if not move:
                LOGGER.warning("not every XBoard engine supports null moves: after %s", board.fen())
            yield board.xboard(move)
        board.push(move)
