"""Damage in games, as errors with line, column and reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kiwipete.errors import PgnError

if TYPE_CHECKING:
    from kiwipete.games.collection import Game

# By the numbers of Damage in the compiled reader; a refused move has the reason of the board.
WORDS = (
    'a tag that is not like [Name "value"]',
    "the FEN cannot be read",
    "an unknown variant",
    "a variant that is not read in bulk",
    "a refused move",
    "the tags of the next game follow without a result",
    "a comment that does not end before the next game",
    "a comment with tags and a { in it: is its } missing?",
    "a comment that does not end",
    "not a move",
    "the row has more text after the end of the game",
)
_DAMAGED_FEN, _UNKNOWN_VARIANT, _OTHER_VARIANT, _REFUSED_MOVE, _NOT_A_MOVE = 1, 2, 3, 4, 9


class GameError(PgnError):
    """Damage in a game that was read in bulk.

    `game` is the number of the game, and `ply` how many of its moves were read before the damage.
    `path` is the file, None if games were read from a file object. In a table, `line` is the number
    of the row, and `column` counts characters of its moves.
    """

    def __init__(
        self, what: str, line: int, column: int, game: int, ply: int, path: str | None = None
    ) -> None:
        super().__init__(what, line, column)
        self.game = game
        self.ply = ply
        self.path = path

    def __reduce__(self) -> tuple[type[GameError], tuple[object, ...]]:  # type: ignore[override]
        fields = (self.what, self.line, self.column, self.game, self.ply, self.path)
        return type(self), fields


def reason(game: Game, damage: int, ply: int, word: str) -> str:
    """Return what is wrong in words; `word` is the text that was refused or isn't a move."""
    if damage == _REFUSED_MOVE:
        try:
            game.board(ply).parse_san(word)
        except ValueError as error:
            return str(error)
    if damage == _DAMAGED_FEN:
        try:
            game.board(0)
        except ValueError as error:
            return str(error)
    if damage == _NOT_A_MOVE:
        return f"{WORDS[damage]}: {word!r}"
    if damage in (_UNKNOWN_VARIANT, _OTHER_VARIANT):
        return f"{WORDS[damage]}: {game.headers['Variant']}"
    return WORDS[damage]
