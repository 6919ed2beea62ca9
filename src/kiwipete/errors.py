"""The exceptions of Kiwipete. Bad text and bad moves are all ValueErrors."""

from __future__ import annotations


class InvalidFenError(ValueError):
    """FEN text that cannot be read.

    `fen` is the text, `field` the number of the field from 1, and `character`
    the number of the offending character from 1.
    """

    def __init__(self, message: str, fen: str, field: int, character: int) -> None:
        super().__init__(message)
        self.fen = fen
        self.field = field
        self.character = character

    def __reduce__(self) -> tuple[type[InvalidFenError], tuple[str, str, int, int]]:
        # Pickle stores only the args of an exception, and a process pool that cannot
        # unpickle one waits for ever.
        return type(self), (str(self), self.fen, self.field, self.character)


class InvalidSquareError(ValueError, IndexError):
    """A number that is not a square of the board."""


class InvalidMoveError(ValueError):
    """Text that is not a move in the expected notation."""


class IllegalMoveError(ValueError):
    """A move that the rules do not allow in the position."""


class NoSuchMoveError(IllegalMoveError, AssertionError):
    """A move that not even python-chess's push can play; there it fails an assertion."""


class AmbiguousMoveError(ValueError):
    """Text that could mean more than one legal move."""


class PgnError(ValueError):
    """Damage in the text of a game; the rest of the game can still be read.

    `line` and `column` count from 1. Lines count from the beginning of the file
    if its games were read one after another, and otherwise from the first one read.
    """

    def __init__(self, what: str, line: int, column: int) -> None:
        super().__init__(f"{what} (line {line}, column {column})")
        self.what = what
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[type[PgnError], tuple[str, int, int]]:
        return type(self), (self.what, self.line, self.column)


class ImpossiblePositionError(ValueError):
    """A position that no game can reach, in a call that needs a reachable one."""


class InconsistentPositionError(AssertionError):
    """A position contradicts itself, or two ways to compute one thing disagree.

    This is never the caller's fault: it reports a bug in Kiwipete.
    """


class MissingTableError(KeyError):
    """A position whose endgame table is missing."""


class EngineError(RuntimeError):
    """An engine cannot be started, does not understand a command, or gives an invalid answer."""


class UnusableEngineError(EngineError):
    """An engine that cannot be started, or that does not understand any command."""
